import { type RefObject, useEffect, useState } from 'react'
import { EMPTY_INQUIRY, type InquiryValues } from './inquiry'

/** The current values of the controls, whether the visitor, the browser or a link has set them. */
export function readValues(form: HTMLFormElement | null): InquiryValues {
  const values = Object.entries(EMPTY_INQUIRY).map(([name, empty]) => {
    const control = form?.elements.namedItem(name)
    if (control instanceof HTMLInputElement && control.type === 'checkbox') return [name, control.checked]
    if (control && 'value' in control) return [name, control.value]
    return [name, empty]
  })
  const read = Object.fromEntries(values) as InquiryValues
  return { ...read, desiredConsultants: read.desiredConsultants && Number(read.desiredConsultants) }
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
