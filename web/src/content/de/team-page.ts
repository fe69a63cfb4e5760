import type { Certification } from '../firm-types'
import type { TeamPage } from '../types'
import { paths } from './paths'
import { team } from './people'
import { type PersonId, site } from './site'

/** Sample content, as the people are. */
const bios: Record<PersonId, string> = {
  ladina:
    'Leitet Aufträge zu Erkennung und Reaktion und steht für die Qualität jedes Projekts gerade. Ihre Laufbahn begann bei industriellen Steuerungen.',
  flurin:
    'Baut SIEM-Inhalte wie Software: Sigma-Regeln unter Versionskontrolle, in einer Pipeline getestet, an MITRE ATT&CK gemessen und entfernt, wenn sie nicht mehr helfen.',
  mirjam:
    'Macht aus FINMA-Rundschreiben und ISO-Normen Kontrollen, die der Betrieb ausführen kann. Kennt Zertifizierungen von beiden Seiten, der Umsetzung und dem Audit.',
  aurelio:
    'Entwirft Azure Landing Zones, in denen der sichere Weg auch der einfachste ist. Sein Fachgebiet: Identitäten, Policy as Code und die Migration regulierter Anwendungen.',
  selma:
    'Die frühere Softwareentwicklerin bringt Sicherheitsprüfungen in den Pull Request, jede mit einem Vorschlag zur Behebung. Ein weiteres Dashboard braucht niemand.',
  jonas:
    'Plant simulierte Angriffe auf produktive Umgebungen, führt sie in vereinbarten Grenzen aus und arbeitet dann mit dem Blue Team, bis jede Technik erkannt oder als Risiko akzeptiert ist.',
  noemie:
    'Verbindet Threat Intelligence mit den Daten, die ein Unternehmen schon hat. Arbeitet mit STIX, SQL und Datenpipelines und erklärt die Lage der Geschäftsleitung in klaren Worten.',
  dario:
    'Berät zu revDSG und DSGVO und schult Belegschaft, Entwicklung und Geschäftsleitung mit praktischen Übungen.',
}

/** What the sample team holds between them. */
const teamCertifications: readonly Certification[] = [
  { name: 'CISSP', issuer: 'ISC2' },
  { name: 'CCSP', issuer: 'ISC2' },
  { name: 'CISM', issuer: 'ISACA' },
  { name: 'CRISC', issuer: 'ISACA' },
  { name: 'GCIA, Certified Intrusion Analyst', issuer: 'GIAC' },
  { name: 'GCFA, Certified Forensic Analyst', issuer: 'GIAC' },
  { name: 'GCTI, Cyber Threat Intelligence', issuer: 'GIAC' },
  { name: 'GICSP, Industrial Cyber Security Professional', issuer: 'GIAC' },
  { name: 'OSCP', issuer: 'OffSec' },
  { name: 'SC-100, Cybersecurity Architect Expert', issuer: 'Microsoft' },
  { name: 'SC-200, Security Operations Analyst Associate', issuer: 'Microsoft' },
  { name: 'ISO/IEC 27001 Lead Implementer', issuer: 'PECB' },
  { name: 'ISO/IEC 27001 Lead Auditor', issuer: 'PECB' },
  { name: 'CIPP/E', issuer: 'IAPP' },
]

export const teamPage: TeamPage = {
  path: paths.team,
  title: `Das Team | ${site.name}`,
  description:
    'Acht Fachleute für Detection Engineering, Cloud, DevSecOps, Red Team, Threat Intelligence, Governance und Datenschutz, mit ihren Zertifikaten.',
  hero: {
    eyebrow: 'Team',
    heading: 'Mit diesen Menschen würden Sie arbeiten',
    lead: 'Sie sind beim ersten Gespräch dabei, machen die Arbeit und nehmen danach das Telefon ab.',
  },
  members: {
    heading: 'Acht Fachleute',
    items: team.map((member) => ({ ...member, bio: bios[member.id] })),
    networkLink: 'LinkedIn-Profil',
    write: (firstName) => `${firstName} schreiben`,
  },
  certifications: {
    heading: 'Zertifikate im Team',
    intro: 'Zertifikate von Mitgliedern des Teams. Alle sind gültig.',
    items: teamCertifications,
  },
  closing: {
    heading: 'Mit wem möchten Sie sprechen?',
    text: 'Nennen Sie eine Person oder nur das Thema. Es meldet sich, wer sich damit auskennt.',
    cta: { label: 'Dem Team schreiben', href: paths.contact },
  },
}
