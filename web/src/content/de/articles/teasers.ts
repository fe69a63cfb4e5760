import type { ArticleTeaser } from '../../types'
import { paths } from '../paths'

/** What the list of articles shows; the browser loads a text with its page. */
export const teasers = {
  deletion: {
    path: paths.deletionArticle,
    category: 'Datenschutz',
    title: 'Löschen und es beweisen',
    excerpt:
      'Wie unser Kontaktformular Anfragen nach zwei Jahren löscht: eine Ablaufspalte in der Datenbank, eine Löschung jede Minute und ein Register als Nachweis.',
    published: '2026-11-23',
  },
  botCheck: {
    path: paths.botCheckArticle,
    category: 'Web-Sicherheit',
    title: 'Eine Bot-Prüfung ohne Dritte',
    excerpt:
      'Kein Cookie, kein Bilderrätsel, kein Abruf bei einer anderen Firma: wie unser Kontaktformular mit Rechenarbeit Bots abhält, was das Besuchende kostet und wo die Grenzen sind.',
    published: '2026-11-23',
  },
  mailOutage: {
    path: paths.mailOutageArticle,
    category: 'Zuverlässigkeit',
    title: 'Wenn der Mailserver ausfällt',
    excerpt:
      'Unser Formular speichert jede Anfrage zuerst und versucht die Zustellung tagelang. In einem Test, der seine Prozesse 48-mal abbrach, ging keine Anfrage verloren und kam keine Meldung doppelt an.',
    published: '2026-11-23',
  },
} as const satisfies Record<string, ArticleTeaser>
