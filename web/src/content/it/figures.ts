/** Figures with their words, which several texts use. */

export const teamSize = 'da 1 a 6+'
export const serviceBadge = '1-6+ consulenti'
export const smeEmployees = '50-500'

/** Consultants and timeline of the fixed programs. */
export const programConstants = {
  edrImplementation: { consultants: '1-3', timeline: '1-3 mesi' },
  siemThreatHunting: { consultants: '1-5', timeline: '2-4 mesi' },
  threatIntelPlatform: { consultants: '3-6', timeline: '4-8 mesi' },
  purpleTeamOperations: { consultants: '2-4', timeline: '2-4 mesi' },
  complianceGovernance: { consultants: '2-4', timeline: '3-6 mesi' },
} as const

export const devsecopsTransformationConsultants = '2-4'

export const compliancePhaseDurations = [
  '4-6 settimane',
  '8-12 settimane',
  '4-6 settimane',
  'permanente',
] as const

/** How long what is kept, as the privacy policy states it. */
export const retentionPeriods = {
  inquiries: 'fino a 2 anni dall’ultimo contatto',
  clientRecords: '10 anni dalla fine del contratto',
  marketing: 'fino alla revoca del consenso o alla richiesta di cancellazione',
  analytics: 'fino a 26 mesi',
} as const

export function consultantsBadge(range: string): string {
  return `${range} consulenti`
}
