import type * as en from './en'
import type { Page, Program, Segment, Service, Translated } from './types'

type Texts = Translated<typeof en>

export const servicesOf = (texts: Texts): readonly Service[] => [
  texts.threatDetectionResponse,
  texts.devsecops,
  texts.vulnerabilityManagement,
  texts.cloudSecurity,
  texts.securityAwareness,
]

export const programsOf = (texts: Texts): readonly Program[] => [
  texts.edrImplementation,
  texts.siemThreatHunting,
  texts.threatIntelPlatform,
  texts.purpleTeamOperations,
  texts.complianceGovernance,
]

export const segmentsOf = (texts: Texts): readonly Segment[] => [
  texts.startups,
  texts.smes,
  texts.mssps,
  texts.consultancies,
  texts.enterprises,
  texts.partners,
]

/** Every page of a language with its whole content: for the build and the tests, never for the browser. */
export const pagesOf = (texts: Texts): readonly Page[] => [
  texts.homePage,
  texts.servicesPage,
  ...servicesOf(texts),
  texts.programsPage,
  ...programsOf(texts),
  ...segmentsOf(texts),
  texts.blogPage,
  ...texts.articles,
  texts.aboutPage,
  texts.founderPage,
  texts.teamPage,
  texts.contactPage,
  texts.privacyPolicy,
  texts.terms,
]
