import type { ReactNode } from 'react'
import { directContact, nextSteps, contactPage as page, pgpText } from '#texts/contact'
import { site } from '#texts/site'
import { PageHero } from '../components/sections/page-hero'
import { CopyButton } from '../components/ui/copy-button'
import { OutLink } from '../components/ui/links'
import { CallLine, PhoneLink } from '../components/ui/phone'
import { Seo } from '../components/ui/seo'
import { networks, pgpKey } from '../content/firm'
import { ContactForm } from '../features/contact/contact-form'

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="border-line border-t py-4">
      <dt className="label">{label}</dt>
      <dd className="mt-1">{children}</dd>
    </div>
  )
}

function DirectContact() {
  const text = directContact
  return (
    <aside className="border-red-fill border-t-4 bg-mist p-6 md:p-8" aria-labelledby="direct-contact">
      <h2 id="direct-contact" className="text-h3">
        {text.heading}
      </h2>
      <dl className="mt-4">
        <div className="border-line border-t py-4">
          <dt className="label">{text.emailLabel}</dt>
          <dd className="mt-1">
            <p id="company-address" className="break-all font-bold text-ink">
              {site.email}
            </p>
            <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-3">
              <CopyButton value={site.email} texts={text.copy} source="company-address" />
              <a href={`mailto:${site.email}`} className="link inline-flex min-h-11 items-center text-small">
                {text.mailLink}
              </a>
            </div>
          </dd>
        </div>
        <Fact label={text.phoneLabel}>
          <PhoneLink number={site.phone} />
          <br />
          <span className="text-small">{site.phoneHours}</span>
        </Fact>
        <Fact label={text.networkLabel}>
          <OutLink url={networks.linkedin.url}>{text.networkLink}</OutLink>
        </Fact>
        <Fact label={text.locationLabel}>
          <strong className="text-ink">{text.location}</strong>
          <br />
          <span className="text-small">
            {`${site.legalName}, ${site.postalAddress}`}
            <br />
            {site.companyNumber}
          </span>
        </Fact>
        <Fact label={text.languagesLabel}>{text.languages}</Fact>
        <Fact label={text.secretsLabel}>
          {text.secrets}
          {pgpKey ? (
            <>
              {' '}
              {pgpText} <OutLink url={pgpKey.url}>{pgpKey.fingerprint}</OutLink>
            </>
          ) : null}
        </Fact>
      </dl>
      <p className="border-line border-t pt-4 text-small">{text.privacyNote}</p>
      <p className="mt-3 text-small">{text.urgentNote}</p>
    </aside>
  )
}

export default function Contact() {
  return (
    <>
      <Seo page={page} />
      <PageHero hero={page.hero} />
      <div className="border-line border-t py-12 md:py-16">
        <div className="wrap grid12 gap-y-10">
          <div className="col-span-12 lg:col-span-7">
            <CallLine className="mb-8 border-red border-l-4 pl-5 lg:hidden" />
            <ContactForm />
          </div>
          <div className="col-span-12 lg:col-span-4 lg:col-start-9">
            <DirectContact />
            <section className="mt-10">
              <h2 className="text-h3">{nextSteps.heading}</h2>
              <ol className="mt-4">
                {nextSteps.items.map((step, index) => (
                  <li key={step} className="flex gap-4 border-line border-t py-3 text-small">
                    <span className="tabular font-bold text-red" aria-hidden="true">
                      {index + 1}
                    </span>
                    {step}
                  </li>
                ))}
              </ol>
            </section>
          </div>
        </div>
      </div>
    </>
  )
}
