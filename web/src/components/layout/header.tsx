import { Suspense } from 'react'
import { contactLink, headerCta, menus, ui } from '#texts/nav'
import { site } from '#texts/site'
import { homePath, language, languageNames, languages } from '../../content/languages'
import type { NavMenu } from '../../content/types'
import { usePlace } from '../../router'
import { AppLink } from '../ui/app-link'
import { Logo } from '../ui/logo'
import { moveByArrowKeys, useDisclosure } from './disclosure'
import { Languages } from './languages'
import { MenuLinks } from './menu-links'
import { MobileMenu } from './mobile-menu'
import { useHeaderHidden } from './use-header-hidden'

const panelId = (label: string) => `menu-${label.toLowerCase().replaceAll(/\W+/g, '-')}`

function Menu({ menu, path }: { menu: NavMenu; path: string }) {
  const { button, panel, onBlur } = useDisclosure(panelId(menu.label))
  const here = menu.items.some((item) => item.href === path)
  return (
    <li onBlur={onBlur}>
      <button {...button} className="nav-item" data-here={here || undefined}>
        {menu.label}
        <span className="chevron" aria-hidden="true" />
      </button>
      <div {...panel} className="menu-panel">
        <div className="wrap grid12 gap-y-4 py-8">
          <p
            className="col-span-12 font-bold text-h2 text-ink leading-none tracking-tight lg:col-span-3"
            aria-hidden="true"
          >
            {menu.label}
          </p>
          <MenuLinks
            menu={menu}
            path={path}
            className="col-span-12 grid grid-cols-2 gap-x-8 lg:col-span-9 lg:grid-cols-3"
          />
        </div>
      </div>
    </li>
  )
}

/** Beside the other menus. On a phone, the menu ends with the languages; the footer has them always. */
function LanguageMenu() {
  const { button, panel, onBlur } = useDisclosure('menu-languages')
  return (
    <li onBlur={onBlur}>
      <button {...button} className="nav-item">
        <span className="uppercase">{language}</span>
        <span className="sr-only">{`, ${ui.languages}: ${languageNames[language]}`}</span>
        <span className="chevron" aria-hidden="true" />
      </button>
      <div {...panel} className="menu-panel">
        <Languages className="wrap flex flex-wrap gap-x-8 py-4" linkClass="language" />
      </div>
    </li>
  )
}

export function Header() {
  const hidden = useHeaderHidden()
  const { path } = usePlace()
  return (
    <header className="site-header" data-hidden={hidden || undefined}>
      <div className="wrap flex h-full items-center justify-between gap-2">
        <AppLink to={homePath} aria-label={ui.homeLink} className="flex min-h-11 items-center gap-3">
          <Logo />
          <span className="font-bold text-h3 text-ink tracking-tight">{site.name}</span>
        </AppLink>
        <nav aria-label={ui.mainNavigation} className="max-md:hidden" onKeyDown={moveByArrowKeys}>
          <ul className="flex items-center">
            {menus.map((menu) => (
              <Suspense key={menu.label}>
                <Menu menu={menu} path={path} />
              </Suspense>
            ))}
            <li>
              <AppLink
                to={contactLink.href}
                className="nav-item"
                aria-current={contactLink.href === path ? 'page' : undefined}
              >
                {contactLink.label}
              </AppLink>
            </li>
            {languages.length > 1 ? (
              <Suspense>
                <LanguageMenu />
              </Suspense>
            ) : null}
          </ul>
        </nav>
        <AppLink to={headerCta.href} className="button button-small max-md:hidden">
          {headerCta.label}
        </AppLink>
        <Suspense>
          <MobileMenu path={path} />
        </Suspense>
      </div>
    </header>
  )
}
