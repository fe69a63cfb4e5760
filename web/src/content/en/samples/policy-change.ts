import { files } from '../../changed-files'

export const policyChange = {
  heading: 'A policy change',
  intro: 'From audit to enforcement, with one exemption that expires.',
  label: 'Sample',
  files,
  review: [
    {
      term: 'Reason',
      text: 'In 30 days, the audit found three publicly accessible storage accounts. Public access to two of them has been disabled.',
    },
    {
      term: 'Exemption',
      text: 'The third serves images for the website until the web team moves them.',
    },
  ],
} as const
