import type { Segment } from '../../types'
import { paths } from '../paths'
import { site } from '../site'

export const mssps: Segment = {
  path: paths.mssps,
  title: `Für Managed Security Provider | ${site.name}`,
  description:
    'Erfahrene Fachleute für Ihren Managed Service: Erkennungsregeln, Onboarding, Automatisierung, Hunting, Qualitätsprüfung und schwierige Fälle.',
  hero: {
    eyebrow: 'Warum wir: MSSP',
    heading: 'Erfahrene Fachleute für Ihren Dienst',
    lead: 'Ihre Kundschaft bezahlt Sie für Überwachung rund um die Uhr. Eine Spezialistin, die Sie nur drei Wochen im Quartal brauchen, lässt sich schwer fest anstellen. Wir stellen sie.',
  },
  intro: [
    'Anbieter werden an Regeln gemessen, die bei 40 Mandanten zugleich wirken, und an der Zeit vom Vertrag bis zum ersten nützlichen Alarm. Beides sind technische Aufgaben. Wir arbeiten unter Ihrem oder unserem Namen, in Ihren Werkzeugen, und übergeben alles, was wir bauen.',
  ],
  change: {
    heading: 'Vorher und nachher',
    columns: ['Vorher', 'Nachher'],
    rows: [
      ['Regeln', 'Von Kunde zu Kunde kopiert', 'Eine getestete Bibliothek mit Einstellungen je Kunde'],
      ['Neuer Kunde', 'Von Hand angebunden', 'Nach Vorlage angebunden'],
      [
        'Schwieriger Fall',
        'Wartet auf die Person, die es kann',
        'Geht an eine namentlich bekannte Fachperson',
      ],
    ],
  },
  offerings: [
    {
      heading: 'Sechs Angebote für Anbieter',
      items: [
        {
          title: 'Regeln für viele Mandanten',
          description:
            'Ein Sigma-Regelwerk mit Parametern je Kunde, Tests und gestuftem Rollout. Eine Korrektur erreicht alle Mandanten am selben Tag.',
        },
        {
          title: 'Onboarding von Kunden',
          description:
            'Vorlagen für Logquellen, Zugriffe und Ausgangswerte, die die Aufnahme von Monaten auf Wochen verkürzen.',
        },
        {
          title: 'SOAR und automatische Triage',
          description:
            'Playbooks, die wiederkehrende Alarme anreichern und schliessen, in Grenzen, die jede Analystin sehen und ändern kann.',
        },
        {
          title: 'Threat Hunting auf Abruf',
          description:
            'Hunts über alle Mandanten hinweg, nach Plan oder nach einem Vorfall, mit Berichten, die Sie weitergeben können.',
        },
        {
          title: 'Verstärkung für schwierige Fälle',
          description:
            'Namentlich bekannte Fachleute für Malware-Analyse, Cloud-Forensik oder OT-Fragen, die die Schicht nicht beantworten kann.',
        },
        {
          title: 'Prüfung der Dienstqualität',
          description:
            'Purple-Team-Übungen gegen Ihren eigenen Dienst und eine Liste dessen, was ein anspruchsvoller Kunde fände.',
        },
      ],
    },
  ],
  reasons: {
    heading: 'Warum Anbieter so arbeiten',
    items: [
      {
        title: 'Kein Wettbewerb um Kunden',
        description:
          'Wir betreiben selbst kein SOC. Die Kundenbeziehung bleibt bei Ihnen, und so steht es im Vertrag.',
      },
      {
        title: 'Flexible Kapazität',
        description: 'Von einer Fachperson bis zu sechs und mehr, je Sprint gebucht, ohne Mindestpauschale.',
      },
      {
        title: 'Vollständige Übergabe',
        description:
          'Zu jeder Lieferung gehören Code, Dokumentation und gemeinsame Sitzungen, damit Ihr Team die nächste Änderung selbst macht.',
      },
    ],
  },
  closing: {
    heading: 'Welcher Kunde kostet Sie am meisten Zeit?',
    text: 'Beschreiben Sie den Fall, ohne den Kunden zu nennen. Wir sagen Ihnen, was wir automatisieren würden, wonach wir suchen würden und was wir liessen, wie es ist.',
    cta: { label: 'Kontakt aufnehmen', href: paths.contact },
    inquiry: { reason: 'partnership' },
  },
}
