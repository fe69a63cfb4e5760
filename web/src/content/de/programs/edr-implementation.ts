import type { Program } from '../../types'
import { consultantsBadge, programConstants } from '../figures'
import { paths } from '../paths'
import { programTeam } from '../program-team'
import { site } from '../site'

export const edrImplementation: Program = {
  path: paths.edrImplementation,
  title: `Programm EDR/XDR-Einführung | ${site.name}`,
  description:
    'Eine bis drei Fachleute bringen EDR oder XDR in einem bis drei Monaten auf jeden Endpunkt: Pilot, Rollout in Stufen, Tuning und Übergabe.',
  hero: {
    eyebrow: 'Programm',
    heading: 'EDR/XDR-Einführung',
    lead: 'Ein Sensor schützt nur, wenn er überall installiert ist, Angriffe blockiert und jemand hinschaut. Dieses Programm sorgt für alles drei.',
  },
  badges: [consultantsBadge(programConstants.edrImplementation.consultants)],
  timeline: programConstants.edrImplementation.timeline,
  timelineLabel: 'Dauer',
  back: { label: 'Alle Programme', href: paths.programs },
  overview: {
    heading: 'Überblick',
    paragraphs: [
      'Rollouts bleiben immer aus denselben Gründen stecken: Server, die niemand anzufassen wagt, eine alte Anwendung, die sich mit dem Sensor nicht verträgt, Richtlinien, die nach dem Pilot im Beobachtungsmodus bleiben, und Alarme, für die niemand zuständig ist. Damit rechnen wir ab der ersten Woche. Jede Gruppe von Geräten wechselt vom Beobachten zum Blockieren, sobald sie die vereinbarten Kriterien erfüllt.',
      'In der Variante XDR kommen Signale aus Identitäten, E-Mail und Cloud dazu. Ein Vorfall zeigt dann den ganzen Angriff, von der ersten Nachricht bis zum letzten Prozess. Sie wählen die Plattform, oder wir helfen bei der Wahl, mit einem Versuch auf Ihren eigenen Geräten.',
    ],
  },
  deliverables: {
    heading: 'Ergebnisse',
    groups: [
      {
        items: [
          {
            title: 'Abdeckungsplan und Inventarabgleich',
            description:
              'Arbeitsplätze, Server und virtuelle Desktops mit Verzeichnisdienst und Inventar abgeglichen. Wo kein Sensor läuft, greift eine andere Massnahme.',
          },
          {
            title: 'Pilot und Rollout in Stufen',
            description:
              'Verteilung mit Ihrem eigenen Werkzeug, mit getestetem Rollback und einem Change-Eintrag je Stufe.',
          },
          {
            title: 'Schutzrichtlinien',
            description:
              'Richtlinien je Geräteklasse, schrittweise verschärft, und eine Ausnahmeliste, in der jeder Eintrag einen Grund und ein Prüfdatum hat.',
          },
          {
            title: 'Eigene Erkennungsregeln',
            description:
              'Verhaltensregeln für Ihre kritischen Systeme und Admin-Werkzeuge, jede mit der Technik geprüft, die sie erkennen soll.',
          },
          {
            title: 'Abläufe für die Reaktion',
            description:
              'Isolieren, Spuren sichern, Zugangsdaten zurücksetzen, wieder in Betrieb nehmen: mit den Systemverantwortlichen vereinbart und mit dem Pikett geübt.',
          },
          {
            title: 'Übergabe und Kennzahlen',
            description:
              'Schulung an echten Fällen und ein Dashboard zu Abdeckung, Zustand der Sensoren, Zeit bis zur Annahme und Zeit bis zur Eindämmung.',
          },
        ],
      },
    ],
  },
  phases: {
    heading: 'Drei Stufen',
    intro: 'Jede Stufe endet, wenn ihr Kriterium erfüllt ist.',
    items: [
      {
        title: 'Vorbereiten',
        duration: 'bis der Pilot ohne Konflikte läuft',
        description:
          'Inventar, Wahl oder Prüfung der Plattform, Entwurf der Richtlinien, Erfolgskriterien und eine Pilotgruppe, zu der auch die schwierigen Geräte gehören.',
      },
      {
        title: 'Ausrollen',
        duration: 'bis jedes Gerät blockiert',
        description: 'Verteilung in Wellen, mit täglicher Durchsicht von Konflikten und Fehlalarmen.',
      },
      {
        title: 'Betreiben',
        duration: 'bis Ihr Team übernimmt',
        description:
          'Ihr Team reagiert auf einen simulierten Einbruch, und wir schauen zu. Was zu langsam war, verbessern wir. Dann übergeben wir.',
      },
    ],
  },
  team: programTeam(
    'Eine Person führt das Programm, zwei weitere kommen für Signale jenseits der Endpunkte und für die Übung am Schluss dazu.',
    { flurin: 'Leitung, Richtlinien und Erkennungsregeln' },
    {
      aurelio: 'Signale aus Identitäten, E-Mail und Cloud',
      jonas: 'Angriffstechniken und simulierter Einbruch',
    },
  ),
  idealFor: {
    heading: 'Geeignet für',
    items: [
      'Unternehmen, die einen signaturbasierten Virenschutz ablösen',
      'Teams, die nur einen Teil der bezahlten Sensoren einsetzen',
      'Firmen, deren Versicherung oder Revision den Schutz der Endpunkte belegt sehen will',
      'Konzerne, die zugekaufte Firmen auf denselben Stand bringen müssen',
    ],
  },
  closing: {
    heading: 'Wie viele Ihrer Endpunkte melden sich heute?',
    text: 'Wenn Sie es nicht wissen, beginnt das Programm genau dort. Im ersten Gespräch skizzieren wir Umfang, Team und ungefähre Kosten.',
    cta: { label: 'EDR-Einführung besprechen', href: paths.contact },
    inquiry: { program: 'edr-implementation', reason: 'threat-detection-response' },
  },
}
