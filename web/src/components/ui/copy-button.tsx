import { useEffect, useState } from 'react'
import { copiedMilliseconds } from '../../content/constants'

interface Props {
  value: string
  texts: { label: string; done: string; refused: string }
  /** Id of the element with the value, which is selected when the clipboard is not permitted. */
  source?: string
}

/** Copies a text; label and live region confirm it for two seconds. */
export function CopyButton({ value, texts, source }: Props) {
  const [outcome, setOutcome] = useState<{ text: string }>()

  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(setOutcome, copiedMilliseconds, undefined)
    return () => clearTimeout(timer)
  }, [outcome])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setOutcome({ text: texts.done })
    } catch {
      select(source)
      setOutcome({ text: texts.refused })
    }
  }

  return (
    <>
      <button
        type="button"
        className="button button-plain button-small noscript:hidden failed:hidden"
        onClick={copy}
      >
        {outcome?.text ?? texts.label}
      </button>
      <span role="status" className="sr-only">
        {outcome?.text}
      </span>
    </>
  )
}

/** Selects the value, so that the visitor can copy it with the keyboard. */
function select(id?: string) {
  const element = id && document.getElementById(id)
  if (element) getSelection()?.selectAllChildren(element)
}
