import { type ComponentType, useEffect, useState } from 'react'
import { language } from '../../content/languages'

/** The line that offers the page in the visitor's language: only a browser of another language loads it. */
export function OfferedLanguage() {
  const [loaded, setLoaded] = useState<{ Offer: ComponentType }>()
  useEffect(() => {
    if (navigator.language.startsWith(language)) return
    import('./language-offer')
      .then(({ LanguageOffer }) => setLoaded({ Offer: LanguageOffer }))
      .catch(() => {})
  }, [])
  return loaded ? <loaded.Offer /> : null
}
