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
        'SIEM, XDR und EDR mit weniger und besseren Alarmen: Detection as Code, gestützt auf Threat Intelligence und mit simulierten Angriffen getestet. Für Büronetze, Cloud und OT.',
      badge: serviceBadge,
      href: paths.threatDetectionResponse,
    },
    {
      title: 'DevSecOps und SDLC',
      description:
        'Sicherheitsprüfungen in der CI/CD-Pipeline: SAST, DAST und IAST so eingestellt, dass die Entwicklung ihnen traut, und Security Champions, die sie pflegen.',
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
  samples: {
    heading: 'Was Sie erhalten: zwei Muster',
    items: [
      {
        title: 'Abdeckungskarte',
        description: 'Was ein Auftrag zur Angriffserkennung verändert, Technik für Technik.',
        href: paths.threatDetectionResponse,
      },
      {
        title: 'Geänderte Richtlinie',
        description: 'So erhalten Sie eine Cloud-Regel: als geprüften Pull Request.',
        href: paths.cloudSecurity,
      },
    ],
  },
  incident: {
    heading: 'Hilfe bei Vorfällen',
    intro: 'Die Reihenfolge entscheidet, ob die Spuren erhalten bleiben.',
    items: [
      {
        title: 'Anrufen',
        description:
          'Per Telefon, nicht per E-Mail. Gemeinsam legen wir fest, was sofort aufhören muss und was niemand anrühren darf.',
      },
      {
        title: 'Sichern',
        description:
          'Wir exportieren Logs und kopieren betroffene Systeme, bevor etwas neu aufgesetzt wird, und halten fest, wer wann was getan hat.',
      },
      {
        title: 'Eindämmen',
        description:
          'Sitzungen, Konten und Verbindungen des Angreifers kappen wir auf einen Schlag. Einzeln vorzugehen, würde ihn warnen.',
      },
      {
        title: 'Untersuchen',
        description:
          'Wie kam der Angreifer herein, seit wann ist er da, und wie weit kam er? Jede Aussage ist belegt oder als Vermutung bezeichnet.',
      },
      {
        title: 'Melden und wiederherstellen',
        description:
          'Sie erhalten die Fakten für BACS, EDÖB oder FINMA. Die Systeme kehren in vereinbarter Reihenfolge zurück, jedes mit einer Prüfung, die einen zweiten Versuch bemerken würde.',
      },
    ],
    cta: { label: 'Vorfall melden', href: paths.contact },
    inquiry: { reason: 'incident-response' },
  },
  notOffered: {
    heading: 'Was wir nicht machen',
    items: [
      {
        title: 'Penetrationstests',
        description:
          'Unser Red Team arbeitet nur in Purple-Team-Übungen. Für einen Penetrationstest nennen wir Ihnen darauf spezialisierte Firmen und erhalten dafür nichts.',
      },
      {
        title: 'Überwachung rund um die Uhr',
        description:
          'Ein Security Operations Center betreiben wir nicht. Wir bauen und testen, womit Ihres oder das Ihres Anbieters arbeitet.',
      },
      {
        title: 'Verkauf von Produkten',
        description: 'Wir verkaufen weder Lizenzen noch Geräte.',
      },
    ],
  },
  closing: {
    heading: 'Unsicher, was Sie brauchen?',
    text: 'Die meisten Probleme berühren zwei oder drei dieser Leistungen. Beschreiben Sie Ihre Lage, und wir sagen Ihnen, wo Sie anfangen und was warten kann.',
    cta: { label: 'Bedarf besprechen', href: paths.contact },
  },
} as const satisfies Page & { hero: Hero; cards: readonly ServiceCard[]; closing: CtaBlock } & Record<
    string,
    unknown
  >
