import { backupDays, dataSubjectAnswerDays, minimumAge } from '../constants'
import type { LegalPage } from '../types'
import { collected } from './contact'
import { retentionPeriods } from './figures'
import { privacyClosing } from './legal-closing'
import { paths } from './paths'
import { networks, site } from './site'

export const privacyPolicy: LegalPage & { readonly lastUpdatedLabel: string } = {
  path: paths.privacyPolicy,
  title: `Protection des données | ${site.name}`,
  description: `Quelles données ${site.name} collecte par ce site, pourquoi, sur quelle base juridique, pour qui, combien de temps, et comment les faire effacer.`,
  hero: {
    eyebrow: 'Mentions légales',
    heading: 'Politique de protection des données',
    lead: 'En bref : nous conservons ce que vous nous écrivez, l’utilisons pour vous répondre, l’enregistrons en Suisse et l’effaçons deux ans après notre dernier contact. Vous pouvez à tout moment demander une copie, une rectification ou l’effacement.',
  },
  lastUpdatedLabel: 'Dernière mise à jour',
  back: { label: '← Retour à la page de contact', href: paths.contact },
  sections: [
    {
      id: 'introduction',
      heading: 'Introduction',
      blocks: [
        `La présente politique explique comment ${site.legalName} traite les données personnelles sur ${site.domain} et dans les demandes. Elle suit la nouvelle loi fédérale sur la protection des données (nLPD) et, dans la mesure où ils s’appliquent à vous, le règlement général sur la protection des données de l’UE (RGPD) et le California Consumer Privacy Act (CCPA).`,
      ],
    },
    {
      id: 'data-controller',
      heading: 'Responsable du traitement',
      blocks: [
        `Le responsable du traitement est ${site.legalName}, ${site.postalAddress}. Veuillez adresser vos questions sur la protection des données à ${site.privacyEmail}.`,
      ],
    },
    {
      id: 'information-collected',
      heading: 'Données collectées',
      blocks: [
        'Vous pouvez lire ce site sans nous dire qui vous êtes. Il ne dépose aucun cookie, ne contient aucune publicité et ne fait aucune mesure d’audience. Si vous fermez la ligne qui propose une autre langue, votre navigateur le retient, et rien ne nous est transmis. Lorsque vous envoyez une demande, nous collectons :',
        [
          ...new Set(Object.values(collected)),
          'la langue de la page ou de l’e-mail par lesquels vous nous écrivez',
          'les e-mails que vous nous envoyez au sujet de votre demande',
          'le moment de votre demande et une empreinte des textes que vous avez acceptés, comme preuve de votre consentement',
        ],
        'Votre adresse IP est traitée le temps de répondre à une requête, afin de limiter les abus. Elle n’est pas enregistrée avec votre demande, à une exception près : si le contrôle anti-robots ne peut pas conclure, le réseau d’où vient la demande est conservé deux heures au plus pour compter de telles demandes. Nos journaux applicatifs ne contiennent ni noms, ni adresses, ni messages.',
      ],
    },
    {
      id: 'use-of-data',
      heading: 'Utilisation des données',
      blocks: [
        'Nous utilisons vos données uniquement pour :',
        [
          'transmettre votre demande au consultant concerné et y répondre',
          'vous confirmer sa réception par un e-mail automatique',
          'préparer un contrat, si vous demandez une offre',
          'protéger le formulaire contre les envois automatisés et répétés',
        ],
        'Nous ne pratiquons pas de profilage et ne prenons à votre sujet aucune décision individuelle exclusivement automatisée.',
      ],
    },
    {
      id: 'legal-basis',
      heading: 'Base juridique',
      blocks: [
        'Au titre du RGPD, nous nous fondons sur votre consentement (article 6, paragraphe 1, point a), sur des mesures précontractuelles prises à votre demande (point b), sur des obligations légales telles que la conservation des documents commerciaux (point c) et sur notre intérêt légitime à un site sûr (point f). Au titre de la nLPD, nous traitons les données conformément aux principes des articles 6 et 8. Vous pouvez retirer votre consentement à tout moment ; les traitements antérieurs restent licites.',
      ],
    },
    {
      id: 'sharing',
      heading: 'Communication à des tiers',
      blocks: [
        'Nous ne vendons pas de données personnelles et n’en communiquons pas à des fins publicitaires. Elles sont vues par les consultants qui traitent votre demande et par les prestataires suisses qui hébergent nos serveurs et notre messagerie en vertu d’un contrat de sous-traitance. Les autorités ne reçoivent des données que si la loi l’exige.',
        'En règle générale, le contrôle anti-robots est un calcul que notre propre serveur pose et que votre navigateur effectue, sans intervention d’un tiers. Si la page de contact affiche à la place le module Cloudflare Turnstile, Cloudflare reçoit pour ce contrôle votre adresse IP et des données techniques de votre navigateur.',
      ],
    },
    {
      id: 'international-transfers',
      heading: 'Communication à l’étranger',
      blocks: [
        'Les demandes sont enregistrées dans une base de données PostgreSQL en Suisse, et nous ne les transférons pas à l’étranger. Si Turnstile est utilisé, les données citées ci-dessus peuvent parvenir aux États-Unis ; la communication repose alors sur les Data Privacy Frameworks Suisse–États-Unis et UE–États-Unis ou sur des clauses contractuelles types. Un e-mail qui vous est adressé va là où votre fournisseur tient votre boîte.',
      ],
    },
    {
      id: 'retention',
      heading: 'Durée de conservation',
      blocks: [
        'Nous conservons les données personnelles pendant les durées suivantes :',
        [
          `Demandes de contact : ${retentionPeriods.inquiries}.`,
          `Dossiers des clients : ${retentionPeriods.clientRecords}.`,
          `Données de marketing : ${retentionPeriods.marketing}.`,
          `Mesure d’audience du site : ${retentionPeriods.analytics}. Aucune n’est faite actuellement.`,
        ],
        `La base de données impose elle-même la durée prévue pour les demandes : une fois celle-ci écoulée, notre application ne peut plus lire l’enregistrement, et un processus automatique l’efface avec tout ce qui en a été tiré. La même durée vaut pour les e-mails relatifs à la demande dans nos boîtes. Si un e-mail que nous vous avons envoyé est signalé comme indésirable, une empreinte de votre adresse est conservée pendant deux ans, même après un effacement, afin que vous ne receviez plus d’e-mail automatique. Les sauvegardes sont conservées ${backupDays} jours. Seul un blocage pour motif juridique, consigné avec sa raison et son terme, peut retarder l’effacement.`,
      ],
    },
    {
      id: 'rights',
      heading: 'Vos droits',
      blocks: [
        'Selon le droit qui s’applique à vous, vous avez le droit :',
        [
          'de savoir quelles données nous détenons sur vous et d’en recevoir une copie',
          'de les faire rectifier ou effacer',
          'de limiter leur traitement ou de vous y opposer',
          'de les recevoir dans un format électronique courant',
          'de retirer votre consentement sans indiquer de motif',
          'd’exercer ces droits sans subir de désavantage',
        ],
        `Écrivez à ${site.privacyEmail}. Nous répondons dans les ${dataSubjectAnswerDays} jours, gratuitement. Pour vous protéger, nous pouvons vous demander de confirmer que l’adresse e-mail est la vôtre.`,
      ],
    },
    {
      id: 'security',
      heading: 'Sécurité',
      blocks: [
        'Les connexions à ce site sont chiffrées. Une politique de sécurité du contenu stricte limite ce qu’une page peut charger. Chaque rôle de la base de données n’a que les droits dont il a besoin. Les rapports d’erreur ne contiennent pas de données personnelles. N’envoyez pas de mots de passe, de clés ou de détails de vulnérabilités par le formulaire. Demandez-nous d’abord un canal sûr.',
      ],
    },
    {
      id: 'children',
      heading: 'Enfants',
      blocks: [
        `Nos prestations ne s’adressent pas aux personnes de moins de ${minimumAge} ans, et nous ne collectons pas sciemment leurs données. Si vous pensez qu’un enfant nous a écrit, dites-le-nous : nous effacerons le message.`,
      ],
    },
    {
      id: 'third-party-links',
      heading: 'Liens vers des tiers',
      blocks: [
        `Les liens vers ${networks.linkedin.label} et ${networks.medium.label} sont de simples liens : rien n’en est chargé tant que vous n’en suivez pas un. À partir de là, la politique de ce site s’applique.`,
      ],
    },
    {
      id: 'changes',
      heading: 'Modifications',
      blocks: [
        'Nous mettons cette politique à jour lorsque le site ou le droit change. Une empreinte de la version qui vous a été montrée est conservée avec votre consentement.',
        'La politique et les textes de consentement existent en plusieurs langues. Si leur sens diverge, la version allemande prévaut.',
      ],
    },
    {
      id: 'contact',
      heading: 'Contact',
      blocks: [
        `${site.legalName}, ${site.postalAddress}, ${site.privacyEmail}. Pour tout le reste, veuillez utiliser la page de contact.`,
      ],
    },
    {
      id: 'supervisory-authority',
      heading: 'Autorité de surveillance',
      blocks: [
        'Vous pouvez vous adresser au Préposé fédéral à la protection des données et à la transparence (PFPDT), Feldeggweg 1, 3003 Berne. Si vous vivez dans l’Union européenne ou l’Espace économique européen, vous pouvez aussi introduire une réclamation auprès de l’autorité de votre pays de résidence. Nous serions heureux que vous nous écriviez d’abord.',
      ],
    },
  ],
  closing: privacyClosing,
}
