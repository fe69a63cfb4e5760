import type { NavMenu } from '../../content/types'
import { AppLink } from '../ui/app-link'

interface Props {
  menu: NavMenu
  /** The page the visitor is on. */
  path: string
  className: string
}

/** The links of one menu, each with a description of its page. */
export function MenuLinks({ menu, path, className }: Props) {
  return (
    <ul className={className}>
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
  )
}
