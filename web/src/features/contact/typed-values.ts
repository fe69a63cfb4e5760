import { type RefObject, useEffect, useState } from 'react'
import { EMPTY_INQUIRY, type InquiryValues } from './inquiry'

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const isCheckbox = (control: Control): control is HTMLInputElement => control.type === 'checkbox'

function controlOf(form: HTMLFormElement | null, name: string) {
  const control = form?.elements.namedItem(name)
  return control instanceof Element && 'value' in control ? (control as Control) : undefined
}

/** The current values of the controls, whether the visitor, the browser or a link has set them. */
export function readValues(form: HTMLFormElement | null): InquiryValues {
  const values = Object.entries(EMPTY_INQUIRY).map(([name, empty]) => {
    const control = controlOf(form, name)
    return [name, control ? (isCheckbox(control) ? control.checked : control.value) : empty]
  })
  const read = Object.fromEntries(values) as InquiryValues
  return { ...read, desiredConsultants: read.desiredConsultants && Number(read.desiredConsultants) }
}

/** Sets the controls that are empty. */
export function fillEmpty(form: HTMLFormElement, values: Partial<InquiryValues> = {}) {
  for (const [name, value] of Object.entries(values)) {
    const control = controlOf(form, name)
    if (!control || !value) continue
    if (isCheckbox(control)) control.checked = true
    else control.value ||= String(value)
  }
}

/** The current values as state. Only the component that calls this renders again. */
export function useTypedValues(form: RefObject<HTMLFormElement | null>): InquiryValues {
  const [values, setValues] = useState(EMPTY_INQUIRY)
  useEffect(() => {
    const element = form.current
    if (!element) return
    const read = () => setValues(readValues(element))
    // The reset event precedes the reset.
    const readLater = () => queueMicrotask(read)
    read()
    element.addEventListener('input', read)
    element.addEventListener('reset', readLater)
    return () => {
      element.removeEventListener('input', read)
      element.removeEventListener('reset', readLater)
    }
  }, [form])
  return values
}
