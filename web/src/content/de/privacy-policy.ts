import { backupDays, dataSubjectAnswerDays, minimumAge } from '../constants'
import type { LegalPage } from '../types'
import { collected } from './contact'
import { retentionPeriods } from './figures'
import { privacyClosing } from './legal-closing'
import { paths } from './paths'
import { networks, site } from './site'

export const privacyPolicy: LegalPage & { readonly lastUpdatedLabel: string } = {
  path: paths.privacyPolicy,
  title: `Datenschutzerklärung | ${site.name}`,
  description: `Welche Personendaten ${site.name} über diese Website beschafft, wozu, auf welcher Grundlage, wer sie erhält und wie lange sie bleiben.`,
  hero: {
    eyebrow: 'Rechtliches',
    heading: 'Datenschutz\u00aderklärung',
    lead: 'Kurz gesagt: Wir bewahren auf, was Sie uns schreiben, verwenden es für die Antwort, speichern es in der Schweiz und löschen es zwei Jahre nach dem letzten Kontakt. Sie können jederzeit eine Kopie, eine Berichtigung oder die Löschung verlangen.',
  },
  lastUpdatedLabel: 'Stand',
  back: { label: '← Zurück zur Kontaktseite', href: paths.contact },
  sections: [
    {
      id: 'introduction',
      heading: 'Einleitung',
      blocks: [
        `Diese Erklärung beschreibt, wie die ${site.legalName} Personendaten auf ${site.domain} und in Anfragen bearbeitet. Sie richtet sich nach dem revidierten Bundesgesetz über den Datenschutz (revDSG) und, soweit sie auf Sie anwendbar sind, nach der Datenschutz-Grundverordnung der EU (DSGVO) und dem California Consumer Privacy Act (CCPA).`,
      ],
    },
    {
      id: 'data-controller',
      heading: 'Verantwortlicher',
      blocks: [
        `Verantwortlich ist die ${site.legalName}, ${site.postalAddress}. Fragen zum Datenschutz richten Sie bitte an ${site.privacyEmail}.`,
      ],
    },
    {
      id: 'information-collected',
      heading: 'Beschaffte Daten',
      blocks: [
        'Sie können diese Website lesen, ohne uns zu sagen, wer Sie sind. Sie setzt keine Cookies, enthält keine Werbung und wertet Besuche nicht aus. Wenn Sie die Zeile schliessen, die eine andere Sprache anbietet, merkt sich das Ihr Browser, und es wird nichts an uns gesendet. Wenn Sie eine Anfrage senden, erheben wir:',
        [
          ...new Set(Object.values(collected)),
          'die Sprache der Seite oder der E-Mail, über die Sie uns schreiben',
          'die E-Mails, die Sie uns zu Ihrer Anfrage senden',
          'den Zeitpunkt Ihrer Anfrage und einen Hashwert der Texte, denen Sie zugestimmt haben, als Nachweis Ihrer Einwilligung',
        ],
        'Ihre IP-Adresse wird bearbeitet, während ein Abruf beantwortet wird, um Missbrauch zu begrenzen. Sie wird nicht mit Ihrer Anfrage gespeichert, mit einer Ausnahme: Kommt die Bot-Prüfung zu keinem Ergebnis, wird das Netz, aus dem die Anfrage kam, bis zu zwei Stunden aufbewahrt, um solche Anfragen zu zählen. Die Protokolle unserer Anwendung enthalten weder Namen noch Adressen noch Nachrichten.',
      ],
    },
    {
      id: 'use-of-data',
      heading: 'Zweck der Bearbeitung',
      blocks: [
        'Wir verwenden Ihre Angaben nur zu diesen Zwecken:',
        [
          'um Ihre Anfrage der zuständigen Person zuzuleiten und sie zu beantworten',
          'um Ihnen den Eingang mit einer automatischen E-Mail zu bestätigen',
          'um einen Vertrag vorzubereiten, wenn Sie eine Offerte wünschen',
          'um das Formular vor automatischen und wiederholten Sendungen zu schützen',
        ],
        'Wir betreiben kein Profiling und treffen keine ausschliesslich automatisierten Einzelentscheidungen über Sie.',
      ],
    },
    {
      id: 'legal-basis',
      heading: 'Rechtsgrundlage',
      blocks: [
        'Nach der DSGVO stützen wir uns auf Ihre Einwilligung (Art. 6 Abs. 1 lit. a), auf vorvertragliche Massnahmen auf Ihre Anfrage hin (lit. b), auf rechtliche Pflichten wie die Aufbewahrung von Geschäftsunterlagen (lit. c) und auf unser berechtigtes Interesse an einer sicheren Website (lit. f). Nach dem revDSG bearbeiten wir Daten gemäss den Grundsätzen der Art. 6 und 8. Sie können die Einwilligung jederzeit widerrufen. Die bis dahin erfolgte Bearbeitung bleibt rechtmässig.',
      ],
    },
    {
      id: 'sharing',
      heading: 'Bekanntgabe an Dritte',
      blocks: [
        'Wir verkaufen keine Personendaten und geben sie nicht für Werbung weiter. Einsicht haben die Fachleute, die Ihre Anfrage bearbeiten, und die Schweizer Anbieter, die unsere Server und unser Mailsystem im Rahmen einer Auftragsbearbeitung betreiben. Behörden erhalten Daten nur, wenn das Gesetz es verlangt.',
        'Die Bot-Prüfung ist normalerweise eine Berechnung, die unser eigener Server stellt und Ihr Browser löst. Dritte sind nicht beteiligt. Zeigt die Kontaktseite stattdessen das Widget Cloudflare Turnstile, erhält Cloudflare für diese Prüfung Ihre IP-Adresse und technische Angaben zu Ihrem Browser.',
      ],
    },
    {
      id: 'international-transfers',
      heading: 'Bekanntgabe ins Ausland',
      blocks: [
        'Anfragen liegen in einer PostgreSQL-Datenbank in der Schweiz, und wir geben sie nicht ins Ausland bekannt. Wird Turnstile verwendet, können die oben genannten Daten in die USA gelangen. Grundlage sind dann das Data Privacy Framework zwischen der Schweiz und den USA beziehungsweise der EU und den USA oder Standardvertragsklauseln. Eine E-Mail an Sie gelangt dorthin, wo Ihr Anbieter Ihr Postfach führt.',
      ],
    },
    {
      id: 'retention',
      heading: 'Aufbewahrung',
      blocks: [
        'Wir bewahren Personendaten so lange auf:',
        [
          `Anfragen: ${retentionPeriods.inquiries}.`,
          `Kundenunterlagen: ${retentionPeriods.clientRecords}.`,
          `Daten für Marketing: ${retentionPeriods.marketing}.`,
          `Auswertung von Besuchen: ${retentionPeriods.analytics}. Zurzeit wird nichts ausgewertet.`,
        ],
        `Die Frist für Anfragen setzt die Datenbank selbst durch: Danach kann unsere Anwendung den Datensatz nicht mehr lesen, und ein automatischer Vorgang löscht ihn mit allem, was daraus abgeleitet ist. Dieselbe Frist gilt für E-Mails zur Anfrage in unseren Postfächern. Wird eine E-Mail von uns an Sie als Spam gemeldet, bleibt ein Hashwert Ihrer Adresse zwei Jahre lang gespeichert, auch nach einer Löschung, damit Sie keine automatischen E-Mails mehr erhalten. Sicherungskopien bleiben ${backupDays} Tage. Nur eine rechtliche Sperre, die mit Grund und Enddatum festgehalten wird, kann die Löschung aufschieben.`,
      ],
    },
    {
      id: 'rights',
      heading: 'Ihre Rechte',
      blocks: [
        'Je nach anwendbarem Recht können Sie:',
        [
          'Auskunft verlangen, welche Daten wir über Sie bearbeiten, und eine Kopie erhalten',
          'sie berichtigen oder löschen lassen',
          'ihre Bearbeitung einschränken lassen oder ihr widersprechen',
          'sie in einem gängigen elektronischen Format herausverlangen',
          'Ihre Einwilligung ohne Angabe von Gründen widerrufen',
          'diese Rechte ausüben, ohne dass Ihnen daraus Nachteile entstehen',
        ],
        `Schreiben Sie an ${site.privacyEmail}. Wir antworten innert ${dataSubjectAnswerDays} Tagen und kostenlos. Zu Ihrem Schutz bitten wir Sie allenfalls zu bestätigen, dass die E-Mail-Adresse Ihnen gehört.`,
      ],
    },
    {
      id: 'security',
      heading: 'Datensicherheit',
      blocks: [
        'Verbindungen zu dieser Website sind verschlüsselt. Eine strenge Content Security Policy begrenzt, was eine Seite laden darf. Jede Rolle der Datenbank hat nur die Rechte, die sie braucht. Fehlerberichte enthalten keine Personendaten. Bitte senden Sie weder Passwörter noch Schlüssel noch Einzelheiten zu Schwachstellen über das Formular. Verlangen Sie zuerst einen sicheren Kanal.',
      ],
    },
    {
      id: 'children',
      heading: 'Kinder',
      blocks: [
        `Unser Angebot richtet sich nicht an Personen unter ${minimumAge} Jahren, und wir erheben wissentlich keine Daten von ihnen. Wenn Sie annehmen, dass ein Kind uns geschrieben hat, sagen Sie es uns. Wir löschen die Nachricht.`,
      ],
    },
    {
      id: 'third-party-links',
      heading: 'Links zu Dritten',
      blocks: [
        `Links zu ${networks.linkedin.label} und ${networks.medium.label} sind einfache Links: Von dort wird nichts geladen, bis Sie einem folgen. Ab dann gilt die Datenschutzerklärung jener Website.`,
      ],
    },
    {
      id: 'changes',
      heading: 'Änderungen und Sprachen',
      blocks: [
        'Wir passen diese Erklärung an, wenn sich die Website oder das Recht ändert. Ein Hashwert der Fassung, die Ihnen gezeigt wurde, wird mit Ihrer Einwilligung aufbewahrt.',
        'Die Erklärung und die Texte der Einwilligung gibt es in mehreren Sprachen. Weichen sie inhaltlich voneinander ab, gilt die deutsche Fassung.',
      ],
    },
    {
      id: 'contact',
      heading: 'Kontakt',
      blocks: [
        `${site.legalName}, ${site.postalAddress}, ${site.privacyEmail}. Für alles andere benutzen Sie bitte die Kontaktseite.`,
      ],
    },
    {
      id: 'supervisory-authority',
      heading: 'Aufsichtsbehörde',
      blocks: [
        'Sie können sich an den Eidgenössischen Datenschutz- und Öffentlichkeitsbeauftragten (EDÖB), Feldeggweg 1, 3003 Bern, wenden. Wohnen Sie in der Europäischen Union oder im Europäischen Wirtschaftsraum, können Sie sich auch bei der Behörde Ihres Wohnsitzstaats beschweren. Wir würden uns freuen, zuerst von Ihnen zu hören.',
      ],
    },
  ],
  closing: privacyClosing,
}
