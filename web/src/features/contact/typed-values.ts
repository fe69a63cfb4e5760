import { type RefObject, useEffect, useState } from 'react'
import { EMPTY_INQUIRY, type InquiryValues } from './inquiry'

/** What the controls hold at this moment, whoever set it: the visitor, the browser or the form's state. */
export function readValues(form: HTMLFormElement | null): InquiryValues {
  const values = Object.entries(EMPTY_INQUIRY).map(([name, empty]) => {
    const control = form?.elements.namedItem(name)
    if (control instanceof HTMLInputElement && control.type === 'checkbox') return [name, control.checked]
    if (control && 'value' in control) return [name, control.value]
    return [name, empty]
  })
  const read = Object.fromEntries(values) as InquiryValues
  return { ...read, desiredConsultants: countOrNothing(read.desiredConsultants) }
}

export function countOrNothing(value: string | number): number | '' {
  return value === '' ? '' : Number(value)
}

/** The same, kept up to date; it re-renders the one component that asks. */
export function useTypedValues(form: RefObject<HTMLFormElement | null>): InquiryValues {
  const [values, setValues] = useState(EMPTY_INQUIRY)
  useEffect(() => {
    const element = form.current
    if (!element) return
    const read = () => setValues(readValues(element))
    // A reset is announced before it happens.
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
