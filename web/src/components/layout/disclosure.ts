import { type FocusEvent, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'

/** Browsers without popovers throw on the selector; for them the stylesheet hides the menus. */
const isOpen = (menu: Element | null): menu is HTMLElement =>
  menu !== null && 'popover' in menu && menu.matches(':popover-open')

function closeMenu(menu: Element | null) {
  if (isOpen(menu)) menu.hidePopover()
}

export function closeMenus() {
  document.querySelectorAll('.site-header [popover]').forEach(closeMenu)
}

/**
 * A button and the native popover it opens, with `aria-expanded`. Undefined until hydration:
 * without scripts the browser itself exposes the state of a popover's button, and a static attribute would contradict it.
 */
export function useDisclosure(id: string) {
  const element = useRef<HTMLDivElement>(null)
  const [expanded, setExpanded] = useState<boolean>()
  const close = useCallback(() => closeMenu(element.current), [])
  useEffect(() => setExpanded(isOpen(element.current)), [])
  return {
    expanded,
    close,
    button: { type: 'button', popoverTarget: id, 'aria-expanded': expanded, 'aria-controls': id },
    panel: {
      id,
      ref: element,
      popover: 'auto',
      onToggle: (event: { newState: string; target: EventTarget; currentTarget: EventTarget }) => {
        // Toggle events of nested <details> bubble in React.
        if (event.target === event.currentTarget) setExpanded(event.newState === 'open')
      },
    },
    /** For the element around button and panel: leaving both by keyboard closes the panel. */
    onBlur: (event: FocusEvent<HTMLElement>) => {
      const next = event.relatedTarget
      if (next && !event.currentTarget.contains(next)) close()
    },
  } as const
}

/** Older browsers lack `checkVisibility`; there, focusing a hidden link does nothing. */
const isVisible = (element: HTMLElement) => element.checkVisibility?.() ?? true

/** The optional arrow keys of the disclosure-navigation pattern: along the bar, into an open panel, along its links. */
export function moveByArrowKeys(event: KeyboardEvent<HTMLElement>) {
  const bar = event.currentTarget
  const from = event.target as HTMLElement
  const panel = from.closest<HTMLElement>('[popover]')
  const open = !panel && isOpen(from.nextElementSibling) ? from.nextElementSibling : null
  const forward = event.key === 'ArrowDown' || event.key === 'ArrowRight'
  const stops = [
    ...(panel ?? bar).querySelectorAll<HTMLElement>(panel ? 'a' : ':scope > ul > li > :is(a, button)'),
  ].filter(isVisible)
  const at = stops.indexOf(from)
  const target =
    event.key === 'Home'
      ? stops[0]
      : event.key === 'End'
        ? stops.at(-1)
        : forward && open
          ? open.querySelector<HTMLElement>('a')
          : forward
            ? stops[at + 1]
            : event.key === 'ArrowUp' || event.key === 'ArrowLeft'
              ? stops[at - 1]
              : undefined
  if (!target) return
  event.preventDefault()
  target.focus()
}
