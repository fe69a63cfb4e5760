import type { Segment } from '../../types'
import { paths } from '../paths'
import { site } from '../site'

export const startups: Segment = {
  path: paths.startups,
  title: `Sicherheit für Startups | ${site.name}`,
  description:
    'Sicherheit für eine junge Firma: solide Grundlagen, Antworten für Grosskunden, sichere Pipelines und erfahrene Beratung, tageweise.',
  hero: {
    eyebrow: 'Warum wir: Startups',
    heading: 'Sicherheit, mit der Sie Grosskunden gewinnen',
    lead: 'Früher oder später schickt Ihnen ein grosser Kunde einen Fragebogen mit 200 Fragen. Wir helfen Ihnen, ihn wahrheitsgemäss zu beantworten, ohne die Produktentwicklung zu bremsen.',
  },
  intro: [
    'Eine Firma mit zwölf Leuten braucht keine Sicherheitsabteilung. Sie braucht etwa zehn Entscheide, die heute wenig kosten und später viel: wie sich alle anmelden, wo Geheimnisse liegen, wer auf die Produktion zugreift und was protokolliert wird. Der Rest kann warten, bis es einen Grund gibt: einen Vertrag, eine Vorschrift oder eine Finanzierungsrunde.',
  ],
  change: {
    heading: 'Vorher und nachher',
    columns: ['Vorher', 'Nachher'],
    rows: [
      [
        'Fragebogen',
        'Jeder Kunde fragt, jedes Mal beginnt es von vorn',
        'Antworten mit Belegen, an einem Ort',
      ],
      ['Zugriff', 'Geteilte Konten, Schlüssel im Chat', 'Eine Anmeldung, mit zweitem Faktor'],
      ['Release', 'Geprüft wird vor dem Audit', 'Geprüft wird jeder Pull Request'],
    ],
  },
  offerings: [
    {
      heading: 'Fünf Angebote für Startups',
      items: [
        {
          title: 'Grundlagen der Sicherheit',
          description:
            'Single Sign-on, Geräteverwaltung, Backups, Geheimnisse und Leitplanken in der Cloud, mit Ihrem Technikteam in wenigen Wochen eingerichtet und auf wenigen Seiten dokumentiert.',
        },
        {
          title: 'Sicherheitsleitung in Teilzeit',
          description:
            'Eine erfahrene Fachperson für eine feste Zahl von Tagen im Monat. Sie entscheidet bei der Architektur mit, nimmt an Kundengesprächen teil und beantwortet die Fragen von Investoren.',
        },
        {
          title: 'Sichere CI/CD-Pipeline',
          description:
            'Prüfungen für Code, Abhängigkeiten und Infrastruktur in der Pipeline, die Sie schon haben, so eingestellt, dass das Team sie eingeschaltet lässt.',
        },
        {
          title: 'Nachweise für Kunden',
          description:
            'Eine Mappe mit Weisungen, Architekturübersicht und Standardantworten, damit der nächste Fragebogen einen Nachmittag dauert.',
        },
        {
          title: 'Weg zur Zertifizierung',
          description:
            'Ein Weg zur Zertifizierung nach ISO/IEC 27001, der zur Grösse Ihrer Firma passt und früh genug beginnt, damit das Zertifikat bei der ersten Ausschreibung vorliegt, die es verlangt.',
        },
      ],
    },
  ],
  reasons: {
    heading: 'Drei Gründe für uns',
    items: [
      {
        title: 'Kleine erste Schritte',
        description:
          'Ein Auftrag kann auch nur zwei Tage dauern. Sie sehen, wie wir arbeiten, bevor Sie sich zu mehr verpflichten.',
      },
      {
        title: 'Rat zum Mergen',
        description: 'Unser Rat kommt als Pull Request und als Konfiguration, in den Werkzeugen Ihres Teams.',
      },
      {
        title: 'Nichts, bevor Sie es brauchen',
        description:
          'Wir sagen, was Sie in Ihrer Phase auslassen können, und schreiben auf, wann Sie es neu prüfen sollten.',
      },
    ],
  },
  closing: {
    heading: 'Haben Sie einen Fragebogen zu beantworten?',
    text: 'Bringen Sie ihn ins erste Gespräch mit. Wir sortieren die Fragen: was Sie jetzt beantworten können, was bald und was Arbeit braucht.',
    cta: { label: 'Anfangen', href: paths.contact },
    inquiry: { reason: 'security-assessment' },
  },
}
