import { events, provocation, sigmaRule } from '../../listings/inbox-rule'
import type { Article } from '../../types'
import { paths } from '../paths'
import { site } from '../site'
import { facts } from './facts'

const fact = facts.detectionRule

export const detectionRuleArticle: Article = {
  ...fact,
  title: `Eine Erkennungsregel, von der Idee zum Test | ${site.name}`,
  description:
    'Von der Beobachtung zur Sigma-Regel mit Tests: wie wir Posteingangsregeln erkennen, die E-Mails über Zahlungen verstecken, und was uns dabei entgeht.',
  hero: {
    eyebrow: fact.category,
    heading: 'Eine Erkennungsregel, von der Idee bis zum Test',
    lead: 'Eine Regel ist Code: Sie hat einen Zweck, einen Test und bekannte Lücken. Wir bauen eine für Microsoft 365, und Sie dürfen sie verwenden.',
  },
  back: { label: 'Alle Artikel', href: paths.blog },
  sections: [
    {
      id: 'idea',
      heading: 'Die Idee: Antworten darf niemand sehen',
      blocks: [
        'Wer aus einem gekaperten Postfach falsche Zahlungsangaben verschickt, hat ein Problem: Die Antworten landen beim Inhaber. Also legt der Angreifer eine Posteingangsregel an, die sie löscht oder in einen Ordner verschiebt, den niemand öffnet. MITRE ATT&CK führt das als T1564.008, Email Hiding Rules.',
        'Eine Regel anzulegen, ist normal. E-Mails über Zahlungen zu verstecken, ist es nicht. Die Erkennung verlangt deshalb drei Dinge zugleich: Eine Regel entsteht oder ändert sich, sie lässt Nachrichten verschwinden, und sie wählt sie nach Wörtern rund ums Geld aus.',
      ],
    },
    {
      id: 'rule',
      heading: 'Die Regel',
      blocks: [
        { caption: 'Sigma', listing: sigmaRule },
        'Zwei Details sind typisch schweizerisch. Outlook benennt seine Ordner in der Sprache des Postfachs, und Rechnungen treffen in mindestens vier Sprachen ein. Eine Regel nur mit englischen Wörtern würde bloss einen Teil der Firma abdecken.',
        'Im Unified Audit Log ist Parameters eine Liste aus Namen und Werten. Die meisten SIEM-Systeme legen sie als einen einzigen Text ab, manche mit zusätzlichen Leerzeichen und Zeilenumbrüchen. Darum sucht die Regel Namen und Werte einzeln und nie das JSON dazwischen.',
      ],
    },
    {
      id: 'tests',
      heading: 'Die Tests: Zwei schlagen an, zwei nicht',
      blocks: [
        'Die Tests gehören ins selbe Repository. Auf das dritte Ereignis kommt es an: Wer Rechnungen in einem sichtbaren Ordner ablegt, darf keinen Alarm auslösen.',
        { caption: 'Ereignisse und erwartete Ergebnisse', listing: events },
        'Danach lösen wir das Ereignis in einem Testpostfach wirklich aus und warten auf den Alarm. Erst das zeigt, dass das Log ankommt, die Feldnamen stimmen und jemand benachrichtigt wird.',
        { caption: 'Exchange Online PowerShell', listing: provocation },
      ],
    },
    {
      id: 'limits',
      heading: 'Was der Regel entgeht',
      blocks: [
        [
          'Regeln aus dem klassischen Outlook für Windows: Sie erscheinen als UpdateInboxRules mit anderen Feldern und brauchen eine zweite Regel.',
          'Regeln ohne Wörter, die alles verstecken: selten, bald bemerkt und eine eigene Regel ohne dritte Bedingung wert.',
          'Wörter, die nicht auf der Liste stehen. Gleichen Sie die Liste mit den Rechnungen ab, die Ihre Firma tatsächlich erhält.',
          'Auch DeleteMessage mit dem Wert False wäre ein Treffer.',
        ],
        'Die Stufe ist high, der Status experimental. Stabil wird die Regel, wenn in Ihrem Mandanten dreissig Tage lang jeder Alarm beurteilt und der Entscheid festgehalten worden ist.',
      ],
    },
  ],
  closing: {
    heading: 'Welche Ihrer Regeln wurde je getestet?',
    text: 'Schicken Sie uns eine Liste Ihrer Erkennungsregeln. Im ersten Gespräch wählen wir eine aus und planen ihren Test.',
    cta: { label: 'Regeln besprechen', href: paths.contact },
    inquiry: { reason: 'threat-detection-response' },
  },
}
