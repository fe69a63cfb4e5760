import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { toasts } from '#texts/contact'
import { toastMilliseconds } from '../../content/constants'
import { createStore } from './store'

export interface ToastMessage {
  /** A new number makes it a new message, even with the same words. */
  id: number
  kind: keyof typeof toastMilliseconds
  content: ReactNode
}

const current = createStore<ToastMessage | undefined>(undefined)

export function showToast(kind: ToastMessage['kind'], content: ReactNode) {
  current.set({ id: (current.get()?.id ?? 0) + 1, kind, content })
}

export const dismissToast = () => current.set(undefined)

let mounted = false

/** A separate React root: the visitor may have left the form when its outcome arrives. */
export function mountToasts() {
  if (mounted) return
  mounted = true
  createRoot(document.body.appendChild(document.createElement('div'))).render(<CurrentToast />)
}

function CurrentToast() {
  return <Toasts toast={current.use()} onClose={closeToast} />
}

/** Keeps the focus on the page when the focused toast is removed. */
function closeToast() {
  if (document.activeElement?.closest('[data-toast]')) {
    const target = document.querySelector('[data-outcome]') ?? document.querySelector('h1')
    if (target instanceof HTMLElement) target.focus()
  }
  dismissToast()
}

interface Props {
  toast: ToastMessage | undefined
  onClose(): void
}

/**
 * Messages at the bottom right. Both live regions are always in the page: a screen reader ignores a region that is
 * inserted together with its text.
 */
export function Toasts({ toast, onClose }: Props) {
  const shown = toast && <Toast key={toast.id} toast={toast} onClose={onClose} />
  return (
    <div className="fixed inset-x-4 bottom-4 z-30 sm:left-auto sm:max-w-md no-print">
      <div role="status">{toast?.kind === 'success' && shown}</div>
      <div role="alert">{toast?.kind === 'error' && shown}</div>
    </div>
  )
}

function Toast({ toast, onClose }: { toast: ToastMessage; onClose(): void }) {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  useTimeLeft(toastMilliseconds[toast.kind], hovered || focused, onClose)
  useEscape(onClose)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only holds the message, it does nothing else
    <div
      data-toast={toast.kind}
      className="night flex items-start gap-4 border border-edge border-l-4 border-l-ice bg-paper py-4 pr-2 pl-5 text-body text-small data-[toast=error]:border-l-red"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <p className="min-w-0 grow py-1">{toast.content}</p>
      <button
        type="button"
        className="size-11 shrink-0 cursor-pointer text-ink"
        aria-label={toasts.dismiss}
        onClick={onClose}
      >
        <span aria-hidden="true">✕</span>
      </button>
    </div>
  )
}

/** Calls `onEnd` after `totalMs`; pauses while held. */
function useTimeLeft(totalMs: number, held: boolean, onEnd: () => void) {
  const leftMs = useRef(totalMs)
  const end = useRef(onEnd)
  end.current = onEnd
  useEffect(() => {
    if (held) return
    const startedAt = performance.now()
    const timer = setTimeout(() => end.current(), leftMs.current)
    return () => {
      clearTimeout(timer)
      leftMs.current -= performance.now() - startedAt
    }
  }, [held])
}

function useEscape(onEscape: () => void) {
  const close = useRef(onEscape)
  close.current = onEscape
  useEffect(() => {
    const listen = (event: KeyboardEvent) => event.key === 'Escape' && close.current()
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
