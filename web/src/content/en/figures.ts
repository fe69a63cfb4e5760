/** Figures with their words, which several texts use. */

export const teamSize = '1 to 6+'
export const serviceBadge = '1-6+ Consultants'
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

export function consultantsBadge(range: string): string {
  return `${range} consultants`
}
