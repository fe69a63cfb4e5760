import { copyright, footerColumns, ui } from '#texts/nav'
import { site } from '#texts/site'
import { languages } from '../../content/languages'
import type { FooterLink } from '../../content/types'
import { useToday } from '../../hydrated'
import { AppLink } from '../ui/app-link'
import { OutLink } from '../ui/links'
import { Logo } from '../ui/logo'
import { CallLine } from '../ui/phone'
import { Languages } from './languages'

const linkClass =
  'wrap-anywhere inline-flex min-h-8 items-center text-small hover:text-ink hover:underline underline-offset-4'

function FooterItem({ link }: { link: FooterLink }) {
  if (link.kind === 'internal')
    return (
      <AppLink to={link.href} className={linkClass}>
        {link.label}
      </AppLink>
    )
  if (link.kind === 'mail')
    return (
      <a href={`mailto:${link.address}`} className={linkClass}>
        <AddressText address={link.label} />
      </a>
    )
  return (
    <OutLink url={link.url} className={`${linkClass} gap-1`}>
      {link.label}
    </OutLink>
  )
}

/** Allows a line break after the @ in a narrow column. */
function AddressText({ address }: { address: string }) {
  const [local, domain] = address.split('@')
  return (
    <span className="wrap-anywhere">
      {local}@<wbr />
      {domain}
    </span>
  )
}

export function Footer() {
  const year = useToday().slice(0, 4)
  return (
    <footer className="site-footer night border-line border-t bg-paper text-body">
      <div className="wrap grid12 gap-y-2 pt-6 pb-4 md:gap-y-4 md:pt-16 md:pb-6">
        <div className="col-span-12 lg:col-span-3">
          <div className="flex items-center gap-3">
            <Logo />
            <span className="font-bold text-h3 text-ink tracking-tight">{site.name}</span>
          </div>
          <p className="label mt-3 lg:max-w-60">{site.tagline}</p>
          <CallLine className="no-print mt-2 text-small" />
        </div>
        <nav
          aria-label={ui.footerNavigation}
          className="col-span-12 gap-x-6 max-md:[columns:8rem_2] justify-between md:flex md:flex-wrap lg:col-span-9"
        >
          {footerColumns.map((column) => (
            <div key={column.heading} className="break-inside-avoid pb-4">
              <h2 className="mb-3 text-small leading-normal tracking-normal">{column.heading}</h2>
              <ul>
                {column.links.map((link) => (
                  <li key={link.label}>
                    <FooterItem link={link} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <div className="label col-span-12 flex flex-wrap items-center justify-between gap-x-8 gap-y-1 border-line border-t pt-4">
          <p>{`© ${year} ${copyright.holder}. ${copyright.rights}`}</p>
          <p>{copyright.location}</p>
          {languages.length > 1 ? (
            <nav aria-label={ui.languages} className="no-print">
              <Languages className="flex flex-wrap gap-x-6" linkClass={linkClass} />
            </nav>
          ) : null}
        </div>
      </div>
    </footer>
  )
}
