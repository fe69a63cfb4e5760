import { auditQuery, mailAccess, signIn } from '../../listings/takeover'
import type { Article } from '../../types'
import { paths } from '../paths'
import { site } from '../site'
import { facts } from './facts'

const fact = facts.takeover

export const takeoverArticle: Article = {
  ...fact,
  title: `Microsoft-365-Übernahme in den Logs | ${site.name}`,
  description:
    'Was die ersten 72 Stunden nach der Übernahme eines Microsoft-365-Kontos in den Entra-Anmeldelogs und im Unified Audit Log hinterlassen, Feld für Feld.',
  hero: {
    eyebrow: fact.category,
    heading: 'Die ersten 72 Stunden einer Microsoft-365-Übernahme, in den Logs gelesen',
    lead: 'Eine Mitarbeiterin meldet sich auf einer Seite an, die alles an Microsoft weiterreicht, auch den zweiten Faktor. Die Sitzung behält der Angreifer. Hier steht, wo die nächsten drei Tage Spuren hinterlassen. Die Logzeilen sind konstruiert, die Felder sind jene von Microsoft.',
  },
  back: { label: 'Alle Artikel', href: paths.blog },
  sections: [
    {
      id: 'first-hour',
      heading: 'Erste Stunde: eine Anmeldung, die gelingt',
      blocks: [
        'Nach Fehlversuchen suchen Sie vergeblich. Das Passwort stimmte, der zweite Faktor wurde bestätigt, der Fehlercode ist 0. Auffällig sind eine Adresse, die diese Person noch nie benutzt hat, und ein Gerät, das Entra nicht kennt: deviceId ist leer.',
        { caption: 'Entra-Anmeldelog (signIn in Microsoft Graph, Beta)', listing: signIn },
        'Notieren Sie sich die sessionId. Jedes Token aus dieser Anmeldung trägt denselben Wert, auch in anderen Logs. Suchen Sie danach im Entra-Überwachungsprotokoll nach «User registered security info»: Viele Angreifer hinterlegen einen eigenen zweiten Faktor.',
      ],
    },
    {
      id: 'first-day',
      heading: 'Erster Tag: lesen und verstecken',
      blocks: [
        'Exchange protokolliert das Lesen als MailItemsAccessed. Die Sitzung steht in AppAccessContext und heisst dort AADSessionId. So verfolgen Sie den Angreifer auch dann, wenn er die Adresse wechselt.',
        { caption: 'Unified Audit Log, gekürzt', listing: mailAccess },
        'Bind heisst: Einzelne Nachrichten wurden geöffnet, InternetMessageId zählt sie auf. Sync heisst: Ein Client hat einen Ordner heruntergeladen, der ganze Inhalt gilt als gelesen. Nach mehr als 1’000 Bind-Einträgen in 24 Stunden schreibt Exchange einen Tag lang keine mehr und setzt IsThrottled. Dass nichts im Log steht, beweist dann nichts.',
        'Vor der ersten betrügerischen Nachricht versteckt meist eine Regel die Antworten: New-InboxRule aus Outlook im Web, UpdateInboxRules aus dem klassischen Outlook für Windows.',
      ],
    },
    {
      id: 'third-day',
      heading: 'Zweiter und dritter Tag: Geld und ein Weg zurück',
      blocks: [
        'Diese Vorgänge zeigen, wozu der Zugang benutzt wurde:',
        [
          'Send und SendAs: Nachrichten im Namen der Person.',
          'FileDownloaded und FileAccessed: Dokumente in SharePoint und OneDrive.',
          'Set-Mailbox mit ForwardingSmtpAddress: Kopien aller neuen E-Mails.',
          'Consent to application. (mit Punkt): eine App, die ihren Zugriff über den Passwortwechsel hinaus behält.',
        ],
        { caption: 'Der ganze Ablauf, in Exchange Online PowerShell', listing: auditQuery },
        'Die Einträge kommen verspätet: Microsoft nennt für die Kerndienste 60 bis 90 Minuten, ohne Gewähr. Wiederholen Sie die Abfrage am nächsten Tag. Der Parameter -SessionId benennt nur die Suche, mit der Sitzung des Angreifers hat er nichts zu tun.',
      ],
    },
    {
      id: 'clocks',
      heading: 'Welches Log zuerst verfällt',
      blocks: [
        [
          'Entra-Anmeldelogs: 7 Tage in der Gratisversion, 30 Tage mit P1 oder P2.',
          'Unified Audit Log: 180 Tage mit Audit (Standard), ein Jahr für Exchange, SharePoint und Entra mit Audit (Premium).',
        ],
        'Sichern Sie deshalb zuerst die Anmeldungen. Danach widerrufen Sie die Sitzungen, setzen das Passwort zurück und entfernen fremde Faktoren, Regeln und Zustimmungen, in dieser Reihenfolge. Ein neues Passwort allein beendet nicht jede laufende Sitzung.',
      ],
    },
  ],
  closing: {
    heading: 'Ist ein Postfach in fremden Händen?',
    text: 'Rufen Sie uns an, bevor Sie etwas löschen. Wir sichern zuerst die Logs und schliessen dann den Zugang.',
    cta: { label: 'Vorfall melden', href: paths.contact },
    inquiry: { reason: 'incident-response' },
  },
}
