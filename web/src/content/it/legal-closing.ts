import type { CtaBlock } from '../types'
import { contactLink } from './nav'

export const privacyClosing: CtaBlock = {
  heading: 'Un’altra domanda?',
  text: 'Per domande su servizi, progetti o su questo sito usi il modulo. Le richieste sui Suoi dati vanno all’indirizzo indicato al numero 14.',
  cta: contactLink,
}

export const termsClosing: CtaBlock = {
  heading: 'Domande su queste condizioni?',
  text: 'Ci scriva: Le spiegheremo che cosa vale nel Suo caso.',
  cta: contactLink,
}
