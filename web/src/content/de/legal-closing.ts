import type { CtaBlock } from '../types'
import { contactLink } from './nav'

export const privacyClosing: CtaBlock = {
  heading: 'Noch eine Frage?',
  text: 'Fragen zu Leistungen, Projekten oder dieser Website stellen Sie am besten über das Formular. Begehren zu Ihren Daten gehen an die Adresse in Ziffer 14.',
  cta: contactLink,
}

export const termsClosing: CtaBlock = {
  heading: 'Fragen zu diesen Bedingungen?',
  text: 'Schreiben Sie uns. Wir erklären, was in Ihrem Fall gilt.',
  cta: contactLink,
}
