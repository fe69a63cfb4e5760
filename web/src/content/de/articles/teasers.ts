import type { ArticleTeaser } from '../../types'
import { facts } from './facts'

/** What the list of articles shows; the browser loads a text with its page. */
export const teasers = {
  takeover: {
    ...facts.takeover,
    title: 'Eine Microsoft-365-Übernahme in den Logs',
    excerpt:
      'Eine gestohlene Sitzung hinterlässt keine fehlgeschlagene Anmeldung. Welche Felder in Entra und im Unified Audit Log die drei Tage danach zeigen und welches Log zuerst verfällt.',
  },
  detectionRule: {
    ...facts.detectionRule,
    title: 'Eine Erkennungsregel, von der Idee zum Test',
    excerpt:
      'Posteingangsregeln, die E-Mails über Zahlungen verstecken: die Beobachtung, die ganze Sigma-Regel, vier Testereignisse und eine Liste dessen, was die Regel nicht sieht.',
  },
  accessLog: {
    ...facts.accessLog,
    title: 'Was das revDSG von Logs verlangt',
    excerpt:
      'Wer Zugriffe auf Personendaten protokollieren muss, was in einem Eintrag steht und warum die Fristen von Microsoft 365 zu kurz sind: Art. 4 DSV, aus technischer Sicht gelesen.',
  },
  deletion: {
    ...facts.deletion,
    title: 'Löschen und es beweisen',
    excerpt:
      'Wie unser Kontaktformular Anfragen nach zwei Jahren löscht: eine Ablaufspalte in der Datenbank, eine Löschung jede Minute und ein Register als Nachweis.',
  },
  botCheck: {
    ...facts.botCheck,
    title: 'Eine Bot-Prüfung ohne Dritte',
    excerpt:
      'Kein Cookie, kein Bilderrätsel, kein Abruf bei einer anderen Firma: wie unser Kontaktformular mit Rechenarbeit Bots abwehrt, was das die Besuchenden kostet und wo die Grenzen sind.',
  },
  mailOutage: {
    ...facts.mailOutage,
    title: 'Wenn der Mailserver ausfällt',
    excerpt:
      'Unser Formular speichert jede Anfrage zuerst und versucht die Zustellung tagelang. In einem Test, der seine Prozesse 48-mal abbrach, ging keine Anfrage verloren und kam keine Meldung doppelt an.',
  },
} as const satisfies Record<string, ArticleTeaser>
