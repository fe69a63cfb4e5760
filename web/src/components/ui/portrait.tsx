import type { Profile } from '../../content/profiles'

/** The picture of a person; without one, a drawing that differs a little from person to person. */
export function Portrait({ person }: { person: Pick<Profile, 'portrait'> & { name: string } }) {
  if (person.portrait) return <img src={person.portrait} alt="" width="96" height="96" className="portrait" />
  const shift = person.name.length % 5
  return (
    <svg viewBox="0 0 96 96" className="portrait" aria-hidden="true">
      <path
        d={`M0 ${62 + shift * 2}l${14 + shift * 4}-${20 + shift * 3} 14 16 ${20 - shift * 2}-30 48 46v36H0z`}
      />
      <circle cx="48" cy="42" r={15 + (shift % 2)} />
      <path d={`M${18 - shift} 96c0-${22 + shift} 12-32 30-32s30 10 ${30 + shift} ${32}z`} />
    </svg>
  )
}
