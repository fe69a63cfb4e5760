import type { components } from '../../api/schema'

export type ContactReason = components['schemas']['ContactReason']
export type Program = components['schemas']['Program']

/** What the controls hold: selects know the empty choice, checkboxes may be unticked. Specification, section 3. */
export interface InquiryValues {
  firstName: string
  lastName: string
  company: string
  email: string
  phone: string
  country: string
  contactReason: ContactReason | ''
  program: Program | ''
  desiredConsultants: number | ''
  message: string
  consent: boolean
  gdprConsent: boolean
}

export type FieldName = keyof InquiryValues

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

/** In the order in which the page shows them; the error summary follows it. */
export const FIELD_ORDER = Object.keys(EMPTY_INQUIRY) as readonly FieldName[]

export function isFieldName(name: string): name is FieldName {
  return Object.hasOwn(EMPTY_INQUIRY, name)
}

const URGENT: ContactReason = 'incident-response'

export const isUrgent = ({ contactReason }: Pick<InquiryValues, 'contactReason'>) => contactReason === URGENT
