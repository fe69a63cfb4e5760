import { certificationsOf, profiles } from '../profiles'
import type { FounderPage } from '../types'
import { paths } from './paths'
import { founder, site } from './site'

/** The founder is an invented person: background, certifications and projects are sample content, to be replaced. */
export const founderPage: FounderPage = {
  path: paths.founder,
  title: `${founder.name}, Gründerin von ${site.name}`,
  description: `Werdegang, Zertifikate, ausgewählte Rollen und Projekte sowie Branchen der Gründerin und leitenden Beraterin von ${site.name}.`,
  hero: {
    eyebrow: founder.role,
    heading: founder.name,
    lead: 'Detection Engineer, Architektin und Beraterin. Sie hilft Unternehmen, Angriffe zu erkennen und in der ersten Stunde zu reagieren.',
  },
  background: {
    heading: 'Werdegang',
    paragraphs: [
      `${founder.firstName} begann als Automatisierungsingenieurin und nahm Steuerungen in Kraftwerken und Wasserwerken in Betrieb. In einem davon änderte ein Lieferant über die Fernwartung einen Sollwert, ohne es jemandem zu sagen. Dieser Vorfall brachte sie zur Cybersicherheit.`,
      'Danach arbeitete sie in einem Security Operations Center, zuerst als Analystin im Schichtdienst, später als Verantwortliche für die Abdeckung der Erkennungsregeln. Dort lernte sie getestete Regeln, wenige Alarme und eine Dokumentation schätzen, der man auch in der Nachtschicht folgen kann.',
      `Sie gründete ${site.name}, damit Kundinnen und Kunden vom ersten Gespräch bis zur Übergabe direkt mit der Person zu tun haben, die die Arbeit macht.`,
    ],
  },
  certifications: {
    heading: 'Zertifikate',
    accomplished: {
      title: 'Erworben',
      items: certificationsOf(profiles[founder.id].certificates),
    },
    ongoing: {
      title: 'In Vorbereitung',
      items: certificationsOf(['SC-100', 'GCTI']),
    },
  },
  experience: {
    heading: 'Berufserfahrung',
    items: [
      {
        icon: 'detection',
        type: 'Rolle',
        title: 'Leiterin Detection Engineering',
        description:
          'Verantwortlich für die Erkennungsregeln eines Security Operations Center und ihre Qualität: Lebenszyklus, Messung der Abdeckung, Schulung des Teams.',
        tags: ['SIEM', 'Sigma', 'MITRE ATT&CK'],
      },
      {
        icon: 'industry',
        type: 'Rolle',
        title: 'Ingenieurin für Automatisierung und OT-Sicherheit',
        description:
          'Inbetriebnahme von Steuerungen, später Segmentierung und passive Überwachung von Anlagennetzen, zusammen mit Betrieb und Anlagensicherheit.',
        tags: ['OT', 'IEC 62443', 'Netzüberwachung'],
      },
      {
        icon: 'cloud',
        type: 'Projekt',
        title: 'Erkennung für eine Azure Landing Zone',
        description:
          'Zentrale Protokolle, Erkennungsregeln für Identitäten und automatische Reaktion, mit dem Plattformteam entworfen, bevor die erste Anwendung umzog.',
        tags: ['Azure', 'Microsoft Sentinel', 'Entra ID'],
      },
      {
        icon: 'pipeline',
        type: 'Projekt',
        title: 'Detection as Code',
        description:
          'Überführung manuell gepflegter Regeln in ein getestetes Repository mit gestuftem Rollout. Regeln ohne Verantwortliche wurden entfernt.',
        tags: ['Git', 'CI/CD', 'Tests'],
      },
      {
        icon: 'intelligence',
        type: 'Projekt',
        title: 'Angriffssimulation',
        description:
          'Ungefährliche Angriffe, die nach jeder Änderung Schutz und Erkennung prüfen und für jeden Fehlschlag ein Ticket eröffnen.',
        tags: ['BAS', 'Atomic Red Team', 'Purple Team'],
      },
      {
        icon: 'governance',
        type: 'Projekt',
        title: 'Vorbereitung auf Vorfälle',
        description:
          'Abläufe, Entscheidungskompetenzen und Meldewege für ein beaufsichtigtes Institut, mit der Geschäftsleitung geübt.',
        tags: ['FINMA', 'Incident Response', 'Übungen'],
      },
    ],
  },
  sectors: {
    heading: 'Branchen',
    items: [
      {
        title: 'Finanzwesen',
        description: 'Überwachung, Outsourcing und Meldungen unter Aufsicht der FINMA.',
      },
      { title: 'Energie und Wasser', description: 'Steuerungen, die kein Scan stören darf.' },
      { title: 'Industrie', description: 'Werke, Lieferanten und Fernwartung.' },
      {
        title: 'Gesundheitswesen',
        description: 'Patientendaten, Medizingeräte und Systeme, die kaum stillstehen dürfen.',
      },
      { title: 'Öffentliche Verwaltung', description: 'Beschaffungsrecht und gemeinsame Infrastruktur.' },
      { title: 'Software und Technologie', description: 'Häufige Releases und anspruchsvolle Kundschaft.' },
    ],
  },
  closing: {
    heading: `Fragen Sie ${founder.firstName} direkt`,
    text: 'Wenn es um Erkennung, Reaktion oder OT geht, schreiben Sie der Gründerin direkt. Das erste Gespräch ist kostenlos.',
    cta: { label: `${founder.firstName} schreiben`, href: paths.contact },
    inquiry: { to: founder.id },
  },
}
