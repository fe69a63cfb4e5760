import type { ComponentProps } from 'react'
import type { InternalHref } from '../../content/addresses'

/** An internal link. The router follows it, and preloads its page on hover and focus. */
export const AppLink = ({
  to,
  ...rest
}: { to: InternalHref } & Omit<ComponentProps<'a'>, 'href' | 'target'>) => <a {...rest} href={to} />
