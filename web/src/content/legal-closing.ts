import { dataSubjectAnswerDays } from './constants'
import { contactLink } from './nav'
import type { CtaBlock } from './types'

export const privacyClosing: CtaBlock = {
  heading: 'Questions about your data?',
  text: `Ask for a copy, a correction or deletion. We answer within ${dataSubjectAnswerDays} days, free of charge.`,
  cta: contactLink,
}

export const termsClosing: CtaBlock = {
  heading: 'Questions about these terms?',
  text: 'Write to us, and we will explain what applies to your case.',
  cta: contactLink,
}
