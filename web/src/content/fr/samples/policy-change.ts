import { files } from '../../changed-files'

export const policyChange = {
  heading: 'Une modification de règle',
  intro: 'De l’audit à l’application, avec une exemption qui expire.',
  label: 'Exemple',
  files,
  review: [
    {
      term: 'Raison',
      text: 'En 30 jours, l’audit a trouvé trois comptes de stockage accessibles au public. L’accès public à deux d’entre eux a été fermé.',
    },
    {
      term: 'Exemption',
      text: 'Le troisième fournit des images au site, jusqu’à ce que l’équipe web les déplace.',
    },
  ],
} as const
