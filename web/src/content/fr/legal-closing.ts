import type { CtaBlock } from '../types'
import { contactLink } from './nav'

export const privacyClosing: CtaBlock = {
  heading: 'Une autre question ?',
  text: 'Pour toute question sur nos prestations, un projet ou ce site, utilisez le formulaire. Les demandes concernant vos données vont à l’adresse indiquée au chiffre 14.',
  cta: contactLink,
}

export const termsClosing: CtaBlock = {
  heading: 'Des questions sur ces conditions ?',
  text: 'Écrivez-nous : nous vous expliquerons ce qui s’applique à votre cas.',
  cta: contactLink,
}
