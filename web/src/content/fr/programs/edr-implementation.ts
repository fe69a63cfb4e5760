import type { Program } from '../../types'
import { consultantsBadge, programConstants } from '../figures'
import { paths } from '../paths'
import { programTeam } from '../program-team'
import { site } from '../site'

export const edrImplementation: Program = {
  path: paths.edrImplementation,
  title: `Programme Déploiement EDR/XDR | ${site.name}`,
  description:
    'D’un à trois consultants installent l’EDR ou l’XDR sur chaque poste en un à trois mois : pilote, déploiement par étapes, réglage, procédures et transfert.',
  hero: {
    eyebrow: 'Programme',
    heading: 'Déploiement EDR/XDR',
    lead: 'Un capteur ne vous protège que s’il est installé partout, réglé pour bloquer les attaques, et surveillé. Ce programme couvre les trois.',
  },
  badges: [consultantsBadge(programConstants.edrImplementation.consultants)],
  timeline: programConstants.edrImplementation.timeline,
  timelineLabel: 'Durée',
  back: { label: 'Tous les programmes', href: paths.programs },
  overview: {
    heading: 'Vue d’ensemble',
    paragraphs: [
      'Les déploiements s’enlisent toujours pour les mêmes raisons : des serveurs que personne n’ose toucher, une vieille application en conflit avec le capteur, des règles laissées en mode audit après le pilote, une file d’alertes sans responsable. Nous en tenons compte dès la première semaine. Chaque groupe de machines passe de l’observation à la prévention dès qu’il remplit des critères convenus d’avance.',
      'Dans la variante XDR, nous ajoutons les signaux des identités, de la messagerie et du cloud : un incident montre alors toute l’attaque, du premier message au dernier processus. Vous choisissez la plateforme, ou nous vous aidons à la choisir par un essai sur vos propres machines.',
    ],
  },
  deliverables: {
    heading: 'Livrables',
    groups: [
      {
        items: [
          {
            title: 'Plan de couverture et contrôle de l’inventaire',
            description:
              'Postes, serveurs et bureaux virtuels comparés à l’annuaire et à l’inventaire. Les machines qui ne supportent pas de capteur reçoivent une mesure compensatoire.',
          },
          {
            title: 'Pilote et déploiement par étapes',
            description:
              'Un déploiement par étapes avec votre propre outil de distribution, un retour en arrière testé et une trace des changements pour chaque étape.',
          },
          {
            title: 'Règles de prévention',
            description:
              'Des règles par classe de machines, resserrées pas à pas, et une liste d’exclusions où chaque entrée a une raison et une date de revue.',
          },
          {
            title: 'Détections sur mesure',
            description:
              'Des règles comportementales pour vos systèmes critiques et vos outils d’administration, chacune vérifiée en exécutant la technique qu’elle doit détecter.',
          },
          {
            title: 'Procédures de réponse',
            description:
              'Isolement, collecte de preuves, changement des identifiants et remise en service, convenus avec les responsables des systèmes et exercés avec l’équipe de piquet.',
          },
          {
            title: 'Transfert et indicateurs',
            description:
              'La formation des analystes sur des cas réels, et un tableau de bord : couverture, état des capteurs, délais de prise en charge et de confinement.',
          },
        ],
      },
    ],
  },
  phases: {
    heading: 'Trois étapes',
    intro: 'Une étape s’achève quand son critère est rempli.',
    items: [
      {
        title: 'Préparer',
        duration: 'jusqu’à ce que le pilote tourne sans conflit',
        description:
          'Inventaire, choix ou examen de la plateforme, conception des règles, critères de succès, et un groupe pilote qui comprend les machines difficiles.',
      },
      {
        title: 'Déployer',
        duration: 'jusqu’à ce que chaque machine soit en mode prévention',
        description: 'Un déploiement par vagues, avec un examen quotidien des conflits et des faux positifs.',
      },
      {
        title: 'Exploiter',
        duration: 'jusqu’à ce que votre équipe prenne le relais',
        description:
          'Votre équipe réagit à une intrusion simulée sous nos yeux. Nous corrigeons ce qui a été lent, puis passons le relais.',
      },
    ],
  },
  team: programTeam(
    'Une personne mène le programme ; deux autres la rejoignent pour les signaux au-delà des postes et pour l’exercice final.',
    { flurin: 'Direction du programme, règles et détections' },
    {
      aurelio: 'Signaux des identités, de la messagerie et du cloud',
      jonas: 'Techniques d’attaque et intrusion simulée',
    },
  ),
  idealFor: {
    heading: 'Pour qui',
    items: [
      'Les organisations qui remplacent un antivirus à signatures',
      'Les équipes qui n’ont déployé qu’une partie des capteurs qu’elles paient',
      'Les entreprises dont l’assureur ou l’auditeur demande une preuve de couverture',
      'Les groupes qui doivent amener des sociétés acquises à un niveau commun',
    ],
  },
  closing: {
    heading: 'Combien de vos postes répondent aujourd’hui ?',
    text: 'Si vous l’ignorez, le découvrir est la première étape de ce programme. Dès le premier entretien, nous esquissons le périmètre, l’équipe et l’ordre de grandeur du coût.',
    cta: { label: 'Parler du déploiement EDR', href: paths.contact },
    inquiry: { program: 'edr-implementation', reason: 'threat-detection-response' },
  },
}
