import { useEffect } from 'react'
import { contactLink, menus, mobileCta, ui } from '../../content/nav'
import { AppLink } from '../ui/app-link'
import { CallLine } from '../ui/phone'
import { useDisclosure } from './disclosure'
import { MenuLinks } from './menu-links'

export function MobileMenu({ path }: { path: string }) {
  const { button, panel, expanded, close, onBlur } = useDisclosure('mobile-menu')

  useEffect(() => {
    const wide = matchMedia('(width >= 48em)')
    wide.addEventListener('change', close)
    return () => wide.removeEventListener('change', close)
  }, [close])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the focus leave
    <div className="md:hidden" onBlur={onBlur}>
      <button {...button} className="hamburger" aria-label={expanded ? ui.closeMenu : ui.openMenu} />
      <div {...panel} className="mobile-menu">
        <nav aria-label={ui.mobileNavigation} className="wrap flex min-h-full flex-col py-4">
          {menus.map((menu) => (
            <details key={menu.label} name="mobile-sections" className="border-line border-b">
              <summary>
                {menu.label}
                <span className="chevron mr-2" aria-hidden="true" />
              </summary>
              <MenuLinks menu={menu} path={path} className="pb-4" />
            </details>
          ))}
          <AppLink
            to={contactLink.href}
            className="flex min-h-14 items-center border-line border-b font-bold text-h3 text-ink tracking-tight"
            aria-current={contactLink.href === path ? 'page' : undefined}
          >
            {contactLink.label}
          </AppLink>
          <div className="mt-auto pt-8 pb-4">
            <AppLink to={mobileCta.href} className="button w-full">
              {mobileCta.label}
            </AppLink>
            <CallLine className="mt-3 text-small" />
          </div>
        </nav>
      </div>
    </div>
  )
}
