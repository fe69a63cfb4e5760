import type { Segment } from '../../types'
import { paths } from '../paths'
import { founder, site } from '../site'

export const enterprises: Segment = {
  path: paths.enterprises,
  title: `Sicherheit für Grossunternehmen | ${site.name}`,
  description:
    'Für grosse Organisationen: Erkennung, Cloud- und OT-Architektur, Purple Team, Risikodaten und Governance, von einer Fachperson bis zum Team.',
  hero: {
    eyebrow: 'Warum wir: Grossunternehmen',
    heading: 'Programme für komplexe Umgebungen',
    lead: 'Grossen Organisationen fehlt es selten an Budget oder Werkzeugen. Ihnen fehlen Leute, die Technik und Organisation verstehen. Wir bringen sie mit und übergeben, wenn Ihr Team so weit ist.',
  },
  intro: [
    'Ihre Umgebung hat eine Geschichte: drei Verzeichnisse aus zwei Fusionen, ein Anlagennetz, das älter ist als die Sicherheitsweisung, und Aufsichtsbehörden in mehreren Ländern. Wir ersetzen nicht alles. Wir finden die wenigen Änderungen, die den Rest leichter machen, und bringen sie durch Beschaffung, Freigabe und Rollout.',
  ],
  change: {
    heading: 'Vorher und nachher',
    columns: ['Vorher', 'Nachher'],
    rows: [
      ['Abdeckung', 'Angenommen, Werkzeug für Werkzeug', 'Gemessen, Technik für Technik'],
      ['Änderungen', 'In Sitzungen vereinbart', 'Als Code geprüft, mit Verantwortlichen'],
      ['Abschluss', 'Die Beratung bleibt', 'Ihr Team übernimmt an einem vereinbarten Tag'],
    ],
  },
  offerings: [
    {
      heading: 'Sechs Angebote für Grossunternehmen',
      items: [
        {
          title: 'Erkennung und Reaktion im grossen Massstab',
          description:
            'SIEM und XDR über Regionen und Geschäftsbereiche hinweg, mit gemeinsamen Regeln, lokalen Ausnahmen und einer Kennzahl für die Abdeckung.',
        },
        {
          title: 'Architektur für Cloud und Identitäten',
          description:
            'Landing Zones, privilegierte Zugriffe und Schlüsselverwaltung für regulierte Anwendungen und eine Reihenfolge für den Umzug, die Abhängigkeiten berücksichtigt.',
        },
        {
          title: 'OT und kritische Infrastruktur',
          description:
            'Segmentierung, Überwachung und Reaktion für Werke und Netze, die weiterlaufen müssen.',
        },
        {
          title: 'Purple Team im Dauerbetrieb',
          description:
            'Wiederkehrende Übungen mit Ihrem Red und Blue Team, die aus Lageberichten getestete Regeln machen.',
        },
        {
          title: 'Plattform für Risikodaten',
          description:
            'Schwachstellen, Systeme und Bedrohungen in einem Modell, damit Konzern und Töchter mit denselben Zahlen arbeiten.',
        },
        {
          title: 'Regulatorische Programme',
          description:
            'Anforderungen von FINMA, NIS2, DORA und ISO einem einzigen Kontrollset zugeordnet, mit Berichten für Verwaltungsrat und Aufsicht.',
        },
      ],
    },
  ],
  reasons: {
    heading: 'Warum Grossunternehmen mit uns arbeiten',
    items: [
      {
        title: 'Direkter Zugang',
        description:
          'Sie besprechen Entscheide mit den Leuten, die sie umsetzen, ohne Account Manager dazwischen.',
      },
      {
        title: 'Ein eingespieltes Team',
        description: `Unsere Fachleute ergänzen sich, haben gemeinsame Standards und arbeiten nicht zum ersten Mal zusammen.`,
      },
      {
        title: 'Ein geplanter Abschied',
        description: 'Die Übergabe ist ein Ergebnis mit eigenen Abnahmekriterien, von Anfang an eingeplant.',
      },
    ],
  },
  closing: {
    heading: 'Eine Stunde mit der leitenden Beraterin',
    text: 'Bringen Sie jemanden aus der Architektur und ein Problem mit. Das erste Gespräch ist kostenlos, ohne Folien und auf Wunsch unter einer Geheimhaltungsvereinbarung.',
    cta: { label: 'Gespräch vereinbaren', href: paths.contact },
    inquiry: { to: founder.id },
  },
}
