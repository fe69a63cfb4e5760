import type { Spoken } from '../firm-types'
import { certifications, profiles } from '../profiles'
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

const spoken: Record<Spoken, string> = {
  de: 'Deutsch',
  fr: 'Französisch',
  it: 'Italienisch',
  rm: 'Rätoromanisch',
  en: 'Englisch',
}

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
    items: team.map((member) => ({
      ...member,
      ...profiles[member.id],
      bio: bios[member.id],
      languages: profiles[member.id].speaks.map((language) => spoken[language]).join(', '),
    })),
    since: (year) => `In der Informationssicherheit seit ${year}`,
    certificates: 'Zertifikate',
    networkLink: 'LinkedIn-Profil',
    write: (firstName) => `${firstName} schreiben`,
  },
  certifications: {
    heading: 'Zertifikate im Team',
    intro:
      'Zertifikate von Mitgliedern des Teams. Alle sind gültig. Wo ein Register verlinkt ist, bestätigt es die Nummer der Person; die übrigen Zertifikate legen wir auf Anfrage vor.',
    verify: (issuer) => `Prüfen bei ${issuer}`,
    numbers: {
      ISC2: 'Nummer, geprüft mit dem Nachnamen',
      ISACA: 'Zertifizierungsnummer',
      GIAC: 'Analyst Number',
      OffSec: 'OffSec ID',
      Microsoft: 'Credential ID, hinter dem Link, den Sie von der Person erhalten',
      PECB: 'Zertifikatsnummer',
    },
    onRequest: 'Wird auf Anfrage vorgelegt',
    items: certifications,
  },
  closing: {
    heading: 'Mit wem möchten Sie sprechen?',
    text: 'Nennen Sie eine Person oder nur das Thema. Es meldet sich, wer sich damit auskennt.',
    cta: { label: 'Dem Team schreiben', href: paths.contact },
  },
}
