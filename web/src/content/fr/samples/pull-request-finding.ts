export const pullRequestFinding = {
  heading: 'Un constat dans une pull request',
  intro: 'Ce que voit la développeuse, avant toute fusion.',
  label: 'Exemple',
  columns: ['Élément', 'Contenu'],
  rows: [
    ['Endroit', 'orders/search.ts, la ligne qui compose la requête'],
    ['Faiblesse', 'CWE-89 : un texte reçu devient une partie de l’instruction SQL'],
    ['Preuve', 'Le test d’intégration envoie un guillemet, la base signale une erreur de syntaxe'],
    ['Correction proposée', 'Un paramètre lié ; la modification est jointe et passe les tests'],
    ['Effet', 'La fusion est bloquée. Une dérogation exige un responsable et une date de fin'],
  ],
} as const
