import { responseWorkingDays, urgentResponseHours } from '../constants'
import type { FieldText, Hero, Page, SelectOption } from '../types'
import { paths } from './paths'
import { site } from './site'

export const contactPage = {
  path: paths.contact,
  title: `Contact | ${site.name}`,
  description:
    'Dites-nous ce que vous devez protéger ou décider. Un consultant lit chaque demande, et le premier entretien est gratuit et sans engagement.',
  hero: {
    eyebrow: 'Contact',
    heading: 'Dites-nous ce qui vous préoccupe',
    lead: 'Quelques phrases suffisent : les systèmes concernés, l’origine de la question et la date à laquelle il vous faut une réponse. C’est un consultant qui lit votre message, pas une équipe de vente. Le premier entretien est gratuit.',
  },
} as const satisfies Page & { hero: Hero }

export const nextSteps = {
  heading: 'La suite',
  items: [
    'Votre demande va au consultant qui connaît le sujet.',
    'Il vous répond par des questions ou vous propose un moment pour en parler.',
    'L’entretien est gratuit. Vous obtenez l’avis d’un spécialiste, que nous travaillions ensemble ou non.',
  ],
} as const

export const pgpText = 'Ou chiffrez votre e-mail avec notre clé PGP :'

export const directContact = {
  heading: 'Contact direct',
  emailLabel: 'E-mail',
  copy: { label: 'Copier l’adresse', done: 'Copié !', refused: 'Adresse sélectionnée' },
  mailLink: 'Écrire un e-mail',
  networkLabel: 'Réseau professionnel',
  networkLink: `${site.name} sur LinkedIn`,
  phoneLabel: 'Téléphone',
  locationLabel: 'Adresse',
  location: site.location,
  languagesLabel: 'Langues',
  languages: 'Écrivez en français, en allemand, en italien ou en anglais.',
  secretsLabel: 'Informations confidentielles',
  secrets:
    'N’envoyez ni mots de passe, ni clés, ni résultats de scan par e-mail ou par le formulaire. Demandez-nous d’abord un canal sûr.',
  privacyNote:
    'Toutes les communications passent par des services hébergés en Suisse et respectueux de la vie privée.',
  urgentNote: `Les demandes urgentes reçoivent en général une réponse en ${urgentResponseHours} heures.`,
} as const

/** The rules' messages. */
export const messages = {
  firstName: {
    required: 'Le prénom est obligatoire',
    tooLong: 'Le prénom doit compter au plus 50 caractères',
  },
  lastName: { required: 'Le nom est obligatoire', tooLong: 'Le nom doit compter au plus 50 caractères' },
  company: {
    required: 'L’entreprise est obligatoire',
    tooLong: 'Le nom de l’entreprise doit compter au plus 100 caractères',
  },
  email: {
    invalid: 'Adresse e-mail non valable',
    tooLong: 'L’adresse e-mail doit compter au plus 255 caractères',
  },
  phone: { tooShort: 'Le numéro de téléphone doit compter au moins 5 caractères' },
  contactReason: { required: 'Veuillez choisir un motif' },
  message: {
    required: 'Le message est obligatoire',
    tooLong: 'Le message doit compter au plus 1 000 caractères',
  },
  consent: { required: 'Vous devez accepter la politique de protection des données' },
  gdprConsent: { required: 'Le consentement RGPD/CCPA est obligatoire' },
} as const

export const toasts = {
  success: 'Message envoyé. Nous vous répondrons bientôt.',
  failure: `Le message n’a pas pu être envoyé. Écrivez-nous directement à ${site.email}`,
  dismiss: 'Fermer le message',
} as const

export const contactReasons = [
  { value: 'threat-detection-response', label: 'Détection et réponse' },
  { value: 'devsecops', label: 'DevSecOps et SDLC' },
  { value: 'cloud-security', label: 'Architecture de sécurité cloud' },
  { value: 'vulnerability-management', label: 'Gestion des vulnérabilités' },
  { value: 'security-awareness', label: 'Sensibilisation et reporting' },
  { value: 'security-assessment', label: 'Évaluation de la sécurité' },
  { value: 'incident-response', label: 'Réponse à un incident' },
  { value: 'partnership', label: 'Partenariat' },
  { value: 'reselling', label: 'Revente' },
  { value: 'other', label: 'Autre sujet' },
] as const satisfies readonly SelectOption<string>[]

export const programOptions = [
  { value: 'edr-implementation', label: 'Déploiement EDR/XDR' },
  { value: 'siem-threat-hunting', label: 'SIEM et Threat Hunting' },
  { value: 'threat-intel-platform', label: 'Threat Intelligence et lac de données d’analyse' },
  { value: 'purple-team-operations', label: 'Opérations Purple Team' },
  { value: 'compliance-governance', label: 'Conformité et gouvernance' },
] as const satisfies readonly SelectOption<string>[]

/** In the order of the page. The values, the error summary and the text of a mail follow it. */
export const fields = {
  firstName: { label: 'Prénom' },
  lastName: { label: 'Nom' },
  company: { label: 'Entreprise' },
  email: { label: 'Adresse e-mail', hint: 'Nous répondons à cette adresse.' },
  phone: { label: 'Téléphone', hint: 'Avec l’indicatif du pays, si vous souhaitez que nous vous appelions.' },
  country: { label: 'Pays', hint: 'Il indique quel droit de la protection des données s’applique à vous.' },
  contactReason: { label: 'Motif de la demande', options: contactReasons },
  program: {
    label: 'Programme',
    hint: 'Si vous pensez à l’un de nos programmes.',
    options: programOptions,
  },
  desiredConsultants: { label: 'Consultants', hint: 'Une première estimation, de 1 à 8.' },
  message: {
    label: 'Message',
    hint: '1 000 caractères au plus. N’y mettez ni mots de passe, ni clés, ni détails de vulnérabilités ouvertes. Des pièces jointes ? Répondez à la confirmation.',
  },
} as const satisfies Record<string, FieldText>

const names = 'prénom et nom'
const inquiry =
  'votre message, le motif de la demande et, si vous les choisissez, un programme et un nombre de consultants'

/** What the privacy policy says that the form collects. */
export const collected: Record<keyof typeof fields, string> = {
  firstName: names,
  lastName: names,
  company: 'entreprise',
  email: 'adresse e-mail',
  phone: 'numéro de téléphone, si vous l’indiquez',
  country: 'pays, si vous l’indiquez',
  contactReason: inquiry,
  program: inquiry,
  desiredConsultants: inquiry,
  message: inquiry,
}

/** Below the address. */
export const emailHelp = {
  example: 'Une seule adresse, comme nom@example.com',
  meant: 'Vouliez-vous écrire {address} ?',
} as const

/** The exact texts that a visitor agrees to. A digest of each is kept with the inquiry as evidence. */
export const consentTexts = {
  consent:
    'J’ai lu la politique de protection des données et j’accepte le traitement de mes données qui y est décrit.',
  gdprConsent: `Je consens à ce que ${site.legalName} utilise les données de ce formulaire pour répondre à ma demande. Je sais que je peux retirer ce consentement à tout moment et que le RGPD, le CCPA et la LPD suisse me donnent le droit de consulter mes données et de les faire rectifier ou effacer.`,
} as const

export const form = {
  heading: 'Votre demande',
  legend: { person: 'Vous', inquiry: 'Votre demande', consent: 'Votre accord' },
  optional: '(facultatif)',
  requiredNote: 'Les champs marqués d’un * sont obligatoires.',
  /** In the control that people do not see. */
  decoy: 'Laissez ce champ vide',
  choose: 'Veuillez choisir',
  noProgram: 'Aucun en particulier',
  privacyLink: { label: 'Lire la politique de protection des données', href: paths.privacyPolicy },
  submit: 'Envoyer le message',
  submitting: 'Envoi…',
  charactersLeft: { one: 'caractère restant', other: 'caractères restants' },
  tooMany: { one: 'caractère de trop', other: 'caractères de trop' },
  errorSummary: 'Veuillez corriger les points suivants',
  errorTitlePrefix: 'Erreur : ',
  /** Announced before a field's message to those who hear the page. */
  errorPrefix: 'Erreur :',
  /** Opens the message that the call to action of a person prefills. */
  attention: 'À l’attention de',
} as const

/** Shown when the reason is an incident. A number and its hours follow the call. */
export const incident = {
  call: 'Appelez-nous maintenant :',
  urgent: 'Nous traitons votre demande comme urgente.',
  heading: 'La première heure',
  steps: [
    'Débranchez du réseau les systèmes touchés, mais ne les éteignez pas.',
    'N’effacez rien. Conservez tous les journaux.',
    'Ne parlez pas de l’incident par e-mail : l’attaquant les lit peut-être.',
    'Notez qui fait quoi, et quand.',
  ],
  reportsHeading: 'Annonces obligatoires en Suisse',
  /** Facts with their sources: the laws, and where to report. */
  reports: [
    {
      text: 'Infrastructures critiques : à l’OFCS dans les 24 heures suivant la découverte, si l’attaque met le fonctionnement en péril, entraîne une fuite ou une altération de données, ou s’accompagne de chantage.',
      sources: [
        { label: 'OFCS', url: 'https://www.ncsc.admin.ch/ncsc/fr/home/meldepflicht/meldepflicht-info.html' },
        { label: 'LSI, art. 74a–74h', url: 'https://www.fedlex.admin.ch/eli/cc/2022/232/fr#art_74_a' },
      ],
    },
    {
      text: 'Données personnelles : au PFPDT dans les meilleurs délais, si la violation entraîne vraisemblablement un risque élevé pour les personnes concernées.',
      sources: [
        { label: 'PFPDT', url: 'https://databreach.edoeb.admin.ch/report' },
        { label: 'nLPD, art. 24', url: 'https://www.fedlex.admin.ch/eli/cc/2022/491/fr#art_24' },
      ],
    },
    {
      text: 'Établissements surveillés par la FINMA : à la FINMA dans les 24 heures suivant la découverte, de façon complète dans les 72 heures, si l’attaque constitue un fait important pour la surveillance.',
      sources: [
        {
          label: 'Communications FINMA sur la surveillance 05/2020 et 03/2024 (en anglais)',
          url: 'https://www.finma.ch/en/documentation/finma-guidance/',
        },
      ],
    },
  ],
} as const

/** Replaces the form after a send. */
export const confirmation = {
  heading: 'Votre demande nous est parvenue',
  reference: 'Votre référence',
  copy: { label: 'Copier la référence', done: 'Copié !', refused: 'Référence sélectionnée' },
  quote: 'Indiquez-la lorsque vous nous écrivez.',
  sentTo: 'Nous envoyons une confirmation, au plus une par jour, à',
  notThere: 'Si elle n’arrive pas, regardez dans vos courriers indésirables et conservez la référence.',
  next: 'Un consultant lit votre demande et vous répond par des questions ou vous propose un moment pour en parler.',
  answerBy: `Nous vous répondrons d’ici au {time} (heure de ${site.city}).`,
  answer: `Nous vous répondrons dans les ${responseWorkingDays === 2 ? 'deux' : responseWorkingDays} jours ouvrables.`,
  another: 'Envoyer une autre demande',
} as const

/** Shown at the button after a failed send. */
export const notSent = {
  heading: 'Message non envoyé. Rien n’est perdu.',
  text: 'Votre texte est toujours dans le formulaire. Réessayez dans un instant, ou envoyez-le par e-mail.',
  offline:
    'Vous êtes hors ligne. Votre texte est toujours dans le formulaire. Réessayez une fois la connexion rétablie.',
  retry: 'Réessayer',
} as const

export const mailFallback = {
  link: 'Envoyer par e-mail',
  subject: 'Demande depuis le site',
  copy: { label: 'Copier ce que j’ai saisi', done: 'Copié !', refused: 'La copie est bloquée' },
} as const

/** Beside the submit button: why it waits. */
export const botCheck = {
  working:
    'Votre navigateur effectue un court calcul qui tient le spam à distance. Le bouton s’active dès qu’il est terminé.',
  widget: 'Veuillez effectuer le contrôle. Le bouton s’active dès qu’il est terminé.',
  ready: 'Le contrôle est terminé. Vous pouvez envoyer votre message.',
  expired: 'Le contrôle a expiré et recommence. Le bouton s’active dès qu’il est terminé.',
  offline:
    'Vous êtes hors ligne. Votre texte reste dans le formulaire. Le bouton s’active dès que la connexion est rétablie.',
  unavailable:
    'Le contrôle ne peut pas s’exécuter dans votre navigateur. Rien n’est perdu : envoyez votre demande par e-mail, ou copiez ce que vous avez saisi.',
  slow: 'Si cela dure trop longtemps, envoyez votre demande par e-mail.',
  notYet: 'Pas encore envoyé.',
} as const

/** The three texts a wait for the Turnstile widget can be rejected with. */
export const botCheckErrors = {
  none: 'No response received',
  failed: 'Failed to get response',
  timeout: 'Timeout',
} as const

export const withoutScripts = {
  heading: 'Le formulaire a besoin de JavaScript',
  text: 'Il effectue un contrôle anti-robots dans votre navigateur. Si JavaScript est désactivé, écrivez-nous directement :',
} as const

/** Shown when the scripts of the form fail or take too long to arrive. */
export const scriptsFailed = {
  heading: 'Le formulaire n’est pas prêt',
  text: 'Certaines parties de cette page n’ont pas été chargées. Ce que vous avez saisi est toujours là. Réessayez, ou écrivez-nous :',
  retry: 'Réessayer',
} as const
