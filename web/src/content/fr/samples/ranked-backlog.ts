export const rankedBacklog = {
  heading: 'Un backlog classé par risque',
  intro: 'Quatre constats de la même classe CVSS, dans l’ordre de leur correction.',
  label: 'Exemple',
  columns: ['Constat', 'Raison', 'Délai'],
  rows: [
    [
      'Passerelle VPN, exécution de code à distance',
      'Au catalogue KEV de la CISA, joignable depuis Internet',
      '3 jours',
    ],
    [
      'Serveur des salaires, élévation de privilèges',
      'Code d’attaque publié, joignable depuis chaque poste',
      '14 jours',
    ],
    [
      'Serveur de build, bibliothèque ancienne',
      'La fonction vulnérable n’est jamais appelée',
      'Prochaine version',
    ],
    [
      'Réseau du laboratoire, micrologiciel ancien',
      'Isolé ; risque accepté par la direction du laboratoire',
      'Réexamen dans un an',
    ],
  ],
} as const
