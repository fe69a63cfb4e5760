/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const enterprisePicture = {
  label:
    'Ein Konzern mit drei Verzeichnissen aus zwei Fusionen und einem Anlagennetz. Während des Programms wird ein Regelwerk mit allen vieren verbunden, nach der Übergabe betreibt es Ihr Team in jedem davon.',
  group: 'Konzern',
  firstMerger: 'Fusion eins',
  secondMerger: 'Fusion zwei',
  plantNetwork: 'Anlagennetz',
  program: 'Programm',
  handover: 'Übergabe',
  oneRuleBase: 'Ein Regelwerk',
  runByYou: 'Ihr Team',
} as const
