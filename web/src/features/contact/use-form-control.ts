import { type RefObject, startTransition, useCallback, useRef, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import type { FormControl } from './form-control'
import { EMPTY_INQUIRY, type FieldName, type InquiryValues } from './inquiry'
import type { FieldErrors } from './send'
import { readValues } from './typed-values'

/** Until react-hook-form is loaded, a control only has its name. */
export type Register = (name: FieldName) => Partial<UseFormRegisterReturn> & { name: FieldName }

const onlyName: Register = (name) => ({ name })

async function loadControl(read: () => InquiryValues, onErrors: (errors: FieldErrors) => void) {
  const [{ createInquiryForm }, { inquiryRules }] = await Promise.all([
    import('./form-control'),
    import('./rules'),
  ])
  return createInquiryForm(inquiryRules(read), onErrors)
}

/**
 * Loads react-hook-form and the rules when the form gets the focus. Imported statically, react-hook-form would add 8 kB
 * to what /contact loads when idle (74 kB allowed) and to a navigation to it (15 kB allowed).
 *
 * The controls hold the values, and `errors` is the only error state: both exist before the scripts are loaded, and
 * also when they cannot be loaded.
 */
export function useFormControl(form: RefObject<HTMLFormElement | null>) {
  const [control, setControl] = useState<FormControl>()
  const [errors, setErrors] = useState<FieldErrors>({})
  const loaded = useRef<FormControl>(undefined)
  const loading = useRef<Promise<FormControl | undefined>>(undefined)

  /** Resolves with nothing when the scripts cannot be loaded; the next call tries again. */
  const load = useCallback(() => {
    // The element keeps its values when the visitor leaves the page.
    const element = form.current
    loading.current ??= loadControl(() => readValues(element), setErrors).then(
      (ready) => {
        loaded.current = ready
        // A transition: the visitor may be typing, and no key may wait for this render.
        startTransition(() => setControl(ready))
        return ready
      },
      () => {
        loading.current = undefined
        return undefined
      },
    )
    return loading.current
  }, [form])

  /** Shows the server's messages. */
  function showErrors(messages: FieldErrors) {
    const current = loaded.current
    if (!current) return setErrors(messages)
    for (const [name, message] of Object.entries(messages))
      current.setError(name as FieldName, { type: 'server', message })
  }

  /** Empties the controls and removes the errors. */
  const reset = useCallback(() => {
    form.current?.reset()
    loaded.current?.reset(EMPTY_INQUIRY)
    setErrors({})
  }, [form])

  return { register: control?.register ?? onlyName, errors, load, showErrors, reset }
}
