import type { AboutPage } from '../types'
import { serviceBadge, teamSize } from './figures'
import { paths } from './paths'
import { procurementFacts } from './procurement'
import { founder, site } from './site'

export const aboutPage: AboutPage = {
  path: paths.about,
  title: `Über ${site.name}`,
  description: `Eine Beratungsfirma für Cyberabwehr aus ${site.city}: eine Fachperson, die direkt mit Ihnen arbeitet, oder ein Team von ${teamSize} Fachleuten.`,
  hero: {
    eyebrow: 'Über uns',
    heading: 'Eine kleine Firma mit Leuten aus der Praxis',
    lead: `${site.name} ist eine Beratungsfirma für Cyberabwehr in ${site.city}. Wir richten Schutzmassnahmen ein, die ein Unternehmen danach ohne uns betreiben kann.`,
  },
  intro: [
    'Unser Name verbindet den Firn, den alten, verdichteten Schnee, der einen Gletscher nährt, mit dem englischen «wall», der Mauer.',
    'Wir bleiben bewusst klein. Alle hier beraten und bauen: Wer eine Änderung empfiehlt, kann sie auch umsetzen.',
  ],
  models: {
    heading: 'Zwei Arten der Zusammenarbeit',
    items: [
      {
        title: 'Einzelne Fachperson',
        description: `Eine Person arbeitet als Mitglied Ihres Teams: ${founder.firstName} oder jemand mit dem passenden Fachgebiet.`,
        badge: '1 Fachperson',
        points: [
          'Für Prüfungen, Entwürfe, Interimsmandate und Coaching',
          'Beginn innert Tagen, ohne Projektbüro',
          'Verrechnung nach Aufwand, beidseitig kurze Kündigungsfrist',
        ],
      },
      {
        title: 'Ganzes Beratungsteam',
        description: `Ein Team von ${teamSize} Fachleuten unter einer Leitung, besetzt für die Aufgabe und angepasst, wenn sie sich ändert.`,
        badge: serviceBadge,
        points: [
          'Für Programme, Migrationen und regulatorische Fristen',
          'Umfang, Ergebnisse und Abnahmekriterien im Voraus vereinbart',
          'Eine Person verantwortet Fortschritt, Qualität und Übergabe',
        ],
      },
    ],
  },
  principles: {
    heading: 'Wie wir arbeiten',
    items: [
      {
        title: 'Sagen, was wir nicht wissen',
        description: 'Unsere Berichte trennen, was wir geprüft haben, von dem, was wir annehmen.',
      },
      {
        title: 'Alles übergeben',
        description: 'Ein Auftrag endet, wenn Ihre eigenen Leute übernommen haben, was wir gebaut haben.',
      },
      {
        title: 'So wenig Daten wie nötig',
        description:
          'Wir verlangen nur die Zugriffe, ohne die es nicht geht, speichern unsere Notizen in der Schweiz und löschen sie am vereinbarten Tag.',
      },
    ],
  },
  facts: procurementFacts,
  quotation: {
    text: 'In einem Wasserwerk sah ich zu, wie ein Lieferant über die Fernwartung einen Sollwert änderte. Dafür gab es einen Alarm. Er war nie getestet worden, und er blieb stumm.',
    by: founder.name,
    role: founder.role,
  },
  people: {
    heading: 'Die Menschen',
    items: [
      {
        title: founder.name,
        description:
          'Werdegang, Zertifikate, ausgewählte Rollen und Projekte der Gründerin und die Branchen, die sie kennt.',
        cta: { label: 'Zum Profil der Gründerin', href: paths.founder },
      },
      {
        title: 'Das Team',
        description: 'Acht Fachleute, die sich ergänzen, von Detection Engineering bis Datenschutz.',
        cta: { label: 'Das Team kennenlernen', href: paths.team },
      },
    ],
  },
  closing: {
    heading: 'Finden Sie heraus, ob wir zusammenpassen',
    text: 'Das erste Gespräch dauert 30 bis 60 Minuten und ist kostenlos. Danach wissen Sie, ob wir helfen können.',
    cta: { label: 'Erstes Gespräch vereinbaren', href: paths.contact },
  },
}
