import { useEffect, useState } from 'react'
import { copiedMilliseconds } from '../../content/constants'

/** Copies a text and says so, to the eye and to the ear, for two seconds. */
export function CopyButton({ value, label, done }: { value: string; label: string; done: string }) {
  const [copiedAt, setCopiedAt] = useState(0)

  useEffect(() => {
    if (!copiedAt) return
    const timer = setTimeout(setCopiedAt, copiedMilliseconds, 0)
    return () => clearTimeout(timer)
  }, [copiedAt])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setCopiedAt(Date.now())
    } catch {
      selectAddress()
    }
  }

  return (
    <>
      <button type="button" className="button button-plain button-small" onClick={copy}>
        {copiedAt ? done : label}
      </button>
      <span role="status" className="sr-only">
        {copiedAt ? done : ''}
      </span>
    </>
  )
}

/** Without the permission to write to the clipboard the address is at least selected, ready for the keyboard. */
function selectAddress() {
  const address = document.querySelector('[data-address]')
  if (address) getSelection()?.selectAllChildren(address)
}
