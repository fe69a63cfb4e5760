import { dataSubjectAnswerDays } from './constants'
import type { CtaBlock } from './types'

/** How both legal pages end. */
export const legalClosing: CtaBlock = {
  heading: 'A question about your data?',
  text: `Ask what we hold, have it corrected or have it removed: you receive an answer within ${dataSubjectAnswerDays} days, free of charge.`,
  cta: { label: 'Contact Us', href: '/contact' },
}
