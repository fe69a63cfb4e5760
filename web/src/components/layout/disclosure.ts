import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'

export function closeMenus() {
  for (const menu of document.querySelectorAll<HTMLElement>('.site-header :popover-open')) menu.hidePopover()
}

/**
 * The state of a native popover for assistive technology. Undefined until hydration: without scripts the browser
 * itself exposes the state of a popover's button, and a static attribute would contradict it.
 */
export function useDisclosure() {
  const panel = useRef<HTMLDivElement>(null)
  const [expanded, setExpanded] = useState<boolean>()
  useEffect(() => setExpanded(panel.current?.matches(':popover-open') ?? false), [])
  return {
    panel,
    expanded,
    onToggle: (event: { newState: string; target: EventTarget; currentTarget: EventTarget }) => {
      // Toggle events of nested <details> bubble in React.
      if (event.target === event.currentTarget) setExpanded(event.newState === 'open')
    },
    /** For the element around button and panel: leaving both by keyboard closes the panel. */
    onBlur: (event: FocusEvent<HTMLElement>) => {
      const next = event.relatedTarget
      if (next && !event.currentTarget.contains(next) && panel.current?.matches(':popover-open')) {
        panel.current.hidePopover()
      }
    },
  }
}

const isVisible = (element: HTMLElement) => element.checkVisibility()

/** The optional arrow keys of the disclosure-navigation pattern: along the bar, into an open panel, along its links. */
export function moveByArrowKeys(event: KeyboardEvent<HTMLElement>) {
  const bar = event.currentTarget
  const from = event.target as HTMLElement
  const panel = from.closest<HTMLElement>('[popover]')
  const open = !panel && from.nextElementSibling?.matches(':popover-open') ? from.nextElementSibling : null
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
