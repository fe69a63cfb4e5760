import type { Program } from '../../types'
import { consultantsBadge, programConstants } from '../figures'
import { paths } from '../paths'
import { programTeam } from '../program-team'
import { site } from '../site'

export const threatIntelPlatform: Program = {
  path: paths.threatIntelPlatform,
  title: `Programm Threat Intelligence und Data Lake | ${site.name}`,
  description:
    'Drei bis sechs Fachleute bauen in vier bis acht Monaten einen Data Lake für Threat Intelligence und Analysen, über IT, OT, Cloud und SDLC hinweg.',
  hero: {
    eyebrow: 'Programm',
    heading: 'Threat Intelligence und Analytics Data Lake',
    lead: 'Jedes Werkzeug zeigt einen Teil Ihrer Angriffsfläche. Dieses Programm führt die Daten zusammen, um eine Frage zu beantworten: Was sollten Sie als Nächstes beheben, und warum?',
  },
  badges: [consultantsBadge(programConstants.threatIntelPlatform.consultants)],
  timeline: programConstants.threatIntelPlatform.timeline,
  timelineLabel: 'Dauer',
  back: { label: 'Alle Programme', href: paths.programs },
  overview: {
    heading: 'Überblick',
    paragraphs: [
      'Feeds, Scanner, Inventare, Repositorys und Anlagennetze beschreiben dieselben Systeme unter verschiedenen Namen. Wir führen diese Namen zu einem Modell von Systemen, Zuständigen, Schwachstellen und Bedrohungen zusammen, in offenen Formaten, in einem Data Lake, der Ihnen gehört.',
      'Unsere Auswertungen zeigen, welche Kampagnen auf Ihre Branche zielen, welche ihrer Techniken Ihren Kontrollen entgingen und welche verwundbaren Komponenten eines kritischen Prozesses erreichbar sind. Leitung und Technik arbeiten mit denselben Daten, in verschiedener Tiefe.',
    ],
  },
  deliverables: {
    heading: 'Sechs Ergebnisse',
    groups: [
      {
        items: [
          {
            title: 'Anbindung von Threat Intelligence',
            description:
              'Kommerzielle, offene und branchenspezifische Quellen über STIX und TAXII, nach Verlässlichkeit bewertet, ohne Duplikate und mit Ablaufdatum.',
          },
          {
            title: 'Analysepipeline',
            description:
              'Aufnahme, Vereinheitlichung, Zuordnung und Anreicherung als getesteter Code. Jede Zahl lässt sich bis zur Quelle zurückverfolgen.',
          },
          {
            title: 'Risikobasierte Priorisierung',
            description:
              'Ein nachvollziehbares Modell aus Ausnutzung, Erreichbarkeit, Bedeutung für das Geschäft und vorhandenen Kontrollen. Sie können jeden Wert nachrechnen.',
          },
          {
            title: 'Anbindung des SDLC',
            description:
              'Befunde aus Code, Abhängigkeiten und Builds fliessen in den Data Lake, Prioritäten zurück in die Aufgabenlisten der Teams.',
          },
          {
            title: 'Sicht auf IT, OT und Cloud',
            description:
              'Büros, Werke und Cloud-Abonnements in einem Inventar, mit passiver Erfassung, wo ein aktiver Scan den Betrieb stören könnte.',
          },
          {
            title: 'Lagebericht für die Leitung',
            description:
              'Eine kurze Einschätzung im Monat: wie sich die Bedrohung für Ihr Unternehmen verändert hat, was das bedeutet und welche Entscheide wir empfehlen.',
          },
        ],
      },
    ],
  },
  technologyStack: {
    heading: 'Technologien',
    intro: 'Eine typische Auswahl. Geeignete Produkte, die Sie schon nutzen, behalten wir.',
    groups: [
      {
        title: 'Daten und Analyse',
        items: ['Azure Data Lake Storage', 'Databricks', 'Apache Kafka', 'Apache Iceberg', 'dbt'],
      },
      { title: 'Threat Intelligence', items: ['OpenCTI', 'MISP', 'STIX 2.1 und TAXII 2.1', 'MITRE ATT&CK'] },
      { title: 'Schwachstellen', items: ['Tenable', 'Qualys', 'DefectDojo', 'EPSS und CISA KEV'] },
      {
        title: 'Werkzeuge im SDLC',
        items: ['GitHub Advanced Security', 'GitLab', 'Dependency-Track', 'Semgrep'],
      },
    ],
  },
  team: programTeam(
    'Drei Personen bauen den Data Lake, drei weitere kommen für Erkennung, OT und Berichte dazu.',
    {
      noemie: 'Leitung, Datenmodell und Auswertungen',
      selma: 'Daten zu Schwachstellen, Anbindung des SDLC',
      aurelio: 'Data Lake, Cloud und Zugriff',
    },
    {
      flurin: 'Angriffstechniken und Abdeckung',
      ladina: 'OT-Systeme und kritische Prozesse',
      mirjam: 'Risikomodell und Lagebericht',
    },
  ),
  idealFor: {
    heading: 'Geeignet für',
    items: [
      'Unternehmen mit mehreren Sicherheitswerkzeugen und ohne gemeinsame Sicht auf das Risiko',
      'Betreiber kritischer Infrastrukturen mit IT und OT',
      'Konzerne, die Behebungen über viele Töchter hinweg priorisieren müssen',
      'Teams, deren Lageberichte technische Entscheide prägen sollen',
    ],
  },
  closing: {
    heading: 'Beginnen Sie mit einer Frage',
    text: 'Senden Sie uns eine Frage zu Ihrer Angriffsfläche, die Sie heute nicht beantworten können. Wir sagen Ihnen, welche Daten es für die Antwort braucht.',
    cta: { label: 'Data Lake besprechen', href: paths.contact },
    inquiry: { program: 'threat-intel-platform', reason: 'threat-detection-response' },
  },
}
