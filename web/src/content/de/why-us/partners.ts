import type { Segment } from '../../types'
import { paths } from '../paths'
import { site } from '../site'

export const partners: Segment = {
  path: paths.partners,
  title: `Für Technologiepartner | ${site.name}`,
  description:
    'Angebote für Hersteller von Endpunktschutz und Cloud-Plattformen: Einführung, Migration, gemeinsame Regeln und Rückmeldung aus der Praxis.',
  hero: {
    eyebrow: 'Warum wir: Partner',
    heading: 'Ihr Produkt, richtig eingeführt',
    lead: 'In den ersten 90 Tagen entscheidet ein Kunde, ob er verlängert. Wir führen Sicherheitsprodukte bei Schweizer Unternehmen ein, schulen die Teams, die sie betreiben, und berichten den Herstellern, was wir lernen.',
  },
  intro: [
    'Wir arbeiten mit Herstellern unter einer Bedingung: Unser Rat an die Kundschaft bleibt unabhängig. Partner erhalten Einführungen, die das ganze Produkt nutzen, Referenzen, die auf Ergebnissen beruhen, und Rückmeldung, wenn ein anderes Produkt den Zuschlag bekommen hat.',
    'Unabhängig heisst: keine Provision, keine Lizenzmarge, keine Umsatzziele, auch nicht von Partnern. Sie bezahlen uns für unsere Arbeit in Ihren Projekten, und unsere Kundschaft weiss davon, bevor sie uns nach unserer Meinung zu Ihren Produkten fragt.',
  ],
  change: {
    heading: 'Vorher und nachher',
    columns: ['Vorher', 'Nachher'],
    rows: [
      ['Einführung', 'Lizenzen verkauft, Sensoren fehlen', 'Jedes vorgesehene Gerät ist abgedeckt'],
      ['Erkennung', 'Die Standardregeln des Herstellers', 'Regeln für die Systeme des Kunden'],
      ['Rückmeldung', 'Kommt mit der Kündigung', 'Kommt aus jedem Projekt'],
    ],
  },
  offerings: [
    {
      heading: 'Für Hersteller von Endpunktschutz',
      items: [
        {
          title: 'Einführung',
          description:
            'Geplanter Rollout auf Arbeitsplätze, Server und virtuelle Desktops, bis zum blockierenden Betrieb, mit dokumentierten Richtlinien.',
        },
        {
          title: 'Ablösung eines anderen Produkts',
          description:
            'Ersatz des bestehenden Agenten in Stufen. Jeder Endpunkt bleibt dabei die ganze Zeit geschützt.',
        },
        {
          title: 'Eigene Erkennungsregeln',
          description:
            'Verhaltensregeln und Suchabfragen für lokale Bedrohungen, getestet und für gemeinsame Kunden gepflegt.',
        },
        {
          title: 'Schulung der Analyseteams',
          description:
            'Die Teams der Kunden lernen an echten Fällen aus der Plattform, bis zum Zertifikat des Herstellers.',
        },
      ],
    },
    {
      heading: 'Für Anbieter von Cloud-Plattformen',
      items: [
        {
          title: 'Sichere Landing Zones',
          description:
            'Referenzarchitekturen für regulierte Schweizer Branchen, als Code auf den Diensten der Plattform geliefert.',
        },
        {
          title: 'Workshops zur Sicherheit',
          description:
            'Strukturierte Prüfung von Identitäten, Netz, Daten und Betrieb, mit einem bezifferten Plan für den Kunden am Ende.',
        },
        {
          title: 'Nutzung der eigenen Werkzeuge',
          description:
            'Posture Management, SIEM und Identitätsschutz von der Lizenz in den Alltag gebracht, mit gemessener Nutzung.',
        },
        {
          title: 'Schnellere Compliance',
          description:
            'Zuordnungen und Nachweise für FINMA, revDSG und ISO-Normen, bei mehreren Kunden verwendbar.',
        },
      ],
    },
  ],
  ecosystem: {
    heading: 'Technologisches Umfeld',
    text: 'Wir verbinden Werkzeuge für Endpunkte, Identitäten, Cloud, Netz und OT über offene Formate und dokumentierte Schnittstellen: Sigma für Regeln, STIX und TAXII für Threat Intelligence, OCSF und ECS für Ereignisse, CycloneDX für Komponenten. Produkte, die diese Standards unterstützen, ziehen wir vor, denn unsere Kundschaft kann sie mit dem verbinden, was sie schon hat.',
  },
  reasons: {
    heading: 'Was Partner von uns haben',
    items: [
      {
        title: 'Rückmeldung aus der Praxis',
        description:
          'Reproduzierbare Fehlerberichte und priorisierte Anforderungen aus produktiven Umgebungen, anonymisiert und vom Kunden freigegeben.',
      },
      {
        title: 'Kenntnis des Schweizer Markts',
        description:
          'Wir kennen Beschaffung, Sprachregionen, Vorgaben zum Datenstandort und die Regulierung.',
      },
      {
        title: 'Klare Rollen',
        description:
          'Sie verkaufen die Lizenzen, direkt oder über einen Händler, wir die Dienstleistung. Der Kunde sieht beides getrennt.',
      },
    ],
  },
  closing: {
    heading: 'Beginnen wir mit einem gemeinsamen Kunden',
    text: 'Wir schlagen vor, mit einer einzigen Einführung zu beginnen. Nennen Sie einen Kunden, wir nennen das Team.',
    cta: { label: 'Kontakt aufnehmen', href: paths.contact },
    inquiry: { reason: 'partnership' },
  },
}
