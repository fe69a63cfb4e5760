import type { Program } from '../../types'
import { consultantsBadge, programConstants } from '../figures'
import { paths } from '../paths'
import { programTeam } from '../program-team'
import { site } from '../site'

export const purpleTeamOperations: Program = {
  path: paths.purpleTeamOperations,
  title: `Programm Purple Team | ${site.name}`,
  description:
    'Zwei bis vier Fachleute führen Red und Blue Team zwei bis vier Monate lang durch Zyklen in fünf Schritten, vom Plan bis zur geprüften Regel.',
  hero: {
    eyebrow: 'Programm',
    heading: 'Purple Team',
    lead: 'Ein Penetrationstest zeigt, wie jemand hineinkommt. Ein Purple Team zeigt, an welchen Stellen Sie den Angriff hätten bemerken können, und ergänzt die fehlenden Regeln.',
  },
  badges: [consultantsBadge(programConstants.purpleTeamOperations.consultants)],
  timeline: programConstants.purpleTeamOperations.timeline,
  timelineLabel: 'Dauer',
  back: { label: 'Alle Programme', href: paths.programs },
  overview: {
    heading: 'Überblick',
    paragraphs: [
      'Wir führen die Techniken der Angreifer, mit denen Sie rechnen müssen, offen aus, während Ihre Abwehr zuschaut. Bleibt eine Technik unbemerkt, gehen beide Seiten die Spuren durch: Fehlten die Daten, die Regel, der Alarm oder die Reaktion? Jede Ursache braucht eine andere Korrektur, und die folgt noch im selben Zyklus.',
      'Das Programm läuft in der produktiven Umgebung, denn im Labor verhalten sich Regeln anders. Vor dem ersten Befehl vereinbaren wir Sicherheitsregeln, ein Stoppsignal und eine Person, die die Übung jederzeit beenden kann.',
    ],
  },
  deliverables: {
    heading: 'Ergebnisse',
    groups: [
      {
        items: [
          {
            title: 'Angreiferprofil und Plan',
            description:
              'Für Ihre Branche ausgewählte Gruppen, ihre Techniken nach ATT&CK und ein Ablaufplan, den Ihre Leitung freigibt.',
          },
          {
            title: 'Protokoll der Ausführung',
            description:
              'Jede Handlung mit Zeit, Quelle, Ziel und Befehl, so genau, dass die Abwehr sie finden und die Revision ihr folgen kann.',
          },
          {
            title: 'Erkennungsmatrix',
            description:
              'Eine Seite, die für jede Technik zeigt, ob sie aufgezeichnet, erkannt und gemeldet wurde und ob jemand reagiert hat, vor und nach jedem Zyklus.',
          },
          {
            title: 'Neue und korrigierte Regeln',
            description:
              'Regeln, die während der Übung entstehen, gegen die aufgezeichneten Handlungen getestet und in Ihr eigenes Repository übernommen.',
          },
          {
            title: 'Wiederholbare Testfälle',
            description:
              'Techniken als automatische Tests, damit eine Änderung, die eine Regel unwirksam macht, innert eines Tages auffällt.',
          },
          {
            title: 'Geübte Abwehr',
            description:
              'Analystinnen und Analysten, die jeden Angriff gesehen haben und wissen, wie seine ersten zehn Minuten in Ihren Protokollen aussehen.',
          },
        ],
      },
    ],
  },
  lifecycle: {
    heading: 'Der Zyklus in fünf Schritten',
    intro:
      'Ein Zyklus dauert zwei bis drei Wochen. Der letzte Schritt legt den Umfang des nächsten Zyklus fest.',
    items: [
      {
        title: 'Planung und Eingrenzung',
        description: 'Ziele, Angreifer, Systeme, Regeln der Übung und die Hypothesen, die geprüft werden.',
      },
      {
        title: 'Ausführung durch das Red Team',
        description: 'Jede Technik wird angekündigt, ausgeführt und mit der Zeit festgehalten.',
      },
      {
        title: 'Auswertung durch das Blue Team',
        description:
          'Die Abwehr verfolgt jede Handlung in ihren Daten und erklärt, warum sie erkannt wurde oder nicht.',
      },
      {
        title: 'Detection Engineering',
        description:
          'Das Team erschliesst fehlende Daten, schreibt Regeln, entfernt Rauschen und korrigiert Abläufe.',
      },
      {
        title: 'Prüfung und Kennzahlen',
        description:
          'Jede Technik läuft noch einmal, und Abdeckung und Reaktionszeit werden mit dem ersten Durchgang verglichen.',
      },
    ],
  },
  team: programTeam(
    'Zwei Personen führen jeden Zyklus, eine auf jeder Seite; zwei weitere kommen für das Angreiferprofil und die Testfälle dazu.',
    { jonas: 'Leitung, Ausführung durch das Red Team', flurin: 'Auswertung und Detection Engineering' },
    { noemie: 'Angreiferprofil und Threat Intelligence', selma: 'Wiederholbare, automatische Testfälle' },
  ),
  idealFor: {
    heading: 'Geeignet für',
    items: [
      'SOC-Teams, die belegen müssen, was sie erkennen',
      'Finanzinstitute vor bedrohungsorientierten Penetrationstests wie TIBER-EU',
      'Teams mit einem Red-Team-Bericht und ohne Zeit, ihn umzusetzen',
      'Anbieter, die ihrer Kundschaft zeigen müssen, dass ihr Dienst wirkt',
    ],
  },
  closing: {
    heading: 'Wählen Sie einen Gegner',
    text: 'Sagen Sie uns, wer Sie nach Ihrer Einschätzung angreifen würde und wie. Im ersten Gespräch skizzieren wir den ersten Zyklus.',
    cta: { label: 'Purple Team besprechen', href: paths.contact },
    inquiry: { program: 'purple-team-operations', reason: 'threat-detection-response' },
  },
}
