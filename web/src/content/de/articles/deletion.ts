import type { Article } from '../../types'
import { paths } from '../paths'
import { site } from '../site'
import { aboutSite, facts } from './facts'

const fact = facts.deletion

export const deletionArticle: Article = {
  ...fact,
  title: `Löschung nach zwei Jahren | ${site.name}`,
  description:
    'Wie unser Kontaktformular Anfragen zwei Jahre nach dem letzten Kontakt löscht, warum DELETE nicht genügt und was eine Revision prüfen kann.',
  hero: {
    eyebrow: aboutSite,
    heading: 'Wie wir nach zwei Jahren löschen und wie wir es beweisen',
    lead: 'In unserer Datenschutzerklärung steht, dass eine Anfrage zwei Jahre nach dem letzten Kontakt gelöscht wird. Dieser Artikel erklärt, wie das geschieht und was eine Revision prüfen kann, ohne uns zu vertrauen.',
  },
  back: { label: 'Alle Artikel', href: paths.blog },
  sections: [
    {
      id: 'period',
      heading: 'Die Datenbank setzt die Frist durch',
      blocks: [
        'Die meisten Aufbewahrungsfristen hängen an einem Zeitplan: Nachts läuft ein Skript und löscht alte Datensätze. Bleibt es stehen, bleiben die Daten, und niemand merkt es.',
        'Bei uns ist der Ablauf eine generierte Spalte. Postgres berechnet sie aus dem Zeitpunkt des letzten Kontakts, und keine Rolle kann sie schreiben, weder jene der Website noch jene der Compliance. Ist eine Anfrage abgelaufen, verbirgt Row-Level Security sie vor der Website und vor dem Programm, das E-Mails sendet. Steht der Löschauftrag still, verzögert sich die Löschung, aber lesbar bleiben die Daten nicht.',
      ],
    },
    {
      id: 'purge',
      heading: 'Gelöscht wird jede Minute',
      blocks: [
        'Jeder Durchgang löscht bis zu 2’000 Anfragen und schreibt in derselben Transaktion seinen Eintrag ins Register. Er darf deshalb an jeder Stelle abgebrochen werden. Jede Anfrage, die das Register als gelöscht führt, ist aus der Tabelle entfernt, und die anderen sind noch gespeichert, aber verborgen.',
        'In der letzten Messung dauerte die Löschung von 100’000 aus einer Million Anfragen 8,3 Sekunden, das unten beschriebene Neuschreiben eingerechnet. Das Formular antwortete dabei weiter: Das 99. Perzentil seiner Antwortzeit stieg von 4,7 auf 7,3 Millisekunden.',
      ],
    },
    {
      id: 'bytes',
      heading: 'DELETE lässt die Bytes liegen',
      blocks: [
        'DELETE entfernt eine Zeile aus den Ergebnissen, nicht von der Platte. Postgres kennzeichnet die Zeile als tot, und ihre Bytes bleiben in der Datei, bis etwas sie überschreibt. Wer die Datei hat, kann die Namen darin noch lesen.',
        'Nach der Löschung schreiben wir deshalb jede betroffene Tabelle neu. Namen, Adressen und Nachrichten liegen in einer Tabelle, die nach Quartalen geteilt ist. So lässt sich ein altes Quartal neu schreiben, während im laufenden Anfragen eintreffen. Statistiken sind für diese Spalten ausgeschaltet, weil der Planer sonst Stichproben der Werte behielte.',
      ],
    },
    {
      id: 'evidence',
      heading: 'Nachweis ohne Personendaten',
      blocks: [
        'Jede Löschung nach Frist, jede Löschung auf Wunsch, jeder Export und jede rechtliche Sperre kommt als Eintrag ans Ende eines Registers. Ein Eintrag enthält Zahlen, Zeiten und zufällige Kennungen, aber keine Namen. Dazu kommt der SHA-256-Wert des vorherigen Eintrags. Wer einen Eintrag ändert, einfügt oder entfernt, unterbricht die Kette, und ein Befehl zeigt, wo.',
        'Die Kette allein verrät nicht, ob die neusten Einträge abgeschnitten wurden. Deshalb geht jeden Monat ein Bericht mit Nummer und Hashwert des neusten Eintrags per E-Mail an die Compliance. Eine Revision braucht keinen Zugang zu unserer Datenbank, nur drei Dinge:',
        [
          'das exportierte Register,',
          'die Berichte der letzten Monate,',
          'einen Befehl, der beides offline vergleicht und für 100’000 Einträge weniger als zwei Sekunden braucht.',
        ],
      ],
    },
    {
      id: 'limits',
      heading: 'Was das nicht beweist',
      blocks: [
        'Wer den Datenbankserver beherrscht, kann Anfragen ohne Eintrag löschen oder die Löschung anhalten. Kein Eintrag lässt sich aber unbemerkt ändern, sobald der Bericht mit seinem Hashwert verschickt ist. Sicherungskopien bleiben bis zu 35 Tage. Eine wiederhergestellte Datenbank bleibt geschlossen, bis das Register erneut angewendet ist, damit Gelöschtes nicht zurückkehrt. Auf die E-Mails in den Postfächern unserer Fachleute hat die Software keinen Einfluss. Für sie gilt eine Weisung der Firma.',
      ],
    },
  ],
  closing: {
    heading: 'Können Sie Ihre Löschungen beweisen?',
    text: 'Senden Sie uns die Klausel zur Aufbewahrung aus Ihrer Datenschutzerklärung. Wir sagen Ihnen, welche Ihrer Systeme sie durchsetzen müssen.',
    cta: { label: 'Zur Aufbewahrung fragen', href: paths.contact },
    inquiry: { reason: 'security-assessment' },
  },
}
