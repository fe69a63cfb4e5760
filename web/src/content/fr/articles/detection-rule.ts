import { events, provocation, sigmaRule } from '../../listings/inbox-rule'
import type { Article } from '../../types'
import { paths } from '../paths'
import { site } from '../site'
import { facts } from './facts'

const fact = facts.detectionRule

export const detectionRuleArticle: Article = {
  ...fact,
  title: `Une règle de détection, de l’idée au test | ${site.name}`,
  description:
    'De l’observation à la règle Sigma et à ses tests : comment détecter les règles Outlook qui cachent les e-mails de paiement, et ce qui nous échappe.',
  hero: {
    eyebrow: fact.category,
    heading: 'Une règle de détection, de l’idée au test',
    lead: 'Une règle est du code : elle a un but, un test et des lacunes connues. Nous en construisons une pour Microsoft 365, et vous pouvez la reprendre.',
  },
  back: { label: 'Tous les articles', href: paths.blog },
  sections: [
    {
      id: 'idea',
      heading: 'L’idée : personne ne doit voir les réponses',
      blocks: [
        'Qui envoie de fausses coordonnées bancaires depuis une boîte aux lettres piratée a un problème : les réponses parviennent à son titulaire. L’attaquant crée donc une règle qui les supprime ou les déplace dans un dossier que personne n’ouvre. MITRE ATT&CK recense cette technique sous T1564.008, Email Hiding Rules.',
        'Créer une règle est banal. Cacher les messages qui parlent de paiements ne l’est pas. La détection exige donc trois conditions à la fois : une règle est créée ou modifiée, elle fait disparaître des messages, et elle les choisit d’après des mots liés à l’argent.',
      ],
    },
    {
      id: 'rule',
      heading: 'La règle',
      blocks: [
        { caption: 'Sigma', listing: sigmaRule },
        'Deux détails sont typiquement suisses. Outlook nomme ses dossiers dans la langue de la boîte, et les factures arrivent en quatre langues au moins. Une règle limitée à l’anglais ne verrait qu’une partie de l’entreprise.',
        'Dans l’Unified Audit Log, Parameters est une liste de noms et de valeurs. La plupart des SIEM en font un seul texte, certains y ajoutent des espaces et des retours à la ligne. La règle cherche donc les noms et les valeurs séparément, jamais le JSON qui les relie.',
      ],
    },
    {
      id: 'tests',
      heading: 'Les tests : deux alertes, deux silences',
      blocks: [
        'Les tests ont leur place dans le même dépôt. Le troisième événement est le plus important : qui classe des factures dans un dossier visible ne doit déclencher aucune alerte.',
        { caption: 'Événements et résultats attendus', listing: events },
        'Nous provoquons ensuite l’événement dans une boîte de test, et nous attendons l’alerte. C’est la seule façon de vérifier que le journal arrive, que les noms des champs sont justes et que quelqu’un est averti.',
        { caption: 'Exchange Online PowerShell', listing: provocation },
      ],
    },
    {
      id: 'limits',
      heading: 'Ce que la règle ne voit pas',
      blocks: [
        [
          'Les règles créées dans Outlook classique pour Windows : elles apparaissent sous UpdateInboxRules, avec d’autres champs, et demandent une deuxième règle.',
          'Les règles sans mots-clés, qui cachent tout : elles sont rares, vite remarquées, et méritent une règle sans la troisième condition.',
          'Les mots absents de la liste. Comparez-la aux factures que votre entreprise reçoit réellement.',
          'DeleteMessage avec la valeur False déclencherait aussi l’alerte.',
        ],
        'Le niveau est high, le statut experimental. La règle devient stable lorsque, pendant trente jours dans votre tenant, chaque alerte a été jugée et la décision consignée.',
      ],
    },
  ],
  closing: {
    heading: 'Laquelle de vos règles a déjà été testée ?',
    text: 'Envoyez-nous la liste de vos règles de détection. Lors du premier entretien, nous en choisissons une et préparons son test.',
    cta: { label: 'Parler de vos règles', href: paths.contact },
    inquiry: { reason: 'threat-detection-response' },
  },
}
