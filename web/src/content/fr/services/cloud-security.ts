import type { Service } from '../../types'
import { paths } from '../paths'
import { site } from '../site'

export const cloudSecurity: Service = {
  path: paths.cloudSecurity,
  title: `Architecture de sécurité cloud | ${site.name}`,
  description:
    'Sécurité Azure, landing zones, IAM, RBAC, Defender for Cloud et CSPM, selon la nLPD, le RGPD, ISO 27001, ISO 27018 et les règles d’externalisation de la FINMA.',
  hero: {
    eyebrow: 'Prestation',
    heading: 'Architecture de sécurité cloud',
    lead: 'Bien des incidents dans le cloud se passent d’exploit : une autorisation excessive suffit. Nous concevons des environnements Azure qui repèrent ces autorisations dès qu’elles sont accordées et fournissent les preuves que demande votre autorité de surveillance.',
  },
  back: { label: 'Toutes les prestations', href: paths.services },
  overview: [
    'Les organisations suisses ont leurs contraintes dans le cloud : le secret professionnel, les règles d’externalisation, des clients qui demandent où sont leurs données et qui peut les lire. Ces contraintes décident de la région, de la gestion des clés, de l’accès du support et de la conservation des journaux. Réglez ces points avant de migrer la première application, car les changer ensuite coûte cher.',
    'Nous définissons l’architecture cible sous forme de code. Politiques, rôles et règles réseau sont déployés depuis un dépôt : la documentation de l’auditeur et l’environnement en service ont la même source.',
  ],
  topics: {
    heading: 'Ce que nous concevons et réalisons',
    items: [
      {
        title: 'Sécurité Azure',
        description:
          'Segmentation du réseau avec des private endpoints, clés gérées par le client là où le secret professionnel l’exige, Customer Lockbox, et journalisation centrale dans un espace que les administrateurs ne peuvent pas purger.',
      },
      {
        title: 'Landing zones',
        description:
          'Groupes d’administration, abonnements et garde-fous selon le Cloud Adoption Framework, écrits en Terraform ou en Bicep. Une équipe produit obtient un abonnement conforme en un jour.',
      },
      {
        title: 'Identités : IAM et RBAC',
        description:
          'Entra ID avec une connexion résistante au phishing, des règles d’accès conditionnel testées, une élévation temporaire des droits, des revues d’accès et des rôles limités à ce que chaque tâche exige.',
      },
      {
        title: 'Defender for Cloud',
        description:
          'Plans choisis selon l’application et le coût, recommandations attribuées à des responsables, alertes transmises au centre d’opérations.',
      },
      {
        title: 'CSPM',
        description:
          'Gestion continue de la posture sur tous les abonnements et les autres fournisseurs cloud. Un écart est détecté en quelques heures, montré avec le chemin d’attaque qu’il ouvre, et corrigé dans le code.',
      },
      {
        title: 'La conformité dès la conception',
        description:
          'Des mesures rattachées une seule fois à chaque référentiel applicable, des preuves collectées par la plateforme, et un plan de sortie revu par ceux qui l’exécuteraient.',
      },
    ],
  },
  lists: {
    heading: 'Référentiels de conformité',
    intro: 'Nous traduisons ces exigences en Azure Policy, en configuration et en preuves.',
    groups: [
      {
        title: 'Droit et surveillance suisses',
        items: [
          'nLPD',
          'Circulaire FINMA 2018/3 Outsourcing',
          'Circulaire FINMA 2023/1 Risques et résilience opérationnels',
        ],
      },
      {
        title: 'Droit européen',
        items: [
          'RGPD',
          'NIS2, si elle s’applique à des sociétés du groupe',
          'DORA, pour les entités financières dans l’UE',
        ],
      },
      { title: 'Normes ISO', items: ['ISO/IEC 27001:2022', 'ISO/IEC 27017', 'ISO/IEC 27018'] },
      {
        title: 'Référentiels techniques',
        items: ['Microsoft cloud security benchmark', 'CIS Microsoft Azure Foundations Benchmark'],
      },
    ],
  },
  approach: {
    heading: 'Le déroulement d’un mandat',
    items: [
      {
        title: 'Revue',
        description:
          'Nous examinons la configuration du tenant, lisons les contrats et interrogeons vos collaborateurs. Il en résulte une liste classée de ce que trouverait un attaquant ou un auditeur.',
      },
      {
        title: 'Architecture cible',
        description:
          'Une page par décision, avec les variantes et les raisons, approuvée par le responsable du risque.',
      },
      {
        title: 'Réalisation',
        description:
          'Nous construisons la landing zone à côté de l’environnement existant et migrons les applications une à une.',
      },
      {
        title: 'Exploitation',
        description:
          'Votre équipe plateforme reprend pipelines et politiques, et nous relisons ses changements.',
      },
    ],
  },
  results: {
    heading: 'Ce que vous recevez',
    items: [
      'Les décisions d’architecture et leurs raisons',
      'La landing zone et les politiques sous forme de code, dans votre dépôt',
      'Une matrice qui relie chaque exigence à une preuve technique',
      'Un modèle d’autorisations où chaque rôle privilégié a un responsable',
    ],
  },
  closing: {
    heading: 'Une migration en vue, ou déjà dans le cloud ?',
    text: 'Dites-nous quelles applications et quelles règles sont concernées. Un architecte préparera le premier entretien.',
    cta: { label: 'Parler de votre architecture', href: paths.contact },
    inquiry: { reason: 'cloud-security' },
  },
}
