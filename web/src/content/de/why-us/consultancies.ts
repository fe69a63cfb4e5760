import type { Segment } from '../../types'
import { paths } from '../paths'
import { site } from '../site'

export const consultancies: Segment = {
  path: paths.consultancies,
  title: `Für Beratungsfirmen | ${site.name}`,
  description:
    'Fachleute für Sicherheit in Ihren Kundenprojekten: Verstärkung im Team, gemeinsame Offerten, Zweitmeinungen und Schulung Ihrer Leute.',
  hero: {
    eyebrow: 'Warum wir: Beratungsfirmen',
    heading: 'Fachleute für Ihre Kundenprojekte',
    lead: 'Sie führen die Transformation, das Audit oder die Integration. Wenn Sie nächsten Monat einen Detection Engineer oder eine Cloud-Architektin brauchen, stellen wir jemanden, der es gewohnt ist, im Projektteam einer anderen Firma zu arbeiten.',
  },
  intro: [
    'Die meisten grossen Projekte werfen Sicherheitsfragen auf, selten aber genug für eine eigene Abteilung. Mit einem Rahmenvertrag sind unsere Fachleute kurzfristig verfügbar, versichert und an Ihre Qualitätsregeln gebunden. Sie arbeiten unter Ihrem oder unserem Namen.',
  ],
  change: {
    heading: 'Vorher und nachher',
    columns: ['Vorher', 'Nachher'],
    rows: [
      ['Offerte', 'Das Kapitel Sicherheit bleibt dünn', 'Eine Fachperson mit Namen und eine Schätzung'],
      ['Projekt', 'Die Stelle ist noch ausgeschrieben', 'Die Fachperson arbeitet in Ihrem Team'],
      ['Übergabe', 'Das Wissen geht mit dem Subunternehmen', 'Ihre Leute sind unterwegs geschult worden'],
    ],
  },
  offerings: [
    {
      heading: 'Vier Angebote für Beratungsfirmen',
      items: [
        {
          title: 'Verstärkung im Projektteam',
          description:
            'Fachleute, die für Wochen oder Monate in Ihrem Team arbeiten, Ihre Methoden anwenden und Ihrer Projektleitung berichten.',
        },
        {
          title: 'Gemeinsame Offerten',
          description:
            'Wir liefern Umfang, Aufwand und Profile für den Sicherheitsteil einer Ausschreibung und stehen zu den Zahlen, wenn Sie gewinnen.',
        },
        {
          title: 'Unabhängige Prüfung',
          description:
            'Ein zweiter Blick auf Architekturen und Berichte, bevor der Kunde sie sieht, mit umsetzbaren Anmerkungen bis am nächsten Morgen.',
        },
        {
          title: 'Schulung Ihrer Leute',
          description:
            'Workshops und gemeinsame Arbeit, die Wissen in Ihrem Team aufbauen, vom Bedrohungsmodell bis zu den Anforderungen der FINMA.',
        },
      ],
    },
  ],
  reasons: {
    heading: 'Wie wir in Ihrem Projekt arbeiten',
    items: [
      {
        title: 'Ihr Kunde bleibt Ihrer',
        description: 'Der Rahmenvertrag enthält ein Abwerbeverbot.',
      },
      {
        title: 'Erfahren ab dem ersten Tag',
        description: 'Wer in der Offerte steht, macht die Arbeit. Wir bilden niemanden auf Ihre Kosten aus.',
      },
      {
        title: 'Berichte in Ihrem Stil',
        description: 'Wir liefern in Ihrer Vorlage und in einer Sprache, die ein Lenkungsausschuss versteht.',
      },
    ],
  },
  closing: {
    heading: 'Eine Lücke im Projektplan?',
    text: 'Nennen Sie uns Rolle, Termine und Sprache. Innert weniger Tage erhalten Sie ein Profil oder ein klares Nein.',
    cta: { label: 'Melden Sie sich', href: paths.contact },
    inquiry: { reason: 'partnership' },
  },
}
