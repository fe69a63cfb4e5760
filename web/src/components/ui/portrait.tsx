/** The picture of a person; without one, a drawing stands in. */
export function Portrait({ picture }: { picture?: string | undefined }) {
  if (picture) return <img src={picture} alt="" className="portrait" />
  return (
    <svg viewBox="0 0 96 96" className="portrait" aria-hidden="true">
      <path d="M0 64 20 40l14 16 20-30 42 42v28H0z" />
      <path d="M48 26a16 16 0 1 1 0 32 16 16 0 1 1 0-32M18 96c0-24 12-32 30-32s30 8 30 32z" />
    </svg>
  )
}
