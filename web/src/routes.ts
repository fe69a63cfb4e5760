import { paths } from '#texts/paths'
import type { PageLoader } from './page-cache'

const pages: Record<string, PageLoader | undefined> = {
  [paths.home]: () => import('./pages/home'),
  [paths.services]: () => import('./pages/services'),
  [paths.threatDetectionResponse]: () => import('./pages/services/threat-detection-response'),
  [paths.devsecops]: () => import('./pages/services/devsecops'),
  [paths.vulnerabilityManagement]: () => import('./pages/services/vulnerability-management'),
  [paths.cloudSecurity]: () => import('./pages/services/cloud-security'),
  [paths.securityAwareness]: () => import('./pages/services/security-awareness'),
  [paths.programs]: () => import('./pages/programs'),
  [paths.edrImplementation]: () => import('./pages/programs/edr-implementation'),
  [paths.siemThreatHunting]: () => import('./pages/programs/siem-threat-hunting'),
  [paths.threatIntelPlatform]: () => import('./pages/programs/threat-intel-platform'),
  [paths.purpleTeamOperations]: () => import('./pages/programs/purple-team-operations'),
  [paths.complianceGovernance]: () => import('./pages/programs/compliance-governance'),
  [paths.startups]: () => import('./pages/why-us/startups'),
  [paths.smes]: () => import('./pages/why-us/smes'),
  [paths.mssps]: () => import('./pages/why-us/mssps'),
  [paths.consultancies]: () => import('./pages/why-us/consultancies'),
  [paths.enterprises]: () => import('./pages/why-us/enterprises'),
  [paths.partners]: () => import('./pages/why-us/partners'),
  [paths.blog]: () => import('./pages/blog'),
  [paths.takeoverArticle]: () => import('./pages/articles/takeover'),
  [paths.detectionRuleArticle]: () => import('./pages/articles/detection-rule'),
  [paths.accessLogArticle]: () => import('./pages/articles/access-log'),
  [paths.deletionArticle]: () => import('./pages/articles/deletion'),
  [paths.botCheckArticle]: () => import('./pages/articles/bot-check'),
  [paths.mailOutageArticle]: () => import('./pages/articles/mail-outage'),
  [paths.about]: () => import('./pages/about'),
  [paths.founder]: () => import('./pages/founder'),
  [paths.team]: () => import('./pages/team'),
  [paths.contact]: () => import('./pages/contact'),
  [paths.privacyPolicy]: () => import('./pages/privacy-policy'),
  [paths.terms]: () => import('./pages/terms'),
}

export const notFound: PageLoader = () => import('./pages/not-found')

/** The page component of every path: for the prerenderer and `npm run dev`. */
export const pageAt = (path: string) => pages[path] ?? notFound
