import type { Spoken } from '../firm-types'
import { certifications, profiles } from '../profiles'
import type { TeamPage } from '../types'
import { paths } from './paths'
import { team } from './people'
import { type PersonId, site } from './site'

/** Sample content, as the people are. */
const bios: Record<PersonId, string> = {
  ladina:
    'Dirige les mandats de détection et de réponse et répond de la qualité de chaque projet. A commencé sa carrière dans les systèmes de commande industriels.',
  flurin:
    'Construit le contenu SIEM comme du logiciel : des règles Sigma versionnées, testées dans un pipeline, mesurées à l’aune de MITRE ATT&CK et retirées quand elles ne servent plus.',
  mirjam:
    'Traduit les circulaires de la FINMA et les normes ISO en mesures que l’exploitation peut appliquer. A participé à des certifications comme responsable de mise en œuvre et comme auditrice.',
  aurelio:
    'Conçoit des landing zones Azure où l’option sûre est aussi la plus simple. Spécialiste des identités, de la policy as code et de la migration d’applications réglementées.',
  selma:
    'Ancienne développeuse, elle ajoute les contrôles de sécurité à la pull request, chacun avec une proposition de correctif : les développeurs n’ont pas besoin d’un tableau de bord de plus.',
  jonas:
    'Planifie et mène des émulations d’adversaires contre les défenses en production, dans des limites convenues, puis travaille avec la Blue Team jusqu’à ce que chaque technique soit détectée ou acceptée comme risque.',
  noemie:
    'Relie le renseignement sur les menaces aux données que l’organisation possède déjà. Travaille avec STIX, SQL et des pipelines de données, et informe les directions en langage clair.',
  dario:
    'Conseille sur la nLPD et le RGPD et forme collaborateurs, développeurs et directions par des exercices pratiques.',
}

const spoken: Record<Spoken, string> = {
  de: 'allemand',
  fr: 'français',
  it: 'italien',
  rm: 'romanche',
  en: 'anglais',
}

export const teamPage: TeamPage = {
  path: paths.team,
  title: `L’équipe | ${site.name}`,
  description:
    'Huit consultants pour la détection, le cloud, DevSecOps, la Red Team, le renseignement sur les menaces, la gouvernance et la protection des données.',
  hero: {
    eyebrow: 'Équipe',
    heading: 'Les personnes avec qui vous travailleriez',
    lead: 'Ce sont ces consultants qui participent au premier entretien, font le travail et répondent ensuite au téléphone.',
  },
  members: {
    heading: 'Huit consultants',
    items: team.map((member) => ({
      ...member,
      ...profiles[member.id],
      bio: bios[member.id],
      languages: profiles[member.id].speaks.map((language) => spoken[language]).join(', '),
    })),
    since: (year) => `En sécurité informatique depuis ${year}`,
    certificates: 'Certifications',
    networkLink: 'Profil LinkedIn',
    write: (firstName) => `Écrire à ${firstName}`,
  },
  certifications: {
    heading: 'Certifications de l’équipe',
    intro:
      'Certifications détenues par les membres de l’équipe. Toutes sont valables. Lorsqu’un lien mène à un registre, celui-ci confirme le numéro du titulaire ; les autres certificats sont présentés sur demande.',
    verify: (issuer) => `Vérifier auprès de ${issuer}`,
    numbers: {
      ISC2: 'Numéro, vérifié avec le nom de famille',
      ISACA: 'Numéro de certification',
      GIAC: 'Analyst Number',
      OffSec: 'OffSec ID',
      Microsoft: 'Credential ID, derrière le lien que partage le titulaire',
      PECB: 'Numéro de certificat',
    },
    onRequest: 'Présenté sur demande',
    items: certifications,
  },
  closing: {
    heading: 'À qui souhaitez-vous parler ?',
    text: 'Indiquez une personne, ou seulement le sujet. Le bon interlocuteur vous répondra.',
    cta: { label: 'Contacter l’équipe', href: paths.contact },
  },
}
