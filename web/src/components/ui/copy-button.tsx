import { useEffect, useState } from 'react'
import { copiedMilliseconds } from '../../content/constants'

interface Props {
  value: string
  texts: { label: string; done: string; selected: string }
}

/** Copies a text and says so, to the eye and to the ear, for two seconds. */
export function CopyButton({ value, texts }: Props) {
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
      selectAddress()
      setOutcome({ text: texts.selected })
    }
  }

  return (
    <>
      <button type="button" className="button button-plain button-small" onClick={copy}>
        {outcome?.text ?? texts.label}
      </button>
      <span role="status" className="sr-only">
        {outcome?.text}
      </span>
    </>
  )
}

/** Without the permission to write to the clipboard the address is at least selected, ready for the keyboard. */
function selectAddress() {
  const address = document.querySelector('[data-address]')
  if (address) getSelection()?.selectAllChildren(address)
}
