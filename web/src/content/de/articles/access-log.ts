import { accessEntry, dailyCheck } from '../../listings/access-log'
import type { Article } from '../../types'
import { paths } from '../paths'
import { site } from '../site'
import { facts } from './facts'

const fact = facts.accessLog

export const accessLogArticle: Article = {
  ...fact,
  title: `Was das revDSG von Logs verlangt | ${site.name}`,
  description:
    'Wer Zugriffe auf Personendaten nach dem revDSG protokollieren muss, was in einem Eintrag steht, wie lange er bleibt und wer ihn lesen darf: mit den Artikeln.',
  hero: {
    eyebrow: fact.category,
    heading: 'Was das revDSG von Ihren Logs verlangt',
    lead: 'Das Datenschutzgesetz (DSG, SR 235.1) sagt wenig über Logs. Die Verordnung dazu (DSV, SR 235.11) sagt viel, in einem einzigen Artikel. Wir lesen ihn aus technischer Sicht; eine Rechtsberatung ist das nicht.',
  },
  back: { label: 'Alle Artikel', href: paths.blog },
  sections: [
    {
      id: 'who',
      heading: 'Wer protokollieren muss',
      blocks: [
        'Art. 8 DSG verlangt eine dem Risiko angemessene Sicherheit, Art. 4 DSV wird konkret. Private Verantwortliche und ihre Auftragsbearbeiter müssen protokollieren, wenn sie besonders schützenswerte Personendaten in grossem Umfang automatisiert bearbeiten oder ein Profiling mit hohem Risiko durchführen und präventive Massnahmen den Datenschutz nicht gewährleisten können. Bundesorgane protokollieren besonders schützenswerte Daten und jedes Profiling; sonst entscheidet seit Dezember 2025 eine Risikobeurteilung.',
        'Sechs Vorgänge zählen: Speichern, Verändern, Zugreifen, Bekanntgeben, Löschen und Vernichten. Gerade den blossen Zugriff protokollieren die meisten Anwendungen nicht.',
        'Nachvollziehbarkeit schulden auch alle anderen: Nach Art. 3 Abs. 3 DSV müssen sich Eingaben, Änderungen und Bekanntgaben überprüfen und Verletzungen rasch erkennen lassen.',
      ],
    },
    {
      id: 'entry',
      heading: 'Was in einem Eintrag steht',
      blocks: [
        'Absatz 4 nennt die Identität der bearbeitenden Person, Art, Datum und Uhrzeit der Bearbeitung und gegebenenfalls die Identität der Empfängerin oder des Empfängers. Die Daten selbst verlangt er nicht.',
        { caption: 'Ein Eintrag, in JSON', listing: accessEntry },
        'Protokollieren Sie eine Kennung, keinen Namen und nichts vom Inhalt des Datensatzes. Ein Log, das die Diagnose wiederholt, ist eine zweite Krankengeschichte. Ein gemeinsam benutztes Konto wiederum macht den Eintrag wertlos, denn dahinter steht keine bestimmte Person.',
      ],
    },
    {
      id: 'keep',
      heading: 'Ein Jahr, getrennt, nur für wenige',
      blocks: [
        'Absatz 5 stellt drei Bedingungen:',
        [
          'Protokolle werden mindestens ein Jahr aufbewahrt.',
          'Sie liegen getrennt vom System, in dem die Personendaten bearbeitet werden.',
          'Zugang hat nur, wer den Datenschutz überprüft oder Vertraulichkeit, Integrität, Verfügbarkeit und Nachvollziehbarkeit wahrt oder wiederherstellt, und nur zu diesem Zweck.',
        ],
        'Die Voreinstellungen gängiger Produkte reichen nicht so weit: Das Unified Audit Log von Microsoft 365 bewahrt Einträge in der Standardversion 180 Tage auf, Entra ID Anmeldungen 30 Tage. Ohne Export erfüllen Sie die Vorschrift nicht.',
        'Zwei weitere Regeln ziehen die Grenze auf der anderen Seite. Nach Art. 6 Abs. 4 DSG sind Daten zu vernichten oder zu anonymisieren, sobald sie nicht mehr nötig sind: Legen Sie also eine Frist fest. Und Art. 26 der Verordnung 3 zum Arbeitsgesetz verbietet Systeme, die das Verhalten am Arbeitsplatz überwachen: Leiten Sie aus Logs keine Leistungsbeurteilungen ab.',
      ],
    },
    {
      id: 'breach',
      heading: 'Nach einer Verletzung',
      blocks: [
        'Art. 24 DSG verlangt so rasch als möglich eine Meldung an den EDÖB, wenn voraussichtlich ein hohes Risiko für die Betroffenen besteht. Art. 15 DSV fragt, soweit möglich, nach Zeitpunkt und Dauer sowie nach Kategorien und ungefährer Anzahl von Daten und Personen. Die Antwort kennt das Log oder niemand. Die Dokumentation der Verletzung ist ab der Meldung mindestens zwei Jahre aufzubewahren.',
        'Wer die Mindestanforderungen an die Datensicherheit vorsätzlich nicht einhält, riskiert persönlich eine Busse bis zu 250’000 Franken (Art. 61 DSG).',
      ],
    },
    {
      id: 'check',
      heading: 'Zwei Fragen an das Log, jeden Tag',
      blocks: [
        'Entstehen zu jedem Vorgang noch Einträge, und ist der älteste alt genug? Ein Log, das im März verstummt, fällt so im März auf und nicht erst in der Untersuchung.',
        { caption: 'SQL für Postgres', listing: dailyCheck },
      ],
    },
  ],
  closing: {
    heading: 'Könnten Ihre Logs dem EDÖB Auskunft geben?',
    text: 'Nennen Sie uns eine Anwendung. Wir gehen ihr Log mit Ihnen durch, Absatz für Absatz.',
    cta: { label: 'Ein Log prüfen lassen', href: paths.contact },
    inquiry: { reason: 'security-assessment' },
  },
}
