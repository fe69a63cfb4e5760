export const boardPage = {
  heading: 'La page du conseil d’administration',
  intro: 'Un trimestre sur une page : la question, ce que l’on sait, ce qu’il faut décider.',
  label: 'Exemple',
  columns: ['Question', 'Réponse', 'Décision'],
  rows: [
    ['Le personnel signale-t-il ?', 'Davantage aux finances, pas à la vente', 'Aucune'],
    [
      'À quelle vitesse réagissons-nous ?',
      'Aux heures de bureau, le premier signalement est lu en quelques minutes',
      'Couvrir les soirées, ou accepter la lacune',
    ],
    [
      'Qui est visé ?',
      'Surtout les personnes qui valident des paiements',
      'Rappeler avant chaque changement de compte',
    ],
    [
      'Qu’a changé la formation ?',
      'Moins de mots de passe saisis ; les clics seuls disent peu',
      'Ne plus compter les clics',
    ],
  ],
} as const
