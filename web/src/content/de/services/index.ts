import type { CtaBlock, Hero, Page, ServiceCard } from '../../types'
import { serviceBadge } from '../figures'
import { paths } from '../paths'
import { site } from '../site'

export const servicesPage = {
  path: paths.services,
  title: `Leistungen | ${site.name}`,
  description:
    'Fünf Leistungen, von einer Fachperson bis zu sechs und mehr: Erkennung und Reaktion, DevSecOps, Schwachstellen, Cloud und Awareness.',
  hero: {
    eyebrow: 'Leistungen',
    heading: 'Sicherheit, die mit der Aufgabe wächst',
    lead: `Engagieren Sie eine Person für eine zweitägige Prüfung Ihres Entwurfs oder ein Team von sechs und mehr für eine Transformation. Das Team wächst und schrumpft mit der Arbeit.`,
  },
  cardsHeading: 'Fünf Leistungen',
  cards: [
    {
      title: 'Angriffserkennung und Reaktion',
      description:
        'SIEM, XDR und EDR mit weniger und besseren Alarmen: Erkennung als Code, gestützt auf Threat Intelligence und mit simulierten Angriffen getestet. Für Büronetze, Cloud und OT.',
      badge: serviceBadge,
      href: paths.threatDetectionResponse,
    },
    {
      title: 'DevSecOps und SDLC',
      description:
        'Sicherheitsprüfungen in der Lieferpipeline: SAST, DAST und IAST so eingestellt, dass die Entwicklung ihnen traut, und Security Champions, die sie pflegen.',
      badge: serviceBadge,
      href: paths.devsecops,
    },
    {
      title: 'Schwachstellenmanagement',
      description:
        'Eine Liste der Schwachstellen in Infrastruktur, Code und Anwendungen, geordnet nach dem Risiko für Ihr Unternehmen, jede mit einer verantwortlichen Person und einem Termin.',
      badge: serviceBadge,
      href: paths.vulnerabilityManagement,
    },
    {
      title: 'Cloud-Sicherheitsarchitektur',
      description:
        'Azure Landing Zones, Identitäten und Posture Management für regulierte Anwendungen, mit Entscheiden, die ein Audit nachvollziehen kann.',
      badge: serviceBadge,
      href: paths.cloudSecurity,
    },
    {
      title: 'Security Awareness und Reporting',
      description:
        'Schulung je Rolle, Kampagnen, die Verhalten statt Anwesenheit messen, und Berichte, mit denen ein Verwaltungsrat entscheiden kann.',
      badge: serviceBadge,
      href: paths.securityAwareness,
    },
  ],
  closing: {
    heading: 'Unsicher, was Sie brauchen?',
    text: 'Die meisten Probleme berühren zwei oder drei dieser Leistungen. Beschreiben Sie Ihre Lage, und wir sagen Ihnen, wo Sie anfangen und was warten kann.',
    cta: { label: 'Bedarf besprechen', href: paths.contact },
  },
} as const satisfies Page & { hero: Hero; cards: readonly ServiceCard[]; closing: CtaBlock } & Record<
    string,
    unknown
  >
