/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const detectionTimelinePicture = {
  label:
    'Zeitachse der Erkennung: erste Spur, Ausführung und Ausbreitung, dann Erkennung und Eindämmung. Das Programm verkürzt die Zeit zwischen erster Spur und Erkennung.',
  firstTrace: 'Erste Spur',
  execution: 'Ausführung',
  lateralMovement: 'Ausbreitung',
  detected: 'Erkannt',
  contained: 'Gestoppt',
  theTimeWeShorten: 'Diese Zeit verkürzen wir',
} as const
