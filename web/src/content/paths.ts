import type { components } from '../api/schema'
import { founder, type PersonId } from './site'

/** Every page of the site. Links are typed by these values, so a link to a page that does not exist does not compile. */
export const paths = {
  home: '/',
  services: '/services',
  threatDetectionResponse: '/services/threat-detection-response',
  devsecops: '/services/devsecops',
  vulnerabilityManagement: '/services/vulnerability-management',
  cloudSecurity: '/services/cloud-security',
  securityAwareness: '/services/security-awareness',
  programs: '/programs',
  edrImplementation: '/programs/edr-implementation',
  siemThreatHunting: '/programs/siem-threat-hunting',
  threatIntelPlatform: '/programs/threat-intel-platform',
  purpleTeamOperations: '/programs/purple-team-operations',
  complianceGovernance: '/programs/compliance-governance',
  startups: '/why-us/startups',
  smes: '/why-us/smes',
  mssps: '/why-us/mssps',
  consultancies: '/why-us/consultancies',
  enterprises: '/why-us/enterprises',
  partners: '/why-us/partners',
  blog: '/blog',
  deletionArticle: '/blog/deletion-after-two-years',
  botCheckArticle: '/blog/bot-check-without-third-parties',
  mailOutageArticle: '/blog/when-the-mail-server-is-down',
  about: '/about',
  founder: `/about-${founder.slug}`,
  team: '/about-team',
  contact: '/contact',
  privacyPolicy: '/privacy-policy',
  terms: '/terms',
} as const

export type RoutePath = (typeof paths)[keyof typeof paths]

export const routePaths: readonly RoutePath[] = Object.values(paths)

/** Old addresses. The last two targets are not pages: by specification they end on the not-found page. */
export const redirects = {
  '/privacy': '/privacy-policy',
  '/solutions': '/services',
  '/programs/unified-defense-platform': '/programs/threat-intel-platform',
  '/services/one-on-one-consulting': '/services/individual-consulting-engagements',
  '/services/full-team-consulting': '/services/team-consulting-engagements',
} as const

/** Redirects that a link on the site may use, because they end on a page. */
export type LinkedRedirect = '/privacy'

/** What an internal link may point to. */
export type InternalHref = RoutePath | LinkedRedirect | `${typeof paths.contact}?${string}`

/** What a call to action is about: the form preselects it. */
export interface InquiryContext {
  readonly reason?: components['schemas']['ContactReason']
  readonly program?: components['schemas']['Program']
  /** The person who is to read the inquiry. */
  readonly to?: PersonId
}

export const contactHref = (context: InquiryContext): InternalHref =>
  `${paths.contact}?${new URLSearchParams({ ...context })}`
