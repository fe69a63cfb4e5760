import type { Service } from '../../types'
import { consultantsBadge, devsecopsTransformationConsultants } from '../figures'
import { paths } from '../paths'
import { site } from '../site'

export const devsecops: Service = {
  path: paths.devsecops,
  title: `DevSecOps et SDLC sécurisé | ${site.name}`,
  description:
    'Sécurité des pipelines CI/CD, SAST, DAST, IAST et security champions, pour les équipes qui veulent moins de failles et des livraisons plus rapides.',
  hero: {
    eyebrow: 'Prestation',
    heading: 'DevSecOps et SDLC',
    lead: 'Une faille coûte moins cher à corriger dans une pull request qu’en production. Nous plaçons les contrôles de sécurité dans les revues de conception, les pull requests et le pipeline, là où un correctif prend quelques minutes et ne retarde aucune livraison.',
  },
  back: { label: 'Toutes les prestations', href: paths.services },
  overview: [
    'Les développeurs ignorent un scanner qui signale 400 failles le premier jour. Nous introduisons peu de contrôles, les réglons sur votre code, et ne les laissons bloquer un build qu’ensuite. Une évaluation OWASP SAMM au début fixe les priorités ; une seconde, un an plus tard, mesure les progrès.',
    'Nous sécurisons aussi le pipeline lui-même. Qui tient le build tient la production : pour nous, les runners, les clés de signature et les actions de tiers font partie de la surface d’attaque.',
  ],
  topics: {
    heading: 'Ce que nous réalisons',
    items: [
      {
        title: 'Sécurité des pipelines CI/CD',
        description:
          'Des identifiants de courte durée par workload identity, des runners isolés, des dépendances et des actions figées, des artefacts signés avec une provenance SLSA, et des règles de branche qui valent aussi pour les administrateurs.',
      },
      {
        title: 'SAST',
        description:
          'Une analyse statique avec des règles choisies pour vos langages et vos frameworks. Les résultats apparaissent dans la pull request avec une explication, et nous corrigeons les règles qui produisent des faux positifs.',
      },
      {
        title: 'DAST',
        description:
          'Des scans authentifiés d’applications et d’API dans un environnement jetable, guidés par vos définitions OpenAPI afin que la couverture soit mesurable.',
      },
      {
        title: 'IAST',
        description:
          'Des tests d’intégration instrumentés qui montrent si une entrée non fiable atteint un appel dangereux. Vous savez ainsi si une faille est exploitable.',
      },
      {
        title: 'Security champions',
        description:
          'Nous formons un développeur par équipe et convenons avec la direction d’un budget de temps et d’un mandat. Nous accompagnons ces champions dans la modélisation des menaces et la revue de code jusqu’à ce qu’ils se passent de nous.',
      },
      {
        title: 'Plateforme de gestion des vulnérabilités',
        description:
          'Tous les outils alimentent une plateforme qui fusionne les doublons, désigne un responsable d’après le dépôt et mesure les délais dès la première détection.',
      },
    ],
  },
  lists: {
    heading: 'Outils',
    intro:
      'Nous employons l’open source là où il suffit, et des outils commerciaux là où ils font gagner plus qu’ils ne coûtent.',
    groups: [
      { title: 'Pipelines', items: ['GitHub Actions', 'GitLab CI/CD', 'Azure DevOps', 'Jenkins'] },
      { title: 'Analyse statique', items: ['CodeQL', 'Semgrep', 'SonarQube', 'Checkmarx'] },
      { title: 'Analyse dynamique', items: ['ZAP', 'Burp Suite', 'Nuclei', 'Contrast Assess (IAST)'] },
      { title: 'Chaîne d’approvisionnement', items: ['Trivy', 'Dependency-Track', 'Sigstore', 'Gitleaks'] },
    ],
  },
  approach: {
    heading: 'Transformation de toutes les équipes',
    intro: `Pour les organisations qui comptent plusieurs équipes produit : ${consultantsBadge(devsecopsTransformationConsultants)} rejoignent les équipes et leur passent le relais l’une après l’autre.`,
    items: [
      {
        title: 'Évaluer',
        description:
          'Entretiens, examen des dépôts et score SAMM de chaque produit. Il en résulte un backlog priorisé.',
      },
      {
        title: 'Tester',
        description:
          'Une équipe volontaire et un produit. Nous réglons chaque contrôle et notons son coût en minutes de build.',
      },
      {
        title: 'Étendre',
        description:
          'Modèles et champions portent les contrôles dans les autres équipes, par vagues assez petites pour être accompagnées.',
      },
      {
        title: 'Transmettre',
        description:
          'Les champions reprennent les revues et le réglage. Nous revenons pour la seconde évaluation.',
      },
    ],
  },
  results: {
    heading: 'Ce qui vous reste',
    items: [
      'Des modèles de pipeline réutilisables aux contrôles documentés',
      'Les modèles de menaces de vos applications critiques, à côté du code',
      'Une nomenclature logicielle (SBOM) par version, en CycloneDX ou SPDX',
      'Des champions formés et un programme pour leurs successeurs',
    ],
  },
  closing: {
    heading: 'Montrez-nous un pipeline',
    text: 'Expliquez-nous comment un changement passe d’un ordinateur portable à la production. Dans la première heure, qui est gratuite, nous pouvons en général désigner l’étape qu’un attaquant viserait.',
    cta: { label: 'Parler de votre chaîne de livraison', href: paths.contact },
    inquiry: { reason: 'devsecops' },
  },
}
