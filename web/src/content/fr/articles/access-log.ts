import { accessEntry, dailyCheck } from '../../listings/access-log'
import type { Article } from '../../types'
import { paths } from '../paths'
import { site } from '../site'
import { facts } from './facts'

const fact = facts.accessLog

export const accessLogArticle: Article = {
  ...fact,
  title: `Ce que la nLPD exige des journaux | ${site.name}`,
  description:
    'Qui doit journaliser l’accès aux données personnelles selon la nLPD, le contenu d’une entrée, sa durée de conservation et qui peut la lire, avec les articles.',
  hero: {
    eyebrow: fact.category,
    heading: 'Ce que la nLPD exige de vos journaux',
    lead: 'La loi sur la protection des données (LPD, RS 235.1) parle peu des journaux. Son ordonnance (OPDo, RS 235.11) en parle beaucoup, en un seul article. Nous le lisons en techniciens ; ce n’est pas un avis de droit.',
  },
  back: { label: 'Tous les articles', href: paths.blog },
  sections: [
    {
      id: 'who',
      heading: 'Qui doit journaliser',
      blocks: [
        'L’art. 8 LPD exige une sécurité adaptée au risque, l’art. 4 OPDo la précise. Le responsable privé et son sous-traitant doivent journaliser s’ils traitent des données sensibles à grande échelle de manière automatisée, ou s’ils effectuent un profilage à risque élevé, et si les mesures préventives ne suffisent pas à garantir la protection des données. Les organes fédéraux journalisent les données sensibles et tout profilage ; pour le reste, depuis décembre 2025, c’est une évaluation du risque qui décide.',
        'Six opérations comptent : l’enregistrement, la modification, l’accès, la communication, l’effacement et la destruction. Le simple accès est ce que la plupart des applications oublient.',
        'Tous les autres doivent aussi assurer la traçabilité : selon l’art. 3, al. 3 OPDo, les saisies, les modifications et les communications doivent être vérifiables, et les violations rapidement détectées.',
      ],
    },
    {
      id: 'entry',
      heading: 'Ce que contient une entrée',
      blocks: [
        'L’alinéa 4 cite l’identité de la personne qui traite les données, la nature, la date et l’heure du traitement et, le cas échéant, l’identité du destinataire. Il ne demande pas les données elles-mêmes.',
        { caption: 'Une entrée, en JSON', listing: accessEntry },
        'Consignez un identifiant, pas un nom, et rien du contenu du dossier. Un journal qui répète le diagnostic est un second dossier médical. Un compte partagé, à l’inverse, ôte toute valeur à l’entrée : il ne désigne personne.',
      ],
    },
    {
      id: 'keep',
      heading: 'Un an, à part, pour quelques-uns',
      blocks: [
        'L’alinéa 5 pose trois conditions :',
        [
          'Les journaux sont conservés au moins un an.',
          'Ils sont séparés du système où les données sont traitées.',
          'Seuls y accèdent ceux qui vérifient la protection des données ou qui préservent ou rétablissent la confidentialité, l’intégrité, la disponibilité et la traçabilité, et uniquement à cette fin.',
        ],
        'Les réglages par défaut des produits courants ne vont pas si loin : l’Unified Audit Log de Microsoft 365 conserve les entrées 180 jours dans l’édition standard, Entra ID les connexions 30 jours. Sans export, vous n’êtes pas en règle.',
        'Deux autres règles fixent la limite opposée. L’art. 6, al. 4 LPD veut que les données soient détruites ou anonymisées dès qu’elles ne sont plus nécessaires : fixez donc un terme. L’art. 26 de l’ordonnance 3 relative à la loi sur le travail interdit les systèmes qui surveillent le comportement des travailleurs : ne tirez pas de vos journaux des évaluations du personnel.',
      ],
    },
    {
      id: 'breach',
      heading: 'Après une violation',
      blocks: [
        'L’art. 24 LPD impose d’annoncer le cas au PFPDT dans les meilleurs délais s’il entraîne vraisemblablement un risque élevé pour les personnes concernées. L’art. 15 OPDo demande, dans la mesure du possible, le moment, la durée, les catégories et le nombre approximatif de données et de personnes. Le journal le sait, ou personne ne le sait. La documentation de la violation doit être conservée au moins deux ans à compter de l’annonce.',
        'Qui, intentionnellement, ne respecte pas les exigences minimales de sécurité des données risque personnellement une amende de 250 000 francs au plus (art. 61 LPD).',
      ],
    },
    {
      id: 'check',
      heading: 'Deux questions à poser chaque jour au journal',
      blocks: [
        'Chaque opération produit-elle encore des entrées, et la plus ancienne l’est-elle assez ? Un journal muet depuis mars se remarque ainsi en mars, et non pendant une enquête.',
        { caption: 'SQL pour Postgres', listing: dailyCheck },
      ],
    },
  ],
  closing: {
    heading: 'Vos journaux sauraient-ils répondre au PFPDT ?',
    text: 'Choisissez une application. Nous parcourons son journal avec vous, alinéa par alinéa.',
    cta: { label: 'Faire vérifier un journal', href: paths.contact },
    inquiry: { reason: 'security-assessment' },
  },
}
