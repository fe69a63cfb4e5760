import type { Program } from '../../types'
import { consultantsBadge, programConstants } from '../figures'
import { paths } from '../paths'
import { programTeam } from '../program-team'
import { site } from '../site'

export const siemThreatHunting: Program = {
  path: paths.siemThreatHunting,
  title: `Programm SIEM und Threat Hunting | ${site.name}`,
  description:
    'Eine bis fünf Fachleute, zwei bis vier Monate: ein SIEM als Code, ein Programm für Threat Hunting, Dashboards und GenAI für die Analyse.',
  hero: {
    eyebrow: 'Programm',
    heading: 'SIEM und Threat Hunting',
    lead: 'Ein SIEM erkennt die Angriffe, für die Sie Regeln geschrieben haben. Threat Hunting sucht die anderen und macht aus jedem Fund eine neue Regel.',
  },
  badges: [consultantsBadge(programConstants.siemThreatHunting.consultants)],
  timeline: programConstants.siemThreatHunting.timeline,
  timelineLabel: 'Dauer',
  back: { label: 'Alle Programme', href: paths.programs },
  overview: {
    heading: 'Überblick',
    paragraphs: [
      'Das Programm liefert eine Plattform, neu oder erneuert, und die Routine, dank der sie nützlich bleibt. Wir beginnen mit den Fragen, die sie beantworten soll. Weil jede angebundene Quelle Geld kostet, bleiben jene weg, die dazu nichts beitragen, oder ihre Daten gehen in einen günstigeren Speicher.',
      'Ab dem zweiten Monat sucht Ihr Team in festen Sitzungen, zuerst unter unserer Leitung, dann unter eigener. Jede Suche beginnt mit einer Hypothese und endet mit einem schriftlichen Ergebnis: eine neue Regel, eine Datenlücke oder der Vermerk, dass nichts gefunden wurde.',
    ],
  },
  deliverables: {
    heading: 'Fünf Ergebnisse',
    groups: [
      {
        items: [
          {
            title: 'Aufbau der SIEM-Plattform',
            description:
              'Architektur, Anbindung der Daten mit gemeinsamem Schema, Zugriffsmodell, Aufbewahrungsstufen und Kostenkontrolle, auf Microsoft Sentinel, Splunk, Elastic oder Ihrer bestehenden Plattform.',
          },
          {
            title: 'Framework für Detection as Code',
            description:
              'Repository, Regeln für Reviews, Tests gegen aufgezeichnete Telemetrie, Pipeline für den Rollout und Übersetzung von Sigma in die Abfragesprache Ihrer Plattform.',
          },
          {
            title: 'Programm für Threat Hunting',
            description:
              'Eine Liste von Hypothesen aus Ihrem Bedrohungsmodell, eine Methode, Notebooks, ein Zeitplan und die ersten Hunts zusammen mit Ihrem Team.',
          },
          {
            title: 'GenAI für die Analyse',
            description:
              'Sprachmodelle, die Vorfälle zusammenfassen, Abfragen entwerfen und Skripte erklären, in Grenzen: Ergebnisse werden geprüft, Eingaben protokolliert, und keine Kundendaten verlassen die vereinbarte Region.',
          },
          {
            title: 'Dashboards und Berichte nach Mass',
            description:
              'Eigene Sichten für die Schicht, die Teamleitung und die Geschäftsleitung. Jede Zahl führt zu den Ereignissen dahinter.',
          },
        ],
      },
    ],
  },
  team: programTeam(
    'Eine Person führt das Programm; bis zu vier weitere kommen dazu, je nachdem, welche Ergebnisse Sie brauchen.',
    { flurin: 'Leitung, Plattform und Detection as Code' },
    {
      noemie: 'Anbindung der Daten, Schema und Dashboards',
      jonas: 'Hypothesen und Hunts',
      selma: 'Repository, Tests und Pipeline',
      dario: 'Grenzen für Sprachmodelle, Datenschutz',
    },
  ),
  idealFor: {
    heading: 'Geeignet für',
    items: [
      'Security-Teams mit mehr Alarmen, als sie bearbeiten können',
      'Unternehmen, die ein altes SIEM ablösen oder vor einer Vertragsverlängerung stehen',
      'Beaufsichtigte Firmen, die Vorfälle innert Stunden erkennen und melden müssen',
      'Dienstleister, die für viele Mandanten dieselben Regeln pflegen wollen',
    ],
  },
  closing: {
    heading: 'Wonach würden Sie zuerst suchen?',
    text: 'Bringen Sie eine Hypothese mit oder die Alarmstatistik des letzten Quartals. Beides reicht für eine nützliche erste Stunde.',
    cta: { label: 'Programm besprechen', href: paths.contact },
    inquiry: { program: 'siem-threat-hunting', reason: 'threat-detection-response' },
  },
}
