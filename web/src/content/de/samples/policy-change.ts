import { files } from '../../changed-files'

export const policyChange = {
  heading: 'Eine Richtlinienänderung',
  intro: 'Vom Prüfen zum Durchsetzen, mit einer Ausnahme, die abläuft.',
  label: 'Muster',
  files,
  review: [
    {
      term: 'Grund',
      text: 'In 30 Tagen fand die Prüfung drei öffentlich zugängliche Speicherkonten. Bei zweien ist der öffentliche Zugriff abgeschaltet.',
    },
    {
      term: 'Ausnahme',
      text: 'Das dritte liefert Bilder für die Website, bis das Web-Team sie verschiebt.',
    },
  ],
} as const
