import { aboutPage } from './about'
import { articles } from './articles'
import { blogPage } from './blog'
import { contactPage } from './contact'
import { founderPage } from './founder'
import { homePage } from './home'
import { privacyPolicy } from './privacy-policy'
import { complianceGovernance } from './programs/compliance-governance'
import { edrImplementation } from './programs/edr-implementation'
import { programsPage } from './programs/index'
import { purpleTeamOperations } from './programs/purple-team-operations'
import { siemThreatHunting } from './programs/siem-threat-hunting'
import { threatIntelPlatform } from './programs/threat-intel-platform'
import { cloudSecurity } from './services/cloud-security'
import { devsecops } from './services/devsecops'
import { servicesPage } from './services/index'
import { securityAwareness } from './services/security-awareness'
import { threatDetectionResponse } from './services/threat-detection-response'
import { vulnerabilityManagement } from './services/vulnerability-management'
import { teamPage } from './team-page'
import { terms } from './terms'
import type { Page, Program, Segment, Service } from './types'
import { consultancies } from './why-us/consultancies'
import { enterprises } from './why-us/enterprises'
import { mssps } from './why-us/mssps'
import { partners } from './why-us/partners'
import { smes } from './why-us/smes'
import { startups } from './why-us/startups'

export const services: readonly Service[] = [
  threatDetectionResponse,
  devsecops,
  vulnerabilityManagement,
  cloudSecurity,
  securityAwareness,
]

export const programs: readonly Program[] = [
  edrImplementation,
  siemThreatHunting,
  threatIntelPlatform,
  purpleTeamOperations,
  complianceGovernance,
]

export const segments: readonly Segment[] = [startups, smes, mssps, consultancies, enterprises, partners]

/** Every page with its whole content: for the build and the tests, never for the browser. */
export const pages: readonly Page[] = [
  homePage,
  servicesPage,
  ...services,
  programsPage,
  ...programs,
  ...segments,
  blogPage,
  ...articles,
  aboutPage,
  founderPage,
  teamPage,
  contactPage,
  privacyPolicy,
  terms,
]
