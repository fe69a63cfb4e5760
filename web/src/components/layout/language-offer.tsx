import { useState } from 'react'
import { language, languages } from '../../content/languages'
import { handOver } from '../../hand-over'
import { isPage } from '../../page-cache'
import { usePlace } from '../../router'
import { pageIn } from './languages'

/** In the visitor's language, not in that of the page. */
const offers = {
  en: { text: 'This page is available in', name: 'English', close: 'Close' },
  de: { text: 'Diese Seite gibt es auf', name: 'Deutsch', close: 'Schliessen' },
  fr: { text: 'Cette page existe en', name: 'français', close: 'Fermer' },
  it: { text: 'Questa pagina è disponibile in', name: 'italiano', close: 'Chiudere' },
}

type Offered = keyof typeof offers

/** The first language of the browser that the site has, unless it is the page's. */
function wantedLanguage(): Offered | undefined {
  const known: readonly string[] = languages
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => known.includes(tag))
  return wanted === language ? undefined : (wanted as Offered | undefined)
}

/** Where storage is blocked, the offer is closed for the visit alone. */
const CLOSED = 'language-offer-closed'

function isClosed(): boolean {
  try {
    return localStorage.getItem(CLOSED) !== null
  } catch {
    return false
  }
}

function remember() {
  try {
    localStorage.setItem(CLOSED, '')
  } catch {
    // Nothing depends on it.
  }
}

/** One line over the page, so that nothing moves when it appears. Nobody is redirected. */
export function LanguageOffer() {
  const { path } = usePlace()
  const [to, setTo] = useState(() => (isClosed() || !isPage(path) ? undefined : wantedLanguage()))
  if (!to) return null
  const { text, name, close } = offers[to]
  const end = () => {
    remember()
    setTo(undefined)
  }
  return (
    <section lang={to} aria-label={name} className="language-offer night no-print">
      <p>
        {`${text} `}
        <a className="link" href={pageIn(to, path) + location.search} hrefLang={to} onClick={handOver}>
          {name}
        </a>
        .
      </p>
      <button
        type="button"
        className="size-11 shrink-0 cursor-pointer text-ink"
        aria-label={close}
        onClick={end}
      >
        <span aria-hidden="true">✕</span>
      </button>
    </section>
  )
}
