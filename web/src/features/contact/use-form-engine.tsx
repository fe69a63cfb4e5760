import { type ReactNode, startTransition, useCallback, useEffect, useRef, useState } from 'react'
import type { RegisterOptions, UseFormRegisterReturn, UseFormReturn } from 'react-hook-form'
import type { EngineProps } from './form-engine'
import type { FieldName, InquiryValues } from './inquiry'
import type { FieldErrors } from './send'

type Engine = (props: EngineProps) => ReactNode
type Form = UseFormReturn<InquiryValues>

/** Until the engine is there, a control only has its name. */
export type Register = (
  name: FieldName,
  options?: Pick<RegisterOptions<InquiryValues>, 'setValueAs'>,
) => Partial<UseFormRegisterReturn> & { name: FieldName }

const onlyName: Register = (name) => ({ name })

/** Two scripts at once: what the form does, and what it demands. */
async function loadEngine(): Promise<Engine> {
  const [{ FormEngine }, { inquiryRules }] = await Promise.all([import('./form-engine'), import('./rules')])
  return (props) => <FormEngine {...props} rules={inquiryRules} />
}

/** Loads the form's state and rules on demand and joins them to controls that are already in use. */
export function useFormEngine() {
  const [Engine, setEngine] = useState<Engine>()
  const [form, setForm] = useState<Form>()
  const current = useRef<Form>(undefined)
  const [errors, setErrors] = useState<FieldErrors>({})
  const loading = useRef<Promise<Form | undefined>>(undefined)
  const loaded = useRef((_: Form | undefined) => {})

  /** Resolves once every control is registered; with nothing when the script cannot be loaded. */
  const prepare = useCallback(() => {
    loading.current ??= new Promise((resolve) => {
      loaded.current = resolve
      loadEngine().then(
        // It arrives while the visitor types: no key may wait for the form to be drawn again.
        (engine) => startTransition(() => setEngine(() => engine)),
        () => {
          loading.current = undefined
          resolve(undefined)
        },
      )
    })
    return loading.current
  }, [])

  const takeOver = useCallback((ready: Form) => startTransition(() => setForm(ready)), [])

  // The commit that precedes this effect has handed the controls to the engine.
  useEffect(() => {
    if (!form) return
    current.current = form
    loaded.current(form)
  }, [form])

  const register = (form?.register as Register | undefined) ?? onlyName
  return { Engine, takeOver, form: current, register, errors, setErrors, prepare }
}
