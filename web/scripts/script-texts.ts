import type { Plugin } from 'vite'
import { fromRoot } from './paths.ts'

/** The texts that the browser's scripts read, by the part of the site that has them. */
export const scriptTexts = {
  frame: [
    'menus',
    'contactLink',
    'headerCta',
    'mobileCta',
    'footerColumns',
    'copyright',
    'ui',
    'site',
    'urgentPhone',
    'applicationError',
  ],
  contact: [
    'contactPage',
    'nextSteps',
    'pgpText',
    'directContact',
    'messages',
    'toasts',
    'contactReasons',
    'programOptions',
    'fields',
    'emailHelp',
    'consentTexts',
    'form',
    'incident',
    'confirmation',
    'notSent',
    'mailFallback',
    'botCheck',
    'botCheckErrors',
    'withoutScripts',
    'scriptsFailed',
    'refusals',
    'TEXTS_VERSION',
    'countries',
  ],
  notFound: ['notFound', 'paths'],
} as const

type Part = keyof typeof scriptTexts

const partOf: Record<string, Part | undefined> = {
  nav: 'frame',
  site: 'frame',
  'application-error': 'frame',
  contact: 'contact',
  refusals: 'contact',
  'texts-version': 'contact',
  'countries.txt?url&no-inline': 'contact',
  'not-found': 'notFound',
  paths: 'notFound',
}

const prefix = '\0texts:'

/** In the browser's scripts, a module of texts is a name for what the page brings, so that they fit every language. */
export const textsOfThePage: Plugin = {
  name: 'texts-of-the-page',
  enforce: 'pre',
  resolveId(id) {
    if (!id.startsWith('#texts/')) return undefined
    const part = partOf[id.slice('#texts/'.length)]
    if (!part) throw new Error(`${id} is in no part of scripts/script-texts.ts, and a script imports it`)
    return prefix + part
  },
  load(id) {
    if (!id.startsWith(prefix)) return undefined
    const part = id.slice(prefix.length) as Part
    const names = scriptTexts[part].join(', ')
    const url = part === 'contact' ? '\nexport { countries as default }' : ''
    return `import { onTexts } from ${JSON.stringify(fromRoot('src/page-texts.ts'))}
export let ${names}
onTexts('${part}', (texts) => { ({ ${names} } = texts) })${url}`
  },
}

/** The data of a part: `all` has every text of a language. */
export const pick = (part: Part, all: Record<string, unknown>) =>
  Object.fromEntries(scriptTexts[part].map((name) => [name, all[name]]))
