import type { Program } from '../../types'
import { compliancePhaseDurations, consultantsBadge, programConstants } from '../figures'
import { paths } from '../paths'
import { programTeam } from '../program-team'
import { site } from '../site'

const [assessment, implementation, operationalisation, governance] = compliancePhaseDurations

export const complianceGovernance: Program = {
  path: paths.complianceGovernance,
  title: `Programm Compliance und Governance | ${site.name}`,
  description:
    'Zwei bis vier Fachleute vereinen FINMA, NIST CSF 2.0, DSGVO und ISO 27001/27002 in drei bis sechs Monaten in einem einzigen Kontrollset.',
  hero: {
    eyebrow: 'Programm',
    heading: 'Compliance und Governance',
    lead: 'Vier Regelwerke verlangen weitgehend dieselben Kontrollen in anderen Worten. Wir setzen jede Kontrolle einmal um, schulen die Leute, die sie betreiben, und legen die Nachweise dort ab, wo die Revision sie sucht.',
  },
  badges: [consultantsBadge(programConstants.complianceGovernance.consultants), 'mehrere Regelwerke'],
  timeline: programConstants.complianceGovernance.timeline,
  timelineLabel: 'Dauer bis zum Regelbetrieb',
  back: { label: 'Alle Programme', href: paths.programs },
  overview: {
    heading: 'Überblick',
    paragraphs: [
      'Compliance scheitert, wenn Weisung und Praxis auseinanderlaufen. Das Programm beginnt deshalb im Betrieb: Wir schauen zuerst, wie Zugriffe erteilt, Änderungen gemacht und Vorfälle behandelt werden, und lesen erst danach die Dokumente. Ist die Praxis gut, schreiben wir die Weisung danach. Ist sie es nicht, ändern wir beides.',
      'Es entsteht ein schlankes Managementsystem mit benannten Verantwortlichen, einem Risikoregister, das Entscheide stützt, und einem Prüfkalender, dem Ihr Team ohne uns folgt.',
    ],
  },
  deliverables: {
    heading: 'Ergebnisse',
    groups: [
      {
        title: 'Regelwerke',
        items: [
          {
            title: 'FINMA',
            description:
              'Die Rundschreiben 2023/1 zu operationellen Risiken und Resilienz und 2018/3 zum Outsourcing, übersetzt in Kontrollen und Berichtswege.',
          },
          {
            title: 'NIST CSF',
            description:
              'Ist- und Zielprofil nach Version 2.0, mit der Funktion Govern, als gemeinsame Sprache des Programms.',
          },
          {
            title: 'DSGVO',
            description:
              'Verzeichnis der Bearbeitungstätigkeiten, Folgenabschätzungen, Verträge zur Auftragsbearbeitung und Abläufe bei Verletzungen, auch jene, die das revDSG verlangt.',
          },
          {
            title: 'ISO 27001/27002',
            description:
              'Geltungsbereich, Erklärung zur Anwendbarkeit und Massnahmen nach den Ausgaben von 2022, bereit für ein akkreditiertes Zertifizierungsaudit.',
          },
        ],
      },
      {
        title: 'Kontrollen',
        items: [
          {
            title: 'Weisungen',
            description:
              'Eine schlanke Hierarchie aus Weisungen, Standards und Verfahren. Jedes Dokument hat eine verantwortliche Person, eine Zielgruppe und ein Prüfdatum.',
          },
          {
            title: 'Risiko',
            description:
              'Eine Methode nach ISO/IEC 27005, ein Register in der Sprache des Geschäfts und Entscheide, die von den Risikoverantwortlichen unterschrieben sind.',
          },
          {
            title: 'Zugriff',
            description:
              'Rollen, Freigaben, Rezertifizierung und privilegierte Zugriffe, verbunden mit Ihren Abläufen bei Eintritt, Wechsel und Austritt.',
          },
          {
            title: 'Überwachung',
            description:
              'Tests der Kontrollen, Kennzahlen und ein Plan für interne Audits, automatisch überall, wo ein System den Nachweis liefern kann.',
          },
        ],
      },
    ],
  },
  phases: {
    heading: 'Vier Phasen',
    items: [
      {
        title: 'Bestandesaufnahme und Gap-Analyse',
        duration: assessment,
        description:
          'Gespräche, Durchsicht der Dokumente und Stichproben im Betrieb. Sie erhalten eine Liste der Lücken, jede mit Aufwand und Priorität.',
      },
      {
        title: 'Umsetzung der Regelwerke',
        duration: implementation,
        description:
          'Entwurf der Kontrollen, Weisungen und technische Massnahmen, mit den Verantwortlichen erarbeitet und einzeln freigegeben.',
      },
      {
        title: 'Einführung und Schulung',
        duration: operationalisation,
        description:
          'Die Kontrollen laufen zum ersten Mal, und wir schauen zu. Wir schulen die Verantwortlichen, und ein internes Audit prüft das Ganze.',
      },
      {
        title: 'Laufende Governance',
        duration: governance,
        description:
          'Überprüfung jedes Quartal, Beobachtung der Rechtsentwicklung und Begleitung von Audits, so viel oder so wenig, wie Sie brauchen.',
      },
    ],
  },
  team: programTeam(
    'Zwei Personen führen das Programm, zwei weitere kommen für die Kontrollen in ihrem Fachgebiet dazu.',
    { mirjam: 'Leitung, Risiko und FINMA', dario: 'Datenschutz, Weisungen und Schulung' },
    { aurelio: 'Cloud-Kontrollen und Zugriff', flurin: 'Überwachung und technische Nachweise' },
  ),
  whyItWorks: {
    heading: 'Warum dieses Vorgehen wirkt',
    items: [
      {
        title: 'Ein einziges Kontrollset',
        description:
          'Jede Anforderung wird einmal umgesetzt und jedem Regelwerk zugeordnet, das sie stellt. Eine neue Vorschrift ergibt neue Zeilen in einer Tabelle, kein neues Projekt.',
      },
      {
        title: 'Zuerst der Betrieb',
        description:
          'Die Verantwortlichen entwerfen mit. So passen die Kontrollen zu ihrer täglichen Arbeit.',
      },
      {
        title: 'Nachweise nebenbei',
        description:
          'Tickets, Pipelines und Protokolle liefern die Nachweise. Niemand sammelt in der Woche vor dem Audit Bildschirmfotos.',
      },
      {
        title: 'Verhältnismässigkeit',
        description:
          'FINMA und DSG verlangen Massnahmen, die dem Risiko angemessen sind. Wir sagen Ihnen schriftlich, welche Kontrollen Sie nicht brauchen.',
      },
    ],
  },
  closing: {
    heading: 'Welches Audit kommt als Nächstes?',
    text: 'Nennen Sie das Regelwerk und das Datum. Wir sagen Ihnen, ob der Termin zu halten ist und was zuerst zu tun ist.',
    cta: { label: 'Anforderungen besprechen', href: paths.contact },
    inquiry: { program: 'compliance-governance', reason: 'security-assessment' },
  },
}
