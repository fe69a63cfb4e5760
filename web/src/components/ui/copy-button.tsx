import { useEffect, useState } from 'react'
import { copiedMilliseconds } from '../../content/constants'

interface Props {
  value: string
  texts: { label: string; done: string; refused: string }
  /** The id of the element that shows the value: it is selected where the clipboard is not permitted. */
  source?: string
}

/** Copies a text and says so, to the eye and to the ear, for two seconds. */
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

/** Selected, the value is at least ready for the keyboard. */
function select(id?: string) {
  const element = id && document.getElementById(id)
  if (element) getSelection()?.selectAllChildren(element)
}
