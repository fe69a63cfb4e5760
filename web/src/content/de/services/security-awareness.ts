import type { Service } from '../../types'
import { paths } from '../paths'
import { site } from '../site'

export const securityAwareness: Service = {
  path: paths.securityAwareness,
  title: `Security Awareness und Reporting | ${site.name}`,
  description:
    'Schulung je Rolle, Berichte für die Leitung, Kampagnen ohne Schuldzuweisungen und die Nachweise, die Normen verlangen.',
  hero: {
    eyebrow: 'Leistung',
    heading: 'Security Awareness und Reporting',
    lead: 'Wer für Fehler nicht bestraft wird, meldet sie. Darauf bauen unsere Programme. Unsere Berichte sagen der Leitung, was bekannt ist, was unbekannt ist und was entschieden werden muss.',
  },
  back: { label: 'Alle Leistungen', href: paths.services },
  overview: [
    'Eine Stunde Pflichtvideo im Jahr ändert wenig. Kurze Übungen aus dem Arbeitsalltag ändern mehr: Die Buchhaltung übt, geänderte Kontodaten zu überprüfen, die Entwicklung lernt, ein bösartiges Paket zu erkennen, und der Empfang weiss, wen er anrufen soll.',
    'Verwaltungsräte tragen Verantwortung für Risiken, die sie nicht selbst prüfen können. Sie brauchen Zahlen mit einer Definition, einem Verlauf und einer Empfehlung.',
  ],
  topics: {
    heading: 'Die vier Teile der Leistung',
    items: [
      {
        title: 'Schulungen',
        description:
          'Lehrpläne je Rolle für Belegschaft, Entwicklung, Administration und Leitung, in kurzen Einheiten, vor Ort oder online, auf Deutsch, Französisch, Italienisch oder Englisch. Jede Einheit zielt auf ein bestimmtes Verhalten.',
      },
      {
        title: 'Berichte für die Leitung',
        description:
          'Ein kurzer Quartalsbericht: Risikolage, Vorfälle, Stand gegenüber dem Plan und fällige Entscheide. Kennzahlen werden einmal definiert und wo möglich automatisch erhoben.',
      },
      {
        title: 'Kampagnen',
        description:
          'Simulierte Phishing-Mails, Anrufe und Besuche, mit Leitung und Personalvertretung vereinbart. Gemessen werden der Anteil der Meldungen und die Zeit bis zur ersten. Die Ergebnisse nennen keine Namen.',
      },
      {
        title: 'Normen',
        description:
          'Nachweise für die Bestimmungen, die ein solches Programm verlangen: Teilnahme, Inhalt und Wirkung, in einer Form, die Audits akzeptieren.',
      },
    ],
  },
  lists: {
    heading: 'Normen und Leitfäden',
    intro: 'Die Anforderungen, an denen Ihr Programm gemessen wird.',
    groups: [
      {
        title: 'ISO',
        items: [
          'ISO/IEC 27001:2022, Abschnitte 7.2 und 7.3',
          'ISO/IEC 27001:2022, Anhang A, Massnahme 6.3',
          'ISO/IEC 27002:2022',
        ],
      },
      { title: 'NIST', items: ['NIST CSF 2.0, PR.AT', 'NIST SP 800-50 Rev. 1'] },
      {
        title: 'Schweiz und EU',
        items: ['revDSG und DSV', 'FINMA-Rundschreiben 2023/1', 'DSGVO, Art. 32 und 39'],
      },
      { title: 'Kartenzahlungen', items: ['PCI DSS 4.0.1, Anforderung 12.6'] },
    ],
  },
  approach: {
    heading: 'Ein Jahr in vier Schritten',
    items: [
      {
        title: 'Zuhören',
        description:
          'Gespräche und eine erste Messung zeigen, welche Gewohnheiten helfen, welche Regeln umgangen werden und warum.',
      },
      {
        title: 'Planen',
        description:
          'Wir wählen drei oder vier Verhaltensweisen für das Jahr und legen fest, wie jede gemessen wird.',
      },
      {
        title: 'Üben',
        description:
          'Schulungen und Kampagnen wechseln sich mit Stabsübungen ab, in denen die Leitung ihre Rolle in einer Krise probt.',
      },
      {
        title: 'Berichten',
        description:
          'Die Teilnehmenden sehen die Ergebnisse zuerst. Danach gehen sie an den Verwaltungsrat, mit einem Vorschlag für das nächste Jahr.',
      },
    ],
  },
  results: {
    heading: 'Was bei Ihnen bleibt',
    items: [
      'Schulungsmaterial in Ihrem Erscheinungsbild, frei verwendbar',
      'Ein Meldeweg mit gemessenen Antwortzeiten',
      'Kennzahlen zur Sicherheit und ihre Definitionen',
      'Nachweise zu Inhalt, Teilnahme und Wirkung',
    ],
  },
  closing: {
    heading: 'Was sollen die Leute anders machen?',
    text: 'Wenn Sie ein Verhalten nennen können, richten wir das Programm darauf aus. Wenn nicht, helfen wir zuerst bei der Wahl.',
    cta: { label: 'Awareness-Programm besprechen', href: paths.contact },
    inquiry: { reason: 'security-awareness' },
  },
}
