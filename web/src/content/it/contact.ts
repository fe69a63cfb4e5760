import { responseWorkingDays, urgentResponseHours } from '../constants'
import type { FieldText, Hero, Page, SelectOption } from '../types'
import { paths } from './paths'
import { site } from './site'

export const contactPage = {
  path: paths.contact,
  title: `Contatto | ${site.name}`,
  description:
    'Ci dica che cosa deve proteggere o decidere. Un consulente legge ogni richiesta, e il primo colloquio è gratuito e senza impegno.',
  hero: {
    eyebrow: 'Contatto',
    heading: 'Ci racconti di che cosa si tratta',
    lead: 'Bastano poche frasi: quali sistemi sono coinvolti, da dove nasce la domanda ed entro quando Le serve una risposta. A leggere il messaggio è un consulente, non un reparto vendite. Il primo colloquio è gratuito.',
  },
} as const satisfies Page & { hero: Hero }

export const nextSteps = {
  heading: 'Come si procede',
  items: [
    'La Sua richiesta va al consulente che conosce il tema.',
    'Il consulente risponde con domande o propone un momento per parlarne.',
    'Il colloquio è gratuito. Riceve il parere di uno specialista, che si lavori insieme o no.',
  ],
} as const

export const pgpText = 'Oppure cifri l’e-mail con la nostra chiave PGP:'

export const directContact = {
  heading: 'Contatto diretto',
  emailLabel: 'E-mail',
  copy: { label: 'Copiare l’indirizzo', done: 'Copiato!', refused: 'Indirizzo selezionato' },
  mailLink: 'Scrivere un’e-mail',
  networkLabel: 'Rete professionale',
  networkLink: `${site.name} su LinkedIn`,
  phoneLabel: 'Telefono',
  locationLabel: 'Sede',
  location: site.location,
  languagesLabel: 'Lingue',
  languages: 'Scriva in italiano, tedesco, francese o inglese.',
  secretsLabel: 'Informazioni confidenziali',
  secrets:
    'Non invii password, chiavi o risultati di scansioni per e-mail o tramite il modulo. Ci chieda prima un canale sicuro.',
  privacyNote: 'Tutte le comunicazioni passano per servizi ospitati in Svizzera e attenti alla riservatezza.',
  urgentNote: `Le questioni urgenti ricevono di norma una risposta entro ${urgentResponseHours} ore.`,
} as const

/** The rules' messages. */
export const messages = {
  firstName: { required: 'Il nome è obbligatorio', tooLong: 'Il nome può avere al massimo 50 caratteri' },
  lastName: {
    required: 'Il cognome è obbligatorio',
    tooLong: 'Il cognome può avere al massimo 50 caratteri',
  },
  company: {
    required: 'Il nome dell’azienda è obbligatorio',
    tooLong: 'Il nome dell’azienda può avere al massimo 100 caratteri',
  },
  email: {
    invalid: 'Indirizzo e-mail non valido',
    tooLong: 'L’indirizzo può avere al massimo 255 caratteri',
  },
  phone: { tooShort: 'Il numero di telefono deve avere almeno 5 caratteri' },
  contactReason: { required: 'Scelga un motivo' },
  message: {
    required: 'Il messaggio è obbligatorio',
    tooLong: 'Il messaggio può avere al massimo 1000 caratteri',
  },
  consent: { required: 'Deve accettare l’informativa sulla protezione dei dati' },
  gdprConsent: { required: 'Il consenso GDPR/CCPA è obbligatorio' },
} as const

export const toasts = {
  success: 'Messaggio inviato. Le risponderemo presto.',
  failure: `Non è stato possibile inviare il messaggio. Ci scriva direttamente a ${site.email}`,
  dismiss: 'Chiudere il messaggio',
} as const

export const contactReasons = [
  { value: 'threat-detection-response', label: 'Rilevamento e risposta' },
  { value: 'devsecops', label: 'DevSecOps e SDLC' },
  { value: 'cloud-security', label: 'Architettura di sicurezza cloud' },
  { value: 'vulnerability-management', label: 'Gestione delle vulnerabilità' },
  { value: 'security-awareness', label: 'Sensibilizzazione e reporting' },
  { value: 'security-assessment', label: 'Valutazione della sicurezza' },
  { value: 'incident-response', label: 'Risposta a un incidente' },
  { value: 'partnership', label: 'Partnership' },
  { value: 'reselling', label: 'Rivendita' },
  { value: 'other', label: 'Altro' },
] as const satisfies readonly SelectOption<string>[]

export const programOptions = [
  { value: 'edr-implementation', label: 'Introduzione EDR/XDR' },
  { value: 'siem-threat-hunting', label: 'SIEM e threat hunting' },
  { value: 'threat-intel-platform', label: 'Threat intelligence e data lake di analisi' },
  { value: 'purple-team-operations', label: 'Operazioni purple team' },
  { value: 'compliance-governance', label: 'Conformità e governance' },
] as const satisfies readonly SelectOption<string>[]

/** In the order of the page. The values, the error summary and the text of a mail follow it. */
export const fields = {
  firstName: { label: 'Nome' },
  lastName: { label: 'Cognome' },
  company: { label: 'Azienda' },
  email: { label: 'Indirizzo e-mail', hint: 'Rispondiamo a questo indirizzo.' },
  phone: { label: 'Telefono', hint: 'Con il prefisso del Paese, se desidera che La chiamiamo.' },
  country: { label: 'Paese', hint: 'Indica quale diritto della protezione dei dati si applica a Lei.' },
  contactReason: { label: 'Motivo della richiesta', options: contactReasons },
  program: {
    label: 'Programma',
    hint: 'Se pensa a uno dei nostri programmi.',
    options: programOptions,
  },
  desiredConsultants: { label: 'Consulenti', hint: 'Una prima stima, da 1 a 8.' },
  message: {
    label: 'Messaggio',
    hint: 'Al massimo 1000 caratteri. Non indichi password, chiavi o dettagli di vulnerabilità aperte. Allegati? Risponda alla conferma.',
  },
} as const satisfies Record<string, FieldText>

const names = 'nome e cognome'
const inquiry =
  'il messaggio, il motivo della richiesta e, se li sceglie, un programma e un numero di consulenti'

/** What the privacy policy says that the form collects. */
export const collected: Record<keyof typeof fields, string> = {
  firstName: names,
  lastName: names,
  company: 'azienda',
  email: 'indirizzo e-mail',
  phone: 'numero di telefono, se lo indica',
  country: 'Paese, se lo indica',
  contactReason: inquiry,
  program: inquiry,
  desiredConsultants: inquiry,
  message: inquiry,
}

/** Below the address. */
export const emailHelp = {
  example: 'Un solo indirizzo, come nome@example.com',
  meant: 'Intendeva {address}?',
} as const

/** The exact texts that a visitor agrees to. A digest of each is kept with the inquiry as evidence. */
export const consentTexts = {
  consent:
    'Ho letto l’informativa sulla protezione dei dati e accetto il trattamento dei miei dati che vi è descritto.',
  gdprConsent: `Acconsento a che ${site.legalName} utilizzi i dati di questo modulo per rispondere alla mia richiesta. So che posso revocare questo consenso in qualsiasi momento e che il GDPR, il CCPA e la LPD svizzera mi danno il diritto di consultare i miei dati e di farli rettificare o cancellare.`,
} as const

export const form = {
  heading: 'La Sua richiesta',
  legend: { person: 'I Suoi dati', inquiry: 'La richiesta', consent: 'Il Suo consenso' },
  optional: '(facoltativo)',
  requiredNote: 'I campi con * sono obbligatori.',
  /** In the control that people do not see. */
  decoy: 'Lasci vuoto questo campo',
  choose: 'Scelga',
  noProgram: 'Nessuno in particolare',
  privacyLink: { label: 'Leggere l’informativa sulla protezione dei dati', href: paths.privacyPolicy },
  submit: 'Inviare il messaggio',
  submitting: 'Invio…',
  charactersLeft: { one: 'carattere rimanente', other: 'caratteri rimanenti' },
  tooMany: { one: 'carattere di troppo', other: 'caratteri di troppo' },
  errorSummary: 'Corregga i punti seguenti',
  errorTitlePrefix: 'Errore: ',
  /** Announced before a field's message to those who hear the page. */
  errorPrefix: 'Errore:',
  /** Opens the message that the call to action of a person prefills. */
  attention: 'All’attenzione di',
} as const

/** Shown when the reason is an incident. A number and its hours follow the call. */
export const incident = {
  call: 'Ci chiami subito:',
  urgent: 'Trattiamo la Sua richiesta come urgente.',
  heading: 'Nella prima ora',
  steps: [
    'Scolleghi dalla rete i sistemi colpiti, ma non li spenga.',
    'Non cancelli nulla. Conservi tutti i log.',
    'Non parli dell’incidente per e-mail: l’aggressore potrebbe leggerle.',
    'Annoti chi fa che cosa, e quando.',
  ],
  reportsHeading: 'Segnalazioni obbligatorie in Svizzera',
  /** Facts with their sources: the laws, and where to report. */
  reports: [
    {
      text: 'Infrastrutture critiche: all’UFCS entro 24 ore dalla scoperta, se l’attacco mette a rischio il funzionamento, comporta una fuga o una manipolazione di dati o è accompagnato da un ricatto.',
      sources: [
        { label: 'UFCS', url: 'https://www.ncsc.admin.ch/ncsc/it/home/meldepflicht/meldepflicht-info.html' },
        { label: 'LSIn, art. 74a–74h', url: 'https://www.fedlex.admin.ch/eli/cc/2022/232/it#art_74_a' },
      ],
    },
    {
      text: 'Dati personali: all’IFPDT quanto prima, se la violazione comporta verosimilmente un rischio elevato per le persone interessate.',
      sources: [
        { label: 'IFPDT', url: 'https://databreach.edoeb.admin.ch/report' },
        { label: 'nLPD, art. 24', url: 'https://www.fedlex.admin.ch/eli/cc/2022/491/it#art_24' },
      ],
    },
    {
      text: 'Istituti sottoposti alla vigilanza della FINMA: alla FINMA entro 24 ore dalla scoperta, in forma completa entro 72 ore, se l’attacco è di importanza rilevante per la vigilanza.',
      sources: [
        {
          label: 'Comunicazioni FINMA sulla vigilanza 05/2020 e 03/2024 (in inglese)',
          url: 'https://www.finma.ch/en/documentation/finma-guidance/',
        },
      ],
    },
  ],
} as const

/** Replaces the form after a send. */
export const confirmation = {
  heading: 'La Sua richiesta ci è arrivata',
  reference: 'Il Suo riferimento',
  copy: { label: 'Copiare il riferimento', done: 'Copiato!', refused: 'Riferimento selezionato' },
  quote: 'Lo indichi quando ci scrive.',
  sentTo: 'Inviamo una conferma, al massimo una al giorno, a',
  notThere: 'Se non arriva, controlli la cartella della posta indesiderata e conservi il riferimento.',
  next: 'Un consulente legge la Sua richiesta e risponde con domande o propone un momento per parlarne.',
  answerBy: `Le risponderemo entro {time} (ora di ${site.city}).`,
  answer: `Le risponderemo entro ${responseWorkingDays === 2 ? 'due' : responseWorkingDays} giorni lavorativi.`,
  another: 'Inviare un’altra richiesta',
} as const

/** Shown at the button after a failed send. */
export const notSent = {
  heading: 'Messaggio non inviato. Nulla è andato perso.',
  text: 'Il Suo testo è ancora nel modulo. Riprovi tra un momento o lo invii per e-mail.',
  offline: 'È offline. Il Suo testo è ancora nel modulo. Riprovi quando la connessione sarà ristabilita.',
  retry: 'Riprovare',
} as const

export const mailFallback = {
  link: 'Inviare per e-mail',
  subject: 'Richiesta dal sito',
  copy: { label: 'Copiare ciò che ho scritto', done: 'Copiato!', refused: 'La copia è bloccata' },
} as const

/** Beside the submit button: why it waits. */
export const botCheck = {
  working:
    'Il Suo browser esegue un breve calcolo che tiene lontano lo spam. Il pulsante si attiva appena è terminato.',
  widget: 'Completi la verifica. Il pulsante si attiva appena è terminata.',
  ready: 'La verifica è terminata. Può inviare il messaggio.',
  expired: 'La verifica è scaduta e riparte. Il pulsante si attiva appena è terminata.',
  offline:
    'È offline. Il Suo testo resta nel modulo. Il pulsante si attiva appena la connessione è ristabilita.',
  unavailable:
    'La verifica non può essere eseguita nel Suo browser. Nulla è andato perso: invii la richiesta per e-mail o copi ciò che ha scritto.',
  slow: 'Se dura troppo, invii la richiesta per e-mail.',
  notYet: 'Non ancora inviato.',
} as const

/** The three texts a wait for the Turnstile widget can be rejected with. */
export const botCheckErrors = {
  none: 'No response received',
  failed: 'Failed to get response',
  timeout: 'Timeout',
} as const

export const withoutScripts = {
  heading: 'Il modulo richiede JavaScript',
  text: 'Esegue una verifica anti-bot nel Suo browser. Se JavaScript è disattivato, ci scriva direttamente:',
} as const

/** Shown when the scripts of the form fail or take too long to arrive. */
export const scriptsFailed = {
  heading: 'Il modulo non è pronto',
  text: 'Alcune parti di questa pagina non sono state caricate. Ciò che ha scritto è ancora qui. Riprovi o ci scriva:',
  retry: 'Riprovare',
} as const
