import { messages } from '#texts/contact'
import type { FieldName } from './inquiry'

/** Refusals that only the server can make. */
const others: Record<string, { outOfDate: string; unclear: string }> = {
  de: {
    outOfDate:
      'Diese Seite ist veraltet. Kopieren Sie Ihre Nachricht, laden Sie die Seite neu und stimmen Sie noch einmal zu',
    unclear: 'Bitte prüfen Sie diese Angabe',
  },
  fr: {
    outOfDate:
      'Cette page n’est plus à jour. Copiez votre message, rechargez la page et donnez à nouveau votre accord',
    unclear: 'Veuillez vérifier cette indication',
  },
  it: {
    outOfDate:
      'Questa pagina non è più aggiornata. Copi il Suo messaggio, ricarichi la pagina e dia di nuovo il consenso',
    unclear: 'Controlli questo dato',
  },
}

type Kind = 'required' | 'invalid' | 'tooLong' | 'tooShort'

/** The server words its refusals in English, as the specification does; the page in its own language. */
export function wordedRefusal(name: FieldName, message: string, language: string = __LANGUAGE__): string {
  const other = others[language]
  if (!other) return message
  if (message.includes('out of date')) return other.outOfDate
  const known: Partial<Record<string, Partial<Record<Kind, string>>>> = messages
  const kinds = known[name] ?? {}
  if (message.includes('less than')) return kinds.tooLong ?? other.unclear
  return kinds.tooShort ?? kinds.required ?? kinds.invalid ?? other.unclear
}
