import type { Service } from '../../types'
import { paths } from '../paths'
import { site } from '../site'

export const securityAwareness: Service = {
  path: paths.securityAwareness,
  title: `Sensibilisation et reporting | ${site.name}`,
  description:
    'Des formations par rôle, un reporting pour la direction, des campagnes sans reproche ni cases à cocher, et les normes qui les exigent.',
  hero: {
    eyebrow: 'Prestation',
    heading: 'Sensibilisation et reporting',
    lead: 'On signale ses erreurs quand elles ne sont pas punies. Nos programmes de sensibilisation partent de là. Nos rapports à la direction disent ce qui est connu, ce qui ne l’est pas et ce qui demande une décision.',
  },
  back: { label: 'Toutes les prestations', href: paths.services },
  overview: [
    'Une heure de vidéo obligatoire par an ne change pas grand-chose. De courts exercices tirés du quotidien changent davantage : la comptabilité s’exerce à vérifier de nouvelles coordonnées bancaires, les ingénieurs à reconnaître un paquet malveillant, et la réception sait qui appeler.',
    'Les membres du conseil d’administration répondent de risques qu’ils ne peuvent pas examiner eux-mêmes. Il leur faut des chiffres avec une définition, une tendance et une recommandation.',
  ],
  topics: {
    heading: 'Les quatre volets de la prestation',
    items: [
      {
        title: 'Formations',
        description:
          'Des parcours par rôle pour les collaborateurs, les développeurs, les administrateurs système et la direction, en unités courtes, sur place ou en ligne, en français, allemand, italien ou anglais. Chaque unité enseigne un changement de comportement.',
      },
      {
        title: 'Reporting à la direction',
        description:
          'Un bref rapport trimestriel : exposition aux risques, incidents, avancement du plan, décisions à prendre. Les indicateurs sont définis une fois et relevés automatiquement si possible.',
      },
      {
        title: 'Campagnes',
        description:
          'Des e-mails de phishing, des appels et des visites simulés, convenus avec la direction et les représentants du personnel. Nous mesurons le taux de signalement et le délai du premier signalement. Les résultats ne nomment personne.',
      },
      {
        title: 'Normes',
        description:
          'Des preuves pour les clauses qui exigent un tel programme : participation, contenu et efficacité, sous une forme que les auditeurs acceptent.',
      },
    ],
  },
  lists: {
    heading: 'Normes et recommandations',
    intro: 'Les exigences à l’aune desquelles votre programme est jugé.',
    groups: [
      {
        title: 'ISO',
        items: [
          'ISO/IEC 27001:2022, chiffres 7.2 et 7.3',
          'ISO/IEC 27001:2022, annexe A, mesure 6.3',
          'ISO/IEC 27002:2022',
        ],
      },
      { title: 'NIST', items: ['NIST CSF 2.0, PR.AT', 'NIST SP 800-50 Rev. 1'] },
      {
        title: 'Suisse et UE',
        items: ['La nLPD et son ordonnance', 'Circulaire FINMA 2023/1', 'RGPD, articles 32 et 39'],
      },
      { title: 'Paiement', items: ['PCI DSS 4.0.1, exigence 12.6'] },
    ],
  },
  approach: {
    heading: 'Une année en quatre étapes',
    items: [
      {
        title: 'Écouter',
        description:
          'Des entretiens et une première mesure montrent quelles habitudes aident, quelles règles sont contournées, et pourquoi.',
      },
      {
        title: 'Planifier',
        description:
          'Nous choisissons trois ou quatre comportements pour l’année et définissons comment mesurer chacun.',
      },
      {
        title: 'S’exercer',
        description:
          'Formations et campagnes alternent avec des exercices sur table où la direction répète son rôle en cas de crise.',
      },
      {
        title: 'Rendre compte',
        description:
          'Les participants voient les résultats en premier. Le conseil d’administration les reçoit ensuite, avec une proposition pour l’année suivante.',
      },
    ],
  },
  results: {
    heading: 'Ce qui vous reste',
    items: [
      'Le matériel de formation à votre image, libre de réutilisation',
      'Un canal de signalement aux délais de réponse mesurés',
      'Un jeu d’indicateurs de sécurité et leurs définitions',
      'Les preuves du contenu, de la participation et de l’efficacité',
    ],
  },
  closing: {
    heading: 'Quel comportement devrait changer ?',
    text: 'Si vous pouvez nommer un comportement à changer, nous construirons le programme à partir de là. Sinon, nous vous aiderons d’abord à en choisir un.',
    cta: { label: 'Parler d’un programme', href: paths.contact },
    inquiry: { reason: 'security-awareness' },
  },
}
