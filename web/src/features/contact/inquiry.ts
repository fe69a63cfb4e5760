import type { consentTexts, fields } from '#texts/contact'
import type { components } from '../../api/schema'
import type { SelectOption } from '../../content/types'

type Entered<Field> = Field extends { options: readonly SelectOption<infer Option>[] } ? Option | '' : string
type Fields = { [Name in Exclude<keyof typeof fields, 'desiredConsultants'>]: Entered<(typeof fields)[Name]> }
type Consents = Record<keyof typeof consentTexts, boolean>

/** What the controls hold: selects know the empty choice, checkboxes may be unticked. Specification, section 3. */
export type InquiryValues = Fields & { desiredConsultants: number | '' } & Consents

export type FieldName = keyof InquiryValues

/** In the order in which the page shows them; the error summary follows it. */
export const EMPTY_INQUIRY: InquiryValues = {
  firstName: '',
  lastName: '',
  company: '',
  email: '',
  phone: '',
  country: '',
  contactReason: '',
  program: '',
  desiredConsultants: '',
  message: '',
  consent: false,
  gdprConsent: false,
}

export const FIELD_ORDER = Object.keys(EMPTY_INQUIRY) as readonly FieldName[]

export function isFieldName(name: string): name is FieldName {
  return Object.hasOwn(EMPTY_INQUIRY, name)
}

const URGENT: components['schemas']['ContactReason'] = 'incident-response'

export const isUrgent = ({ contactReason }: Pick<InquiryValues, 'contactReason'>) => contactReason === URGENT
