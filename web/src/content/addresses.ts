import type { components } from '../api/schema'
import { founderSlug, type PersonId } from './firm'

/** The address of a page. Only the tables below make one, so a link to a page that does not exist does not compile. */
export type RoutePath = string & { readonly isRoute: true }

/**
 * Every page of the site, by its name in the code, with its address in each language. A browser gets the table of its
 * own language alone: see `en/paths.ts`.
 */
const english = {
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
  takeoverArticle: '/blog/microsoft-365-takeover',
  detectionRuleArticle: '/blog/detection-rule',
  accessLogArticle: '/blog/revfadp-logs',
  deletionArticle: '/blog/deletion-after-two-years',
  botCheckArticle: '/blog/bot-check-without-third-parties',
  mailOutageArticle: '/blog/when-the-mail-server-is-down',
  about: '/about',
  founder: `/about-${founderSlug}`,
  team: '/about-team',
  contact: '/contact',
  privacyPolicy: '/privacy-policy',
  terms: '/terms',
}

export type PageName = keyof typeof english
type Table = Record<PageName, string>
export type Paths = Readonly<Record<PageName, RoutePath>>

export const en = english as Paths

export const de = {
  home: '/de',
  services: '/de/leistungen',
  threatDetectionResponse: '/de/leistungen/angriffserkennung',
  devsecops: '/de/leistungen/devsecops',
  vulnerabilityManagement: '/de/leistungen/schwachstellenmanagement',
  cloudSecurity: '/de/leistungen/cloud-sicherheit',
  securityAwareness: '/de/leistungen/security-awareness',
  programs: '/de/programme',
  edrImplementation: '/de/programme/edr-einfuehrung',
  siemThreatHunting: '/de/programme/siem-threat-hunting',
  threatIntelPlatform: '/de/programme/threat-intelligence-plattform',
  purpleTeamOperations: '/de/programme/purple-team',
  complianceGovernance: '/de/programme/compliance-governance',
  startups: '/de/warum-wir/startups',
  smes: '/de/warum-wir/kmu',
  mssps: '/de/warum-wir/mssp',
  consultancies: '/de/warum-wir/beratungsfirmen',
  enterprises: '/de/warum-wir/grossunternehmen',
  partners: '/de/warum-wir/partner',
  blog: '/de/blog',
  takeoverArticle: '/de/blog/microsoft-365-uebernahme',
  detectionRuleArticle: '/de/blog/erkennungsregel',
  accessLogArticle: '/de/blog/revdsg-logs',
  deletionArticle: '/de/blog/loeschung-nach-zwei-jahren',
  botCheckArticle: '/de/blog/bot-pruefung-ohne-dritte',
  mailOutageArticle: '/de/blog/wenn-der-mailserver-ausfaellt',
  about: '/de/ueber-uns',
  founder: `/de/ueber-uns-${founderSlug}`,
  team: '/de/team',
  contact: '/de/kontakt',
  privacyPolicy: '/de/datenschutz',
  terms: '/de/nutzungsbedingungen',
} satisfies Table as Paths

export const fr = {
  home: '/fr',
  services: '/fr/prestations',
  threatDetectionResponse: '/fr/prestations/detection-des-attaques',
  devsecops: '/fr/prestations/devsecops',
  vulnerabilityManagement: '/fr/prestations/gestion-des-vulnerabilites',
  cloudSecurity: '/fr/prestations/securite-du-cloud',
  securityAwareness: '/fr/prestations/sensibilisation',
  programs: '/fr/programmes',
  edrImplementation: '/fr/programmes/deploiement-edr',
  siemThreatHunting: '/fr/programmes/siem-threat-hunting',
  threatIntelPlatform: '/fr/programmes/plateforme-threat-intelligence',
  purpleTeamOperations: '/fr/programmes/purple-team',
  complianceGovernance: '/fr/programmes/conformite-gouvernance',
  startups: '/fr/pourquoi-nous/startups',
  smes: '/fr/pourquoi-nous/pme',
  mssps: '/fr/pourquoi-nous/mssp',
  consultancies: '/fr/pourquoi-nous/cabinets-de-conseil',
  enterprises: '/fr/pourquoi-nous/grandes-entreprises',
  partners: '/fr/pourquoi-nous/partenaires',
  blog: '/fr/blog',
  takeoverArticle: '/fr/blog/compte-microsoft-365-pirate',
  detectionRuleArticle: '/fr/blog/regle-de-detection',
  accessLogArticle: '/fr/blog/nlpd-journaux',
  deletionArticle: '/fr/blog/effacement-apres-deux-ans',
  botCheckArticle: '/fr/blog/controle-anti-robots-sans-tiers',
  mailOutageArticle: '/fr/blog/quand-le-serveur-de-messagerie-est-en-panne',
  about: '/fr/a-propos',
  founder: `/fr/a-propos-${founderSlug}`,
  team: '/fr/equipe',
  contact: '/fr/contact',
  privacyPolicy: '/fr/protection-des-donnees',
  terms: '/fr/conditions-d-utilisation',
} satisfies Table as Paths

export const it = {
  home: '/it',
  services: '/it/servizi',
  threatDetectionResponse: '/it/servizi/rilevamento-delle-minacce',
  devsecops: '/it/servizi/devsecops',
  vulnerabilityManagement: '/it/servizi/gestione-delle-vulnerabilita',
  cloudSecurity: '/it/servizi/sicurezza-del-cloud',
  securityAwareness: '/it/servizi/sensibilizzazione',
  programs: '/it/programmi',
  edrImplementation: '/it/programmi/introduzione-edr',
  siemThreatHunting: '/it/programmi/siem-threat-hunting',
  threatIntelPlatform: '/it/programmi/piattaforma-threat-intelligence',
  purpleTeamOperations: '/it/programmi/purple-team',
  complianceGovernance: '/it/programmi/conformita-governance',
  startups: '/it/perche-noi/startup',
  smes: '/it/perche-noi/pmi',
  mssps: '/it/perche-noi/mssp',
  consultancies: '/it/perche-noi/societa-di-consulenza',
  enterprises: '/it/perche-noi/grandi-aziende',
  partners: '/it/perche-noi/partner',
  blog: '/it/blog',
  takeoverArticle: '/it/blog/account-microsoft-365-violato',
  detectionRuleArticle: '/it/blog/regola-di-rilevamento',
  accessLogArticle: '/it/blog/nlpd-log',
  deletionArticle: '/it/blog/cancellazione-dopo-due-anni',
  botCheckArticle: '/it/blog/controllo-anti-bot-senza-terzi',
  mailOutageArticle: '/it/blog/quando-il-server-di-posta-e-fermo',
  about: '/it/chi-siamo',
  founder: `/it/chi-siamo-${founderSlug}`,
  team: '/it/team',
  contact: '/it/contatto',
  privacyPolicy: '/it/protezione-dei-dati',
  terms: '/it/condizioni-d-uso',
} satisfies Table as Paths

/** By language: for the build and the tests. */
export const addresses = { en, de, fr, it }

/** Of the English pages, which the specification describes. */
export const routePaths = /* @__PURE__ */ Object.values(en)

/** Old addresses. The last two targets are not pages: by specification they end on the not-found page. */
export const redirects = {
  '/privacy': '/privacy-policy',
  '/solutions': '/services',
  '/programs/unified-defense-platform': '/programs/threat-intel-platform',
  '/services/one-on-one-consulting': '/services/individual-consulting-engagements',
  '/services/full-team-consulting': '/services/team-consulting-engagements',
} as const

/** What an internal link may point to. `/privacy` is a redirect that ends on a page. */
export type InternalHref = RoutePath | '/privacy'

/** What a call to action is about: the form preselects it. */
export interface InquiryContext {
  readonly reason?: components['schemas']['ContactReason']
  readonly program?: components['schemas']['Program']
  /** The person who is to read the inquiry. */
  readonly to?: PersonId
}
