import { certificationsOf, profiles } from '../profiles'
import type { FounderPage } from '../types'
import { paths } from './paths'
import { founder, site } from './site'

/** The founder is an invented person: background, certifications and projects are sample content, to be replaced. */
export const founderPage: FounderPage = {
  path: paths.founder,
  title: `${founder.name}, fondatrice de ${site.name}`,
  description: `Parcours, certifications, choix de postes et de projets, et secteurs d’activité de la fondatrice et consultante principale de ${site.name}.`,
  hero: {
    eyebrow: founder.role,
    heading: founder.name,
    lead: 'Ingénieure de détection, architecte et conseillère. Elle aide les organisations à détecter les attaques et à réagir dans la première heure.',
  },
  background: {
    heading: 'Parcours',
    paragraphs: [
      `${founder.firstName} a débuté comme ingénieure en automation et a mis en service des systèmes de commande dans des centrales électriques et des stations de traitement d’eau. Dans l’une d’elles, un fournisseur a changé une valeur de consigne à distance sans prévenir personne. Cet incident l’a menée à la sécurité.`,
      'Elle a ensuite travaillé dans un centre d’opérations de sécurité, d’abord comme analyste en horaire d’équipe, puis comme responsable de la couverture de détection. Elle y a appris ce que valent des détections testées, moins d’alertes et une documentation qu’un analyste peut suivre en pleine nuit.',
      `Elle a fondé ${site.name} pour que les clients aient affaire directement à la personne qui fait le travail, du premier entretien au passage de relais.`,
    ],
  },
  certifications: {
    heading: 'Certifications',
    accomplished: {
      title: 'Obtenues',
      items: certificationsOf(profiles[founder.id].certificates),
    },
    ongoing: {
      title: 'En préparation',
      items: certificationsOf(['SC-100', 'GCTI']),
    },
  },
  experience: {
    heading: 'Expérience professionnelle',
    items: [
      {
        icon: 'detection',
        type: 'Poste',
        title: 'Ingénieure de détection principale',
        description:
          'Responsable du contenu de détection et de sa qualité dans un centre d’opérations de sécurité : cycle de vie des règles, mesure de la couverture, formation des analystes.',
        tags: ['SIEM', 'Sigma', 'MITRE ATT&CK'],
      },
      {
        icon: 'industry',
        type: 'Poste',
        title: 'Ingénieure en automation et sécurité OT',
        description:
          'Mise en service de systèmes de commande, puis segmentation et surveillance passive des réseaux d’installations avec les équipes d’exploitation et de sûreté.',
        tags: ['OT', 'IEC 62443', 'Surveillance du réseau'],
      },
      {
        icon: 'cloud',
        type: 'Projet',
        title: 'Détection pour une landing zone Azure',
        description:
          'Journalisation centrale, détections sur les identités et réponse automatisée, conçues avec l’équipe plateforme avant la migration de la première application.',
        tags: ['Azure', 'Microsoft Sentinel', 'Entra ID'],
      },
      {
        icon: 'pipeline',
        type: 'Projet',
        title: 'Detection as code',
        description:
          'Passage de règles entretenues à la main à un dépôt testé avec déploiement par étapes, et retrait des règles sans responsable.',
        tags: ['Git', 'CI/CD', 'Tests'],
      },
      {
        icon: 'intelligence',
        type: 'Projet',
        title: 'Simulation d’attaques (BAS)',
        description:
          'Des simulations sans danger qui vérifient prévention et détection après chaque changement et ouvrent un ticket pour chaque échec.',
        tags: ['BAS', 'Atomic Red Team', 'Purple Team'],
      },
      {
        icon: 'governance',
        type: 'Projet',
        title: 'Préparation à la réponse aux incidents',
        description:
          'Procédures, pouvoirs de décision et obligations d’annonce pour un établissement surveillé, exercés avec sa direction.',
        tags: ['FINMA', 'Réponse aux incidents', 'Exercices'],
      },
    ],
  },
  sectors: {
    heading: 'Secteurs d’activité',
    items: [
      {
        title: 'Services financiers',
        description: 'Détection, externalisation et annonces sous la surveillance de la FINMA.',
      },
      { title: 'Énergie et eau', description: 'Des systèmes de commande qu’un scan ne doit pas perturber.' },
      { title: 'Industrie', description: 'Usines, fournisseurs et télémaintenance.' },
      {
        title: 'Santé',
        description: 'Données de patients, dispositifs médicaux et systèmes qu’on ne peut guère arrêter.',
      },
      { title: 'Administration publique', description: 'Marchés publics et infrastructures partagées.' },
      {
        title: 'Logiciel et technologie',
        description: 'Mises en production fréquentes et clients exigeants.',
      },
    ],
  },
  closing: {
    heading: `Poser la question à ${founder.firstName}`,
    text: 'Si votre question touche à la détection, à la réponse ou à l’OT, écrivez directement à la fondatrice. Le premier entretien est gratuit.',
    cta: { label: `Écrire à ${founder.firstName}`, href: paths.contact },
    inquiry: { to: founder.id },
  },
}
