/**
 * The texts that scripts read, as data: those of the frame once a language, those of the form and of the not-found page
 * with the page. All other texts stand in the HTML alone.
 */

type Part = 'frame' | 'contact' | 'notFound'
type Texts = Record<string, unknown>

/** What the build wrote for the scripts. */
export async function dataOf(name: string) {
  const answer = await fetch(`${document.documentElement.dataset.pages}-${name}.json`)
  if (!answer.ok) throw new Error(`the page's data were answered with ${answer.status}`)
  return answer.json()
}

// Every module that names a text of the frame waits for them. The development server's modules have their own.
const known: Partial<Record<Part, Texts>> = import.meta.env.DEV ? {} : { frame: await dataOf('frame') }
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
