/** Figures that several places of the site use. */

export const teamSize = '1 to 6+'
export const serviceBadge = '1-6+ Consultants'
export const urgentResponseHours = 24
export const responseWorkingDays = 2
export const smeEmployees = '50-500'

/** Consultants and timeline of the fixed programs. */
export const programConstants = {
  edrImplementation: { consultants: '1-3', timeline: '1-3 months' },
  siemThreatHunting: { consultants: '1-5', timeline: '2-4 months' },
  threatIntelPlatform: { consultants: '3-6', timeline: '4-8 months' },
  purpleTeamOperations: { consultants: '2-4', timeline: '2-4 months' },
  complianceGovernance: { consultants: '2-4', timeline: '3-6 months' },
} as const

export const devsecopsTransformationConsultants = '2-4'

export const compliancePhaseDurations = ['4-6 weeks', '8-12 weeks', '4-6 weeks', 'ongoing'] as const

/** How long what is kept, as the privacy policy states it. */
export const retentionPeriods = {
  inquiries: 'up to 2 years from last contact',
  clientRecords: '10 years from contract completion',
  marketing: 'until consent is withdrawn or deletion is requested',
  analytics: 'up to 26 months',
} as const

/** How long a backup may live after what it holds was deleted. */
export const backupDays = 35
export const dataSubjectAnswerDays = 30
export const minimumAge = 16

/** Limits of the form, in UTF-16 code units, each inclusive. */
export const fieldLimits = {
  firstName: 50,
  lastName: 50,
  company: 100,
  email: 255,
  country: 56,
  phoneMinimum: 5,
  phone: 40,
  message: 1000,
  consultantsMinimum: 1,
  consultantsMaximum: 8,
} as const

export const toastMilliseconds = { success: 5000, error: 8000 } as const
export const copiedMilliseconds = 2000

export function consultantsBadge(range: string): string {
  return `${range} consultants`
}
