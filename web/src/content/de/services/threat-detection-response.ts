import type { Service } from '../../types'
import { paths } from '../paths'
import { site } from '../site'

export const threatDetectionResponse: Service = {
  path: paths.threatDetectionResponse,
  title: `Angriffserkennung und Reaktion | ${site.name}`,
  description:
    'SIEM, XDR, EDR, Angriffssimulation, Detection as Code, Threat Intelligence und OT-Sicherheit, gebaut von Schweizer Fachleuten.',
  hero: {
    eyebrow: 'Leistung',
    heading: 'Angriffs\u00aderkennung und Reaktion',
    lead: 'Aus einem Einbruch wird ein Schaden, wenn niemand rechtzeitig reagiert. Wir verkürzen die Zeit von der ersten Spur bis zur ersten Reaktion: mit den richtigen Daten, getesteten Regeln und Abläufen, denen Ihr Team auch um drei Uhr nachts folgen kann.',
  },
  back: { label: 'Alle Leistungen', href: paths.services },
  overview: [
    'Die meisten Unternehmen haben genug Werkzeuge, aber zu wenige Regeln, auf die sie sich verlassen können. Wir beginnen mit den Angriffen, die Sie am härtesten träfen, und ordnen sie den Techniken von MITRE ATT&CK zu. Dann prüfen wir, welche Techniken Ihre Sensoren aufzeichnen, welche sie melden und welche ihnen entgehen.',
    'Eine Logquelle kommt erst dazu, wenn eine Regel sie braucht. Regeln werden wie Software geprüft und versioniert, und jede wird mit einem simulierten Angriff getestet, bevor sie jemanden wecken darf.',
  ],
  topics: {
    heading: 'Was wir bauen',
    items: [
      {
        title: 'SIEM',
        description:
          'Architektur, Migration und Tuning Ihrer zentralen Plattform: Anbindung der nötigen Quellen, einheitliche Schemas, Aufbewahrung im Rahmen von Recht und Budget, Korrelation über Identitäten, Endpunkte und Netz hinweg.',
      },
      {
        title: 'EDR und XDR',
        description:
          'Rollout auf alle relevanten Endpunkte, auch auf Server. Richtlinien wechseln schrittweise vom Beobachten zum Blockieren, Ausnahmen sind dokumentiert, und Reaktionen sind im Voraus freigegeben.',
      },
      {
        title: 'Angriffssimulation (BAS)',
        description:
          'Harmlose Durchläufe echter Angriffstechniken nach Plan zeigen, ob Schutz und Erkennung nach einer Änderung noch wirken. Aus jedem Fehlschlag wird ein Ticket mit den Belegen.',
      },
      {
        title: 'Detection as Code',
        description:
          'Sigma-Regeln in einem Repository, Review im Team, Tests gegen aufgezeichnete Ereignisse, automatischer Rollout und eine Abdeckungskarte, die aus den aktiven Regeln entsteht.',
      },
      {
        title: 'Threat Intelligence',
        description:
          'Quellen, die zu Ihrer Branche passen, Indikatoren mit Ablaufdatum und schriftliche Lagebilder, die dem Betrieb sagen, worauf er diesen Monat achten soll.',
      },
      {
        title: 'OT-Sicherheit',
        description:
          'Passive Überwachung von Industrienetzen, Zonen und Conduits nach IEC 62443 und Abläufe, die mit dem Betrieb der Anlage abgestimmt sind. Dort gehen die Sicherheit von Mensch und Anlage und die Verfügbarkeit vor.',
      },
    ],
  },
  lists: {
    heading: 'Plattformen, mit denen wir arbeiten',
    intro:
      'Wir verkaufen keine Lizenzen. Die Wahl hängt von Ihrer Umgebung, Ihren Verträgen und dem Können Ihres Teams ab.',
    groups: [
      {
        title: 'SIEM',
        items: [
          'Microsoft Sentinel',
          'Splunk Enterprise Security',
          'Elastic Security',
          'Google Security Operations',
        ],
      },
      {
        title: 'EDR und XDR',
        items: ['Microsoft Defender XDR', 'CrowdStrike Falcon', 'SentinelOne Singularity', 'Cortex XDR'],
      },
      { title: 'Simulation', items: ['Atomic Red Team', 'MITRE Caldera', 'AttackIQ', 'SafeBreach'] },
      {
        title: 'OT-Überwachung',
        items: ['Microsoft Defender for IoT', 'Nozomi Networks', 'Claroty', 'Dragos'],
      },
    ],
  },
  approach: {
    heading: 'Wie ein Auftrag abläuft',
    items: [
      {
        title: 'Messen',
        description:
          'In zwei Wochen prüfen wir Konfigurationen, führen Angriffstechniken aus und sprechen mit den Analystinnen und Analysten. Das Ergebnis ist eine Karte Ihrer heutigen Abdeckung.',
      },
      {
        title: 'Entwerfen',
        description:
          'Wir vereinbaren Bedrohungsszenarien, Datenquellen, Schweregrade, Zuständigkeiten und Reaktionszeiten.',
      },
      {
        title: 'Bauen und testen',
        description:
          'Regeln gehen in kleinen Gruppen in Betrieb. Was den eigenen Test nicht besteht, wird nicht ausgerollt.',
      },
      {
        title: 'Übergeben',
        description:
          'Die letzte Gruppe schreibt Ihr Team, und wir prüfen sie. Abläufe und Repository bleiben bei Ihnen.',
      },
    ],
  },
  results: {
    heading: 'Was Sie erhalten',
    items: [
      'Eine Abdeckungskarte nach MITRE ATT&CK, mit den Lücken, die Sie akzeptieren',
      'Ein Repository mit Regeln, Tests und Pipeline für den Rollout',
      'Abläufe für die Reaktion, mindestens einmal geübt',
      'Einen Plan für die Anbindung von Daten, mit den Kosten je Quelle',
    ],
  },
  closing: {
    heading: 'Welcher Angriff macht Ihnen am meisten Sorgen?',
    text: 'Nennen Sie ein Szenario. Meist können wir schon im ersten Gespräch sagen, welche Spuren es bei Ihnen hinterliesse und ob jemand sie sähe.',
    cta: { label: 'Erkennung besprechen', href: paths.contact },
    inquiry: { reason: 'threat-detection-response' },
  },
}
