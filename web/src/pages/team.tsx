import { teamPage as page } from '#texts/team-page'
import { Closing } from '../components/sections/closing'
import { PageHero } from '../components/sections/page-hero'
import { Section } from '../components/sections/section'
import { AppLink } from '../components/ui/app-link'
import { contactHref, OutLink } from '../components/ui/links'
import { Portrait } from '../components/ui/portrait'
import { Seo } from '../components/ui/seo'
import { issuers } from '../content/issuers'
import type { Issuer } from '../content/profiles'

function Proof({ issuer, name }: { issuer: Issuer; name: string }) {
  const { verify, onRequest } = page.certifications
  const register = issuers[issuer]
  if (!register) return <p className="label">{onRequest}</p>
  return (
    <OutLink url={register} className="link inline-block py-1 text-small">
      {verify(issuer)}
      <span className="sr-only">, {name}</span>
    </OutLink>
  )
}

export default function Team() {
  const { members, certifications } = page
  return (
    <>
      <Seo page={page} />
      <PageHero hero={page.hero} />
      <Section heading={members.heading}>
        <ul className="grid gap-x-8 sm:grid-cols-2">
          {members.items.map((member) => (
            <li key={member.id} className="card">
              <div className="flex items-end gap-4">
                <Portrait picture={member.portrait} />
                <div>
                  <h3>{member.name}</h3>
                  <p className="mt-1 font-bold text-red text-small">{member.role}</p>
                </div>
              </div>
              <p className="mt-3">{member.bio}</p>
              <ul className="label mt-3 mb-4">
                <li>{members.since(member.since)}</li>
                <li>{member.languages}</li>
                <li>{`${members.certificates}: ${member.certificates.join(', ')}`}</li>
              </ul>
              <p className="mt-auto flex flex-wrap gap-x-6 text-small">
                <AppLink to={contactHref({ to: member.id })} className="link inline-block py-1">
                  {members.write(member.name.split(' ')[0] ?? '')}
                </AppLink>
                {member.linkedin ? (
                  <OutLink url={member.linkedin} className="link inline-block py-1">
                    {members.networkLink}
                    <span className="sr-only">, {member.name}</span>
                  </OutLink>
                ) : null}
              </p>
            </li>
          ))}
        </ul>
      </Section>
      <Section heading={certifications.heading} intro={certifications.intro} tone="mist">
        <ul className="grid grid-cols-2 gap-x-8 md:grid-cols-3">
          {certifications.items.map((item) => (
            <li key={item.name} className="border-line border-t py-4">
              <p className="font-bold text-ink text-small">{item.name}</p>
              <p className="label">{'title' in item ? `${item.title}, ${item.issuer}` : item.issuer}</p>
              {certifications.numbers[item.issuer] && (
                <p className="label">{certifications.numbers[item.issuer]}</p>
              )}
              <Proof issuer={item.issuer} name={item.name} />
            </li>
          ))}
        </ul>
      </Section>
      <Closing block={page.closing} />
    </>
  )
}
