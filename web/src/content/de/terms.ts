import type { LegalPage } from '../types'
import { termsClosing } from './legal-closing'
import { paths } from './paths'
import { site } from './site'

export const terms: LegalPage = {
  path: paths.terms,
  title: `Nutzungsbedingungen | ${site.name}`,
  description: `Bedingungen für die Nutzung der Website von ${site.name}: keine Gewähr, kein Vertrag durch eine Anfrage, Sicherheitsforschung, Haftung und Recht.`,
  hero: {
    eyebrow: 'Rechtliches',
    heading: 'Nutzungs\u00adbedingungen',
    lead: `Diese Bedingungen gelten für diese Website. Für Beratungsaufträge gilt ein separater Vertrag zwischen der ${site.legalName} und der Auftraggeberin oder dem Auftraggeber.`,
  },
  back: { label: '← Zurück zur Startseite', href: paths.home },
  sections: [
    {
      id: 'information',
      heading: 'Inhalt dieser Website',
      blocks: [
        'Die Inhalte beschreiben unsere Leistungen allgemein. Sie sind keine Beratung für Ihren Fall, und wir können sie jederzeit ändern. Teamgrössen und Dauern sind übliche Spannen, verbindlich ist allein eine schriftliche Offerte. Weichen die Sprachfassungen dieser Bedingungen voneinander ab, gilt die deutsche.',
      ],
    },
    {
      id: 'inquiries',
      heading: 'Anfragen',
      blocks: [
        'Wer das Formular oder eine E-Mail sendet, schliesst damit keinen Vertrag, und keine Seite geht eine Verpflichtung ein. Das erste Gespräch ist kostenlos. Wir behandeln den Inhalt von Anfragen vertraulich. Wie wir mit den Daten umgehen, steht in der Datenschutzerklärung.',
      ],
    },
    {
      id: 'security-research',
      heading: 'Sicherheits\u00adforschung',
      blocks: [
        `Wenn Sie in dieser Website eine Schwachstelle finden, melden Sie sie bitte an ${site.securityEmail} und geben Sie uns angemessen Zeit, sie zu beheben, bevor Sie sie veröffentlichen. Wir gehen nicht rechtlich gegen Forschung in guten Treuen vor, welche die Daten anderer meidet und den Dienst nicht stört.`,
      ],
    },
    {
      id: 'rights',
      heading: 'Urheberrecht und Marken',
      blocks: [
        `Die Rechte an Texten und Zeichnungen liegen bei der ${site.legalName}. Sie dürfen sie mit Quellenangabe zitieren. Namen von Produkten und Regelwerken sind Marken ihrer Inhaber. Dass wir sie nennen, bedeutet weder eine Partnerschaft noch eine Empfehlung.`,
      ],
    },
    {
      id: 'liability',
      heading: 'Haftung',
      blocks: [
        'Soweit das Gesetz es zulässt, haften wir nicht für Schäden aus der Nutzung dieser Website, aus ihrem Ausfall oder aus dem Inhalt verlinkter Seiten. Für rechtswidrige Absicht und grobe Fahrlässigkeit ist die Haftung nicht ausgeschlossen.',
      ],
    },
    {
      id: 'law',
      heading: 'Anwendbares Recht und Gerichtsstand',
      blocks: [
        `Es gilt schweizerisches Recht. Zuständig sind die Gerichte im ${site.canton}, soweit nicht zwingendes Recht, insbesondere das Konsumentenschutzrecht, etwas anderes vorsieht.`,
      ],
    },
  ],
  closing: termsClosing,
}
