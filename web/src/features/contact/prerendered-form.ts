/**
 * The form of the prerendered page, from when this script runs until React has taken over. Controls work without React;
 * what the visitor does meanwhile must neither wait for it nor be lost.
 */

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const CONTROLS = 'input, select, textarea'

/** None on the server, and none after a navigation within the site. */
const form = typeof document === 'undefined' ? null : document.querySelector('form')

const found = new Map(
  [...(form?.querySelectorAll<Control>(CONTROLS) ?? [])].map((control) => [control.name, control]),
)
let focused: Element | null = null

/** All but the focus: React replays it, and the form then loads its rules. */
const EVENTS =
  'pointerdown pointerup pointercancel mousedown mouseup touchstart touchend touchcancel click auxclick dblclick contextmenu keydown keypress keyup compositionstart compositionend textInput input change copy cut paste dragstart dragend drop'.split(
    ' ',
  )

function mute(event: Event) {
  if (event.target instanceof Element && event.target.closest(`${CONTROLS}, label`))
    event.stopImmediatePropagation()
}

function noteFocus() {
  focused = document.activeElement
}

if (form) {
  // On a key in a control, React would hydrate the part around it at once, in one long task, and the key would wait.
  for (const type of EVENTS) addEventListener(type, mute, true)
  noteFocus()
  // Before React, which stops these events; noted later, since Chromium also reports that React removes the control.
  for (const type of ['focusin', 'focusout']) addEventListener(type, () => queueMicrotask(noteFocus), true)
}

export function unmuteControls() {
  for (const type of EVENTS) removeEventListener(type, mute, true)
}

/**
 * The ref of each part that React may draw anew, because another program has changed it: a translation, a password
 * manager. What the visitor typed, the focus and the caret move to the new controls. The old ones are read only now, so
 * that no key is lost.
 */
export function takeOver(part: HTMLElement | null) {
  for (const control of part?.querySelectorAll<Control>(CONTROLS) ?? []) {
    const old = found.get(control.name)
    found.delete(control.name)
    if (!old || old === control) continue
    control.value = old.value
    if ('checked' in control && 'checked' in old) control.checked = old.checked
    // Later: a ref of the form around is not set yet.
    if (old === focused) queueMicrotask(() => focusAs(old, control))
  }
}

function focusAs(old: Control, control: Control) {
  control.focus({ preventScroll: true })
  if ('selectionStart' in control && 'selectionStart' in old && old.selectionStart !== null)
    control.setSelectionRange(old.selectionStart, old.selectionEnd, old.selectionDirection ?? undefined)
}
