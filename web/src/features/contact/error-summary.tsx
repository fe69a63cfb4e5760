import { type MouseEvent, useEffect, useRef } from 'react'
import { form } from '#texts/contact'
import { FIELD_ORDER, type FieldName } from './inquiry'
import type { FieldErrors } from './send'

interface Props {
  errors: FieldErrors
  /** How often a submit has been refused: each new refusal moves the focus here. */
  refusals: number
}

/** Lists the errors as links to the fields. */
export function ErrorSummary({ errors, refusals }: Props) {
  const ref = useFocusOn(refusals)
  const wrong = FIELD_ORDER.filter((name) => errors[name])
  useErrorTitle(wrong.length > 0)
  if (wrong.length === 0) return null
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby="error-summary-heading"
      className="mb-10 border-4 border-red px-5 py-5"
    >
      <h3 id="error-summary-heading">{form.errorSummary}</h3>
      <ul className="mt-3 grid gap-2">
        {wrong.map((name) => (
          <li key={name}>
            <a href={`#${name}`} className="link text-red" onClick={(event) => goToField(event, name)}>
              {errors[name]}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Brings the label into view as well: the browser alone would put the control at the very top. */
function goToField(event: MouseEvent, name: FieldName) {
  const control = document.getElementById(name)
  if (!control) return
  event.preventDefault()
  const label = document.querySelector(`label[for="${name}"]`) ?? control
  label.scrollIntoView()
  control.focus({ preventScroll: true })
}

/** Runs after every render: the messages may arrive in a later render than the count. */
function useFocusOn(count: number) {
  const element = useRef<HTMLElement>(null)
  const handled = useRef(count)
  useEffect(() => {
    if (handled.current === count || !element.current) return
    handled.current = count
    element.current.focus()
  })
  return element
}

function useErrorTitle(hasErrors: boolean) {
  useEffect(() => {
    if (!hasErrors) return
    const prefix = form.errorTitlePrefix
    document.title = prefix + document.title
    return () => {
      // A navigation may have set another title by now.
      if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length)
    }
  }, [hasErrors])
}
