/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const enterprisePicture = {
  label:
    'Un groupe avec trois annuaires issus de deux fusions et un réseau d’usine. Pendant le programme, une seule base de règles est reliée aux quatre ; une fois le relais passé, votre équipe l’exploite dans chacun.',
  group: 'Groupe',
  firstMerger: 'Première fusion',
  secondMerger: 'Deuxième fusion',
  plantNetwork: 'Réseau d’usine',
  program: 'Programme',
  handover: 'Relais',
  oneRuleBase: 'Une base de règles',
  runByYou: 'Exploitée par vous',
} as const
