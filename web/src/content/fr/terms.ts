import type { LegalPage } from '../types'
import { termsClosing } from './legal-closing'
import { paths } from './paths'
import { site } from './site'

export const terms: LegalPage = {
  path: paths.terms,
  title: `Conditions d’utilisation | ${site.name}`,
  description: `Les conditions d’utilisation du site de ${site.name} : pas de garantie, pas de contrat par une demande, recherche en sécurité, responsabilité, droit suisse.`,
  hero: {
    eyebrow: 'Mentions légales',
    heading: 'Conditions d’utilisation',
    lead: `Ces conditions régissent le présent site. Les mandats de conseil font l’objet d’un contrat distinct entre ${site.legalName} et le client.`,
  },
  back: { label: '← Retour à l’accueil', href: paths.home },
  sections: [
    {
      id: 'information',
      heading: 'Informations de ce site',
      blocks: [
        'Le contenu décrit nos prestations en termes généraux. Il ne constitue pas un conseil pour votre situation, et nous pouvons le modifier à tout moment. La taille des équipes et les durées sont des fourchettes usuelles ; seule une offre écrite engage. Si les versions linguistiques de ces conditions divergent, la version allemande prévaut.',
      ],
    },
    {
      id: 'inquiries',
      heading: 'Demandes',
      blocks: [
        'L’envoi du formulaire ou d’un e-mail ne crée ni contrat ni obligation pour aucune des parties. Le premier entretien est gratuit. Nous traitons le contenu des demandes de manière confidentielle ; la politique de protection des données explique comment nous traitons les données.',
      ],
    },
    {
      id: 'security-research',
      heading: 'Recherche en sécurité',
      blocks: [
        `Si vous trouvez une vulnérabilité dans ce site, signalez-la à ${site.securityEmail} et laissez-nous un délai raisonnable pour la corriger avant de la publier. Nous n’engageons pas de poursuites contre une recherche de bonne foi qui épargne les données d’autrui et ne perturbe pas le service.`,
      ],
    },
    {
      id: 'rights',
      heading: 'Droit d’auteur et marques',
      blocks: [
        `Les droits d’auteur sur les textes et les dessins appartiennent à ${site.legalName}. Vous pouvez les citer en indiquant la source. Les noms de produits et de référentiels sont des marques de leurs titulaires ; les nommer ici n’implique ni partenariat ni recommandation.`,
      ],
    },
    {
      id: 'liability',
      heading: 'Responsabilité',
      blocks: [
        'Dans les limites de la loi, nous excluons toute responsabilité pour les dommages résultant de l’utilisation de ce site, de son indisponibilité et du contenu de sites liés. Nous n’excluons pas la responsabilité pour dol ou faute grave.',
      ],
    },
    {
      id: 'law',
      heading: 'Droit applicable et for',
      blocks: [
        `Le droit suisse est applicable. Les tribunaux du ${site.canton} sont compétents, sauf dispositions impératives contraires, notamment du droit de la consommation.`,
      ],
    },
  ],
  closing: termsClosing,
}
