import { files } from '../../changed-files'

export const policyChange = {
  heading: 'La modifica di una policy',
  intro: 'Dall’audit all’applicazione, con una deroga che scade.',
  label: 'Esempio',
  files,
  review: [
    {
      term: 'Motivo',
      text: 'In 30 giorni l’audit ha trovato tre account di archiviazione accessibili al pubblico. L’accesso pubblico a due di essi è stato disattivato.',
    },
    {
      term: 'Deroga',
      text: 'Il terzo fornisce immagini al sito, finché il team web non le sposta.',
    },
  ],
} as const
