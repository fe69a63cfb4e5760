import { useEffect } from 'react'
import { contactLink, menus, mobileCta, ui } from '../../content/nav'
import { AppLink } from '../ui/app-link'
import { useDisclosure } from './disclosure'

export function MobileMenu({ path }: { path: string }) {
  const { panel, expanded, onToggle, onBlur } = useDisclosure()

  useEffect(() => {
    const wide = matchMedia('(width >= 768px)')
    const close = () => panel.current?.matches(':popover-open') && panel.current.hidePopover()
    wide.addEventListener('change', close)
    return () => wide.removeEventListener('change', close)
  }, [panel])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches the focus leave
    <div className="md:hidden" onBlur={onBlur}>
      <button
        type="button"
        className="hamburger"
        popoverTarget="mobile-menu"
        aria-label={expanded ? ui.closeMenu : ui.openMenu}
        aria-expanded={expanded}
        aria-controls="mobile-menu"
      />
      <div id="mobile-menu" ref={panel} popover="auto" className="mobile-menu" onToggle={onToggle}>
        <nav aria-label={ui.mobileNavigation} className="wrap flex min-h-full flex-col py-4">
          {menus.map((menu) => (
            <details key={menu.label} name="mobile-sections" className="border-line border-b">
              <summary>
                {menu.label}
                <span className="chevron mr-2" aria-hidden="true" />
              </summary>
              <ul className="pb-4">
                {menu.items.map((item) => (
                  <li key={item.href}>
                    <AppLink
                      to={item.href}
                      className="menu-link"
                      aria-current={item.href === path ? 'page' : undefined}
                    >
                      <span>{item.label}</span>
                      <span className="label">{item.description}</span>
                    </AppLink>
                  </li>
                ))}
              </ul>
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
          </div>
        </nav>
      </div>
    </div>
  )
}
