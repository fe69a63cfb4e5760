import type { Segment } from '../../types'
import { smeEmployees } from '../figures'
import { paths } from '../paths'
import { site } from '../site'

export const smes: Segment = {
  path: paths.smes,
  title: `Sicherheit für KMU | ${site.name}`,
  description:
    'Für Firmen mit 50–500 Mitarbeitenden ohne Sicherheitsabteilung: Schutz, Erkennung, Compliance und Schulung, die Sie sich auf Dauer leisten können.',
  hero: {
    eyebrow: 'Warum wir: KMU',
    heading: 'Sicherheit ohne Sicherheits\u00adabteilung',
    lead: 'Ein KMU hat dieselben Angreifer wie eine Bank, aber eine IT von fünf Leuten. Wir übernehmen, was Fachleute braucht, und machen den Rest so einfach, dass Ihr Team ihn betreiben kann.',
  },
  intro: [
    'Automatische Angriffe treffen Firmen jeder Grösse. Was die meisten davon aufhält, ist bekannt und bezahlbar, steht aber hinter der ERP-Migration und dem neuen Lager zurück. Wir setzen Prioritäten, tun, wofür Ihrem Team die Zeit fehlt, und schliessen jeden Schritt ab, bevor der nächste beginnt.',
  ],
  change: {
    heading: 'Vorher und nachher',
    columns: ['Vorher', 'Nachher'],
    rows: [
      ['Zuständigkeit', 'Wer gerade Zeit hat', 'Eine Ansprechperson mit Plan für jedes Quartal'],
      ['Backup', 'Nie zurückgespielt', 'Probeweise zurückgespielt, mit gemessener Dauer'],
      ['Verdächtige E-Mail', 'Gelöscht oder geöffnet', 'Mit einem Klick gemeldet und beantwortet'],
    ],
  },
  offerings: [
    {
      heading: 'Sechs Angebote für KMU',
      items: [
        {
          title: 'Standortbestimmung',
          description:
            'Eine Prüfung von Identitäten, Endpunkten, E-Mail, Backup und Cloud nach dem IKT-Minimalstandard des Bundes, mit einem Plan nach Priorität.',
        },
        {
          title: 'Begleiteter Massnahmenplan',
          description:
            'Eine Fachperson führt den Plan Quartal für Quartal mit Ihrer IT und deren Lieferanten und berichtet der Geschäftsleitung.',
        },
        {
          title: 'Schutz für Endpunkte und E-Mail',
          description:
            'Moderne Erkennung auf den Geräten und ein gehärtetes Mailsystem, auf Ihre Umgebung eingestellt, mit einem vereinbarten Ablauf für Alarme ausserhalb der Bürozeit.',
        },
        {
          title: 'Backup und Test der Wiederherstellung',
          description:
            'Backups, an die Ransomware nicht herankommt, und eine Wiederherstellung mit der Stoppuhr in der Hand.',
        },
        {
          title: 'Datenschutz',
          description:
            'Das revDSG und, wenn Sie Kundschaft in der EU haben, die DSGVO, umgesetzt mit knappen Verzeichnissen und Abläufen.',
        },
        {
          title: 'Schulung der Mitarbeitenden',
          description:
            'Kurze Einheiten anhand von Vorfällen aus Ihrer Branche, ein einfacher Meldeweg und auf jede Meldung eine Antwort.',
        },
      ],
    },
  ],
  idealFor: {
    heading: 'Geeignet für',
    items: [
      `Firmen mit ${smeEmployees} Mitarbeitenden`,
      'Teams ohne eigene Sicherheitsleute',
      'Firmen, von denen Kundschaft, Versicherung oder Aufsicht Nachweise verlangen',
    ],
  },
  reasons: {
    heading: 'Worauf Sie sich verlassen können',
    items: [
      {
        title: 'Ein Plan mit Preisen',
        description:
          'Jede Massnahme steht mit Kosten und Wirkung da. So können Sie sie beurteilen wie jede andere Investition.',
      },
      {
        title: 'Eine Ansprechperson',
        description:
          'Das ganze Jahr arbeitet dieselbe Person mit Ihnen und zieht andere dazu, wenn Sie sie brauchen.',
      },
      {
        title: 'Kein Produktverkauf',
        description:
          'Wir verdienen nichts an Lizenzen. Genügt ein Produkt, das Sie schon haben, sagen wir es.',
      },
    ],
  },
  closing: {
    heading: 'Was wollen Sie dieses Jahr erreichen?',
    text: 'Ein Audit bestehen, weniger Alarme nach Feierabend oder eine Cyberversicherung zu einer fairen Prämie: Nennen Sie Ihr Ziel, und wir schlagen einen Plan für das erste Quartal vor.',
    cta: { label: 'Anfangen', href: paths.contact },
    inquiry: { reason: 'security-assessment' },
  },
}
