/**
 * The texts that scripts read. Those of the frame stand in the page as JSON; those of the form and of the not-found page
 * are loaded with it. All other texts stand in the HTML alone.
 */

type Part = 'frame' | 'contact' | 'notFound'
type Texts = Record<string, unknown>

const frame = document.getElementById('texts')?.textContent
const known: Partial<Record<Part, Texts>> = frame ? { frame: JSON.parse(frame) } : {}
const users: Partial<Record<Part, (texts: Texts) => void>> = {}

export function keepTexts(part: Part, texts: Texts) {
  known[part] = texts
  users[part]?.(texts)
}

/** The module that stands for a part's texts calls this: see `scripts/script-texts.ts`. */
export function onTexts(part: Part, user: (texts: Texts) => void) {
  users[part] = user
  if (known[part]) user(known[part])
}
