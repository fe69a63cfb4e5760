import { teamPage as page } from '#texts/team-page'
import { Closing } from '../components/sections/closing'
import { PageHero } from '../components/sections/page-hero'
import { Section } from '../components/sections/section'
import { AppLink } from '../components/ui/app-link'
import { contactHref, OutLink } from '../components/ui/links'
import { Seo } from '../components/ui/seo'

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
              <h3>{member.name}</h3>
              <p className="mt-1 font-bold text-red text-small">{member.role}</p>
              <p className="mt-3 mb-4">{member.bio}</p>
              <p className="mt-auto flex flex-wrap gap-x-6 text-small">
                <AppLink to={contactHref({ to: member.id })} className="link inline-block py-1">
                  {members.write(member.name.split(' ')[0] ?? '')}
                </AppLink>
                {'linkedin' in member ? (
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
              <p className="label">{item.issuer}</p>
            </li>
          ))}
        </ul>
      </Section>
      <Closing block={page.closing} />
    </>
  )
}
