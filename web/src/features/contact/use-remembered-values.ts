import { type RefObject, useEffect, useState } from 'react'
import { usePlace } from '../../router'
import { takePrefill } from './prefill'
import { keepDraft, keptDraft } from './submission'
import { fillEmpty, readValues } from './typed-values'

/**
 * Fills the form with what the link brings and with what the visitor typed before going to another page. What the
 * controls already hold, typed before hydration, takes precedence. After Back, the visitor's own values precede the
 * link's.
 */
export function useRememberedValues(form: RefObject<HTMLFormElement | null>) {
  const { arrival } = usePlace()
  const [isBack] = useState(arrival === 'pop')
  useEffect(() => {
    const element = form.current
    if (!element) return
    const { message, ...choices } = takePrefill()
    const draft = keptDraft()
    for (const values of isBack ? [draft, choices] : [choices, draft]) fillEmpty(element, values)
    if (message) fillEmpty(element, { message })
    // For those who follow the values. Without any, it would only delay hydration.
    if (draft || location.search) element.dispatchEvent(new Event('input', { bubbles: true }))
    return () => {
      const values = readValues(element)
      // The next link may name another person.
      if (values.message === message) values.message = ''
      keepDraft(values)
    }
  }, [form, isBack])
}
