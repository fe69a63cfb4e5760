/** Figures with their words, which several texts use. */

export const teamSize = '1 à 6+'
export const serviceBadge = '1-6+ consultants'
export const smeEmployees = '50 à 500'

/** Consultants and timeline of the fixed programs. */
export const programConstants = {
  edrImplementation: { consultants: '1-3', timeline: '1-3 mois' },
  siemThreatHunting: { consultants: '1-5', timeline: '2-4 mois' },
  threatIntelPlatform: { consultants: '3-6', timeline: '4-8 mois' },
  purpleTeamOperations: { consultants: '2-4', timeline: '2-4 mois' },
  complianceGovernance: { consultants: '2-4', timeline: '3-6 mois' },
} as const

export const devsecopsTransformationConsultants = '2-4'

export const compliancePhaseDurations = [
  '4-6 semaines',
  '8-12 semaines',
  '4-6 semaines',
  'en continu',
] as const

/** How long what is kept, as the privacy policy states it. */
export const retentionPeriods = {
  inquiries: 'jusqu’à 2 ans après le dernier contact',
  clientRecords: '10 ans après la fin du contrat',
  marketing: 'jusqu’au retrait du consentement ou à la demande d’effacement',
  analytics: '26 mois au plus',
} as const

export function consultantsBadge(range: string): string {
  return `${range} consultants`
}
