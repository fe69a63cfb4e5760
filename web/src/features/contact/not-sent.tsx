import { type RefObject, useEffect, useRef } from 'react'
import { notSent as texts } from '#texts/contact'
import { CallLine } from '../../components/ui/phone'
import { isUrgent } from './inquiry'
import { MailActions } from './mail-actions'
import { useTypedValues } from './typed-values'
import { useOnline } from './use-online'

interface Props {
  shown: boolean
  locked: boolean
  form: RefObject<HTMLFormElement | null>
}

/** What remains of a failed send when its toast is gone. The live region is always in the page. */
export function NotSent({ shown, locked, form }: Props) {
  const online = useOnline()
  const urgent = isUrgent(useTypedValues(form))
  const panel = useRef<HTMLDivElement>(null)
  // On a phone it would stand below the screen.
  useEffect(() => {
    if (shown) panel.current?.scrollIntoView({ block: 'center' })
  }, [shown])
  return (
    <div ref={panel} data-not-sent="" className={shown ? 'mt-6 border-4 border-red px-5 py-5' : ''}>
      <div role="status">
        {shown && (
          <>
            <h3>{texts.heading}</h3>
            {urgent && <CallLine className="mt-2" />}
            <p className="mt-2">{online ? texts.text : texts.offline}</p>
          </>
        )}
      </div>
      {shown && (
        <>
          <p className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
            <button type="submit" className="button" aria-disabled={locked}>
              {texts.retry}
            </button>
            <MailActions form={form} />
          </p>
          {!urgent && <CallLine className="mt-3" />}
        </>
      )}
    </div>
  )
}
