import type { CtaBlock } from '../types'
import { contactLink } from './nav'

export const privacyClosing: CtaBlock = {
  heading: 'Another question?',
  text: 'For questions about services, projects or this website, use the form. Requests about your data go to the address in section 14.',
  cta: contactLink,
}

export const termsClosing: CtaBlock = {
  heading: 'Questions about these terms?',
  text: 'Write to us, and we will explain what applies to your case.',
  cta: contactLink,
}
