/** Figures with their words, which several texts use. */

export const teamSize = '1 bis 6+'
export const serviceBadge = '1–6+ Fachleute'
export const smeEmployees = '50–500'

/** Consultants and timeline of the fixed programs. */
export const programConstants = {
  edrImplementation: { consultants: '1–3', timeline: '1–3 Monate' },
  siemThreatHunting: { consultants: '1–5', timeline: '2–4 Monate' },
  threatIntelPlatform: { consultants: '3–6', timeline: '4–8 Monate' },
  purpleTeamOperations: { consultants: '2–4', timeline: '2–4 Monate' },
  complianceGovernance: { consultants: '2–4', timeline: '3–6 Monate' },
} as const

export const devsecopsTransformationConsultants = '2–4'

export const compliancePhaseDurations = ['4–6 Wochen', '8–12 Wochen', '4–6 Wochen', 'laufend'] as const

/** How long what is kept, as the privacy policy states it. */
export const retentionPeriods = {
  inquiries: 'bis zu 2 Jahre ab dem letzten Kontakt',
  clientRecords: '10 Jahre ab Beendigung des Vertrags',
  marketing: 'bis die Einwilligung widerrufen oder die Löschung verlangt wird',
  analytics: 'bis zu 26 Monate',
} as const

export function consultantsBadge(range: string): string {
  return `${range} Fachleute`
}
