import type { HomePage } from '../types'
import { consultantsBadge, programConstants, serviceBadge } from './figures'
import { paths } from './paths'
import { founder, site } from './site'

export const homePage: HomePage = {
  path: paths.home,
  title: `${site.name} | Schweizer Beratung für Cyberabwehr`,
  description:
    'Schweizer Fachleute für Angriffserkennung, DevSecOps, Cloud-Sicherheit, Schwachstellen und Awareness. Das erste Gespräch ist kostenlos.',
  hero: {
    eyebrow: site.tagline,
    heading: 'Ihre Sicherheit. Ihre Daten. Ihre Zukunft.',
    lead: `Unsere Fachleute haben die Systeme, zu denen sie beraten, selbst betrieben. Sie engagieren eine Person oder ein Team von sechs und mehr. Was entsteht, gehört Ihnen, und Ihr Team lernt, es zu betreiben.`,
    primary: { label: 'Kostenloses Erstgespräch', href: paths.contact },
    secondary: { label: 'Alle Leistungen', href: paths.services },
  },
  tilesLabel: 'Leistungen nach Ihrer Frage',
  tiles: [
    {
      title: 'Würden wir einen Angriff bemerken?',
      description: 'SIEM, XDR, EDR, OT',
      href: paths.threatDetectionResponse,
    },
    { title: 'Ist unser Code sicher?', description: 'SAST, DAST, IAST', href: paths.devsecops },
    {
      title: 'Was beheben wir zuerst?',
      description: 'Finden, ordnen, beheben, prüfen',
      href: paths.vulnerabilityManagement,
    },
    {
      title: 'Wer hat Zugriff auf unsere Cloud?',
      description: 'Azure, IAM, CSPM',
      href: paths.cloudSecurity,
    },
  ],
  services: {
    heading: 'Leistungen',
    intro: 'Tageweise oder als Projekt.',
    cards: [
      {
        title: 'Angriffserkennung und Reaktion',
        description: 'Eindringlinge bemerken, bevor Daten abfliessen.',
        href: paths.threatDetectionResponse,
      },
      {
        title: 'DevSecOps und SDLC',
        description: 'Sicherheitslücken schon im Code-Review finden.',
        href: paths.devsecops,
      },
      {
        title: 'Schwachstellenmanagement',
        description: 'Pendenzen nach Risiko ordnen, jede Behebung prüfen.',
        href: paths.vulnerabilityManagement,
      },
      {
        title: 'Cloud-Sicherheitsarchitektur',
        description: 'Regulierte Anwendungen auf Azure betreiben.',
        href: paths.cloudSecurity,
      },
    ],
    all: { label: 'Alle fünf Leistungen', href: paths.services },
  },
  samples: {
    intro: 'Muster ansehen:',
    links: [
      { label: 'Abdeckungs\u00adkarte', href: paths.threatDetectionResponse },
      { label: 'Geänderte Richtlinie', href: paths.cloudSecurity },
    ],
  },
  fifthService: {
    intro: 'Ausserdem:',
    cta: { label: 'Security Awareness und Reporting', href: paths.securityAwareness },
  },
  ways: {
    heading: 'Zwei Arten, mit uns zu arbeiten',
    intro: 'Beide beginnen mit einem kostenlosen Gespräch.',
    items: [
      {
        title: 'Direkter Zugang zu Fachleuten',
        description: `Die Gründerin, ${founder.name}, oder eine andere Fachperson.`,
        cta: { label: 'Mehr zum Einzelauftrag', href: paths.about },
      },
      {
        title: 'Projekte mit ganzem Team',
        description: 'Mit allen Fachgebieten, die Ihr Projekt braucht.',
        cta: { label: 'Leistungen für Teams', href: paths.services },
      },
    ],
    rows: [
      { label: 'Team', values: ['1 Fachperson', serviceBadge] },
      {
        label: 'Für',
        values: [
          'Architektur\u00adprüfungen, Zweitmeinungen, Interimsmandate',
          'Erkennungs\u00adplattformen, Cloud- und Compliance-Programme',
        ],
      },
      { label: 'Vertrag', values: ['Nach Tag, Woche oder Monat', 'Teamgrösse je Phase vereinbart'] },
    ],
  },
  programs: {
    heading: 'Programme',
    intro: 'Team, Dauer und Ergebnisse stehen bei jedem fest.',
    cards: [
      {
        title: 'EDR/XDR-Einführung',
        description: 'Jeder Endpunkt geschützt und überwacht.',
        badge: consultantsBadge(programConstants.edrImplementation.consultants),
        timeline: programConstants.edrImplementation.timeline,
        href: paths.edrImplementation,
      },
      {
        title: 'SIEM und Threat Hunting',
        description: 'Detection as Code und gezielte Suche.',
        badge: consultantsBadge(programConstants.siemThreatHunting.consultants),
        timeline: programConstants.siemThreatHunting.timeline,
        href: paths.siemThreatHunting,
      },
      {
        title: 'Purple Team',
        description: 'Angriff und Abwehr schliessen Lücken gemeinsam.',
        badge: consultantsBadge(programConstants.purpleTeamOperations.consultants),
        timeline: programConstants.purpleTeamOperations.timeline,
        href: paths.purpleTeamOperations,
      },
      {
        title: 'Compliance und Governance',
        description: 'Ein Kontrollset für mehrere Regelwerke.',
        badge: consultantsBadge(programConstants.complianceGovernance.consultants),
        timeline: programConstants.complianceGovernance.timeline,
        href: paths.complianceGovernance,
      },
    ],
    all: { label: 'Alle Programme', href: paths.programs },
  },
  whyUs: {
    heading: `Warum ${site.name}`,
    items: [
      {
        title: 'Aus der Praxis',
        description:
          'Wer Sie berät, schreibt auch die Erkennungsregel, die Richtlinie oder den Code der Pipeline.',
      },
      {
        title: 'Aus der Schweiz',
        description: `Unser Sitz ist in ${site.city}, und wir kennen die Anforderungen von revDSG und FINMA. Unsere Server und E-Mails liegen in der Schweiz.`,
      },
      {
        title: 'Unabhängig',
        description:
          'Wir nehmen keine Provisionen, auch nicht von Partnern. Wenn die Produkte genügen, die Sie schon haben, sagen wir das.',
      },
    ],
  },
  contact: {
    heading: 'Am Anfang steht ein Gespräch',
    intro: 'Das erste ist kostenlos.',
    cards: [
      {
        title: 'Gespräch vereinbaren',
        description: 'Sie haben eine Frage oder eine Sorge und möchten die Meinung einer Fachperson.',
        cta: { label: 'Gespräch vereinbaren', href: paths.contact },
      },
      {
        title: 'Projekt besprechen',
        description:
          'Sie haben einen Auftrag, einen Termin oder eine Ausschreibung und brauchen eine Schätzung.',
        cta: { label: 'Projekt besprechen', href: paths.contact },
      },
    ],
  },
}
