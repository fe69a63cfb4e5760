import type { Article } from '../../types'
import { paths } from '../paths'
import { site } from '../site'
import { aboutSite, facts } from './facts'

const fact = facts.mailOutage

export const mailOutageArticle: Article = {
  ...fact,
  title: `Wenn der Mailserver ausfällt | ${site.name}`,
  description:
    'Zuerst speichern, tagelang versuchen, einmal senden: wie unser Formular Ausfälle übersteht und wie ein Test zeigt, dass nichts verloren geht.',
  hero: {
    eyebrow: aboutSite,
    heading: 'Was mit einer Anfrage geschieht, wenn der Mailserver ausfällt',
    lead: 'Viele Formulare reichen die Nachricht an einen Mailserver weiter und melden «gesendet». Scheitert danach die Zustellung, ist die Nachricht weg, und jemand wartet auf eine Antwort, die nie kommt. Unser Formular arbeitet anders.',
  },
  back: { label: 'Alle Artikel', href: paths.blog },
  sections: [
    {
      id: 'store',
      heading: 'Zuerst speichern, dann antworten',
      blocks: [
        'Wenn Sie auf «Nachricht senden» klicken, schreibt eine SQL-Anweisung die Anfrage, eine Zeile für jede E-Mail, die sie auslöst, und die Aufträge, mit denen die Zustellung beginnt. Sie gilt ganz oder gar nicht. Erst nach dem Commit meldet die Seite, dass die Anfrage angekommen ist. Bis dahin ist kein Mailserver beteiligt.',
        'Ist auch die Datenbank ausgefallen, sagt die Seite, dass nichts gesendet wurde, behält Ihren Text und bietet an, ihn per E-Mail zu senden. Jeder Versuch trägt denselben Schlüssel. Eine doppelt gesendete Anfrage wird darum nur einmal gespeichert.',
      ],
    },
    {
      id: 'retry',
      heading: 'Versuchen, bis der Server wieder da ist',
      blocks: [
        'Ein zweites Programm, der Versand, stellt die E-Mails zu. Ist der Mailserver nicht erreichbar, wartet es 15 Sekunden, dann eine Minute, dann fünf Minuten. Danach versucht es alle 15 Minuten, solange der Ausfall dauert. Antwortet der Server mit einem vorübergehenden Fehler, wachsen die Pausen auf vier Stunden. Nach fünf Tagen hört der Versand auf und alarmiert einen Menschen, der die Zustellung neu starten kann.',
        'Mit der Bestätigung an die Absenderin oder den Absender verhält es sich anders. Käme sie einen Tag zu spät, würde sie nur verwirren. Deshalb entfällt sie nach 24 Stunden. Die Meldung an unsere Fachleute entfällt nie.',
      ],
    },
    {
      id: 'twice',
      heading: 'Gesendet oder nicht?',
      blocks: [
        'In SMTP endet eine Nachricht mit einer Zeile, die nur einen Punkt enthält. Bricht die Verbindung nach dem Punkt und vor dem «250 OK» des Servers ab, weiss der Versand nicht, ob die Nachricht angenommen wurde. Sendet er noch einmal, entsteht vielleicht ein Duplikat. Sendet er nicht, geht sie vielleicht verloren.',
        'Wir haben für jede Art von E-Mail das kleinere Übel gewählt. Eine doppelte Meldung ist lästig, eine fehlende kann uns einen Kunden kosten. Also wird sie bis zu dreimal gesendet, immer mit derselben Message-ID. Eine doppelte Bestätigung verwirrt, eine fehlende schadet wenig. Also wird sie nicht noch einmal gesendet. Jeden Versuch hält der Versand in der Datenbank fest, bevor er überträgt. So gelten beide Regeln auch nach einem Absturz.',
      ],
    },
    {
      id: 'proof',
      heading: 'Stecker ziehen und zählen',
      blocks: [
        'Unser Test sendet laufend Anfragen, bricht Prozesse mit einem Signal ab, das sie nicht abfangen können, und vergleicht, was bestätigt wurde, mit dem, was ankam.',
        [
          'Website und Versand 48-mal abgebrochen während 10’000 Anfragen: 0 Anfragen verloren, 0 doppelte Meldungen, höchstens eine Bestätigung je Anfrage.',
          'Datenbank 15-mal abgebrochen in drei Minuten, bei 50 Anfragen pro Sekunde: 9’024 Anfragen bestätigt, 0 verloren. 0,13 Sekunden nach dem Neustart nahm das Formular wieder Anfragen an.',
          'Mailserver mit 26 verschiedenen Fehlern, 10’016 E-Mails: 0 E-Mails als gesendet vermerkt, die nicht angenommen wurden.',
        ],
        'Wir prüfen auch, ob die Tests scheitern können. Jedes Szenario läuft noch einmal, diesmal ohne eine der Schutzmassnahmen, und dieser Lauf muss scheitern. Ohne das Write-Ahead-Log der Datenbank fand der zweite Test zum Beispiel Hunderte verlorene Anfragen.',
      ],
    },
    {
      id: 'human',
      heading: 'Wann ein Mensch alarmiert wird',
      blocks: [
        'Ist eine Meldung nach 15 Minuten noch nicht zugestellt, geht ein erster Alarm an einen Webhook, denn der Mailversand könnte ausgefallen sein. Er sagt, was zu tun ist. Namen und Adressen enthält er nicht, weil Alarme in Chatverläufen landen.',
      ],
    },
  ],
  closing: {
    heading: 'Verliert Ihr Formular Nachrichten?',
    text: 'Sagen Sie uns, wohin sie gehen. Wir schalten eine Komponente ab und zählen, was ankommt.',
    cta: { label: 'Formular testen', href: paths.contact },
    inquiry: { reason: 'security-assessment' },
  },
}
