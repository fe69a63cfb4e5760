import { contactReasons, form, programOptions } from '#texts/contact'
import { people } from '../../content/firm'
import type { InquiryValues } from './inquiry'

/** The fields that a link may fill in: specification, section 2, `/contact`. */
const PREFILLED = ['firstName', 'lastName', 'email'] as const

type Prefill = Partial<
  Pick<InquiryValues, (typeof PREFILLED)[number] | 'contactReason' | 'program' | 'message'>
>

/**
 * Reads what the link brings. A name or address is removed from the address bar, so that it stays neither in the history
 * nor in a copied link. The choices stay: Turnstile loads the page once more, and must find them again.
 */
export function takePrefill(): Prefill {
  const url = new URL(window.location.href)
  const { searchParams } = url
  const found: Prefill = { ...choicesOf(searchParams) }
  for (const name of PREFILLED) {
    const value = searchParams.get(name)?.trim()
    if (value) found[name] = value
  }
  if (PREFILLED.some((name) => searchParams.has(name))) {
    for (const name of PREFILLED) searchParams.delete(name)
    window.history.replaceState(window.history.state, '', url)
  }
  return found
}

/** What the call to action of a page is about: see `contactHref`. */
function choicesOf(query: URLSearchParams): Prefill {
  const reason = contactReasons.find(({ value }) => value === query.get('reason'))
  const program = programOptions.find(({ value }) => value === query.get('program'))
  const person = people.find(({ id }) => id === query.get('to'))
  return {
    ...(reason && { contactReason: reason.value }),
    ...(program && { program: program.value }),
    ...(person && { message: `${form.attention} ${person.name}\n\n` }),
  }
}
