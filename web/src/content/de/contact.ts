import { responseWorkingDays, urgentResponseHours } from '../constants'
import type { FieldText, Hero, Page, SelectOption } from '../types'
import { paths } from './paths'
import { site } from './site'

export const contactPage = {
  path: paths.contact,
  title: `Kontakt | ${site.name}`,
  description:
    'Sagen Sie uns, was Sie schützen oder entscheiden müssen. Eine Fachperson liest jede Anfrage, das erste Gespräch ist kostenlos und unverbindlich.',
  hero: {
    eyebrow: 'Kontakt',
    heading: 'Schildern Sie uns Ihre Lage',
    lead: 'Ein paar Sätze genügen: um welche Systeme es geht, was die Frage ausgelöst hat und bis wann Sie eine Antwort brauchen. Ihre Nachricht liest eine Fachperson, kein Verkaufsteam. Das erste Gespräch ist kostenlos.',
  },
} as const satisfies Page & { hero: Hero }

export const nextSteps = {
  heading: 'Wie es weitergeht',
  items: [
    'Ihre Anfrage geht an die Person, die das Thema kennt.',
    'Diese Person meldet sich mit Fragen oder einem Terminvorschlag.',
    'Das Gespräch ist kostenlos. Sie erhalten eine fachliche Einschätzung, auch wenn kein Auftrag daraus wird.',
  ],
} as const

export const pgpText = 'Oder verschlüsseln Sie Ihre E-Mail mit unserem PGP-Schlüssel:'

export const directContact = {
  heading: 'Direkter Kontakt',
  emailLabel: 'E-Mail',
  copy: { label: 'Adresse kopieren', done: 'Kopiert!', refused: 'Adresse markiert' },
  mailLink: 'E-Mail schreiben',
  networkLabel: 'Berufliches Netzwerk',
  networkLink: `${site.name} auf LinkedIn`,
  phoneLabel: 'Telefon',
  locationLabel: 'Standort',
  location: site.location,
  languagesLabel: 'Sprachen',
  languages: 'Schreiben Sie auf Deutsch, Französisch, Italienisch oder Englisch.',
  secretsLabel: 'Vertrauliches',
  secrets:
    'Senden Sie weder Passwörter noch Schlüssel noch Scan-Ergebnisse per E-Mail oder Formular. Verlangen Sie zuerst einen sicheren Kanal.',
  privacyNote: 'Die gesamte Kommunikation läuft über Dienste, die in der Schweiz gehostet sind.',
  urgentNote: `Auf dringende Anliegen antworten wir in der Regel innert ${urgentResponseHours} Stunden.`,
} as const

/** The rules' messages. The limits are inclusive. */
export const messages = {
  firstName: {
    required: 'Bitte geben Sie Ihren Vornamen an',
    tooLong: 'Der Vorname darf höchstens 50 Zeichen haben',
  },
  lastName: {
    required: 'Bitte geben Sie Ihren Nachnamen an',
    tooLong: 'Der Nachname darf höchstens 50 Zeichen haben',
  },
  company: {
    required: 'Bitte geben Sie Ihre Firma an',
    tooLong: 'Der Name der Firma darf höchstens 100 Zeichen haben',
  },
  email: {
    invalid: 'Diese E-Mail-Adresse ist ungültig',
    tooLong: 'Die E-Mail-Adresse darf höchstens 255 Zeichen haben',
  },
  phone: { tooShort: 'Die Telefonnummer muss mindestens 5 Zeichen haben' },
  contactReason: { required: 'Bitte wählen Sie einen Grund für Ihre Anfrage' },
  message: {
    required: 'Bitte schreiben Sie eine Nachricht',
    tooLong: 'Die Nachricht darf höchstens 1’000 Zeichen haben',
  },
  consent: { required: 'Bitte stimmen Sie der Datenschutzerklärung zu' },
  gdprConsent: { required: 'Bitte willigen Sie in die Bearbeitung Ihrer Angaben ein' },
} as const

export const toasts = {
  success: 'Ihre Nachricht ist angekommen. Wir melden uns bald.',
  failure: `Die Nachricht wurde nicht gesendet. Schreiben Sie uns bitte direkt an ${site.email}`,
  dismiss: 'Meldung schliessen',
} as const

export const contactReasons = [
  { value: 'threat-detection-response', label: 'Angriffserkennung und Reaktion' },
  { value: 'devsecops', label: 'DevSecOps und SDLC' },
  { value: 'cloud-security', label: 'Cloud-Sicherheitsarchitektur' },
  { value: 'vulnerability-management', label: 'Schwachstellenmanagement' },
  { value: 'security-awareness', label: 'Security Awareness und Reporting' },
  { value: 'security-assessment', label: 'Sicherheitsüberprüfung' },
  { value: 'incident-response', label: 'Sicherheitsvorfall' },
  { value: 'partnership', label: 'Partnerschaft' },
  { value: 'reselling', label: 'Wiederverkauf' },
  { value: 'other', label: 'Etwas anderes' },
] as const satisfies readonly SelectOption<string>[]

export const programOptions = [
  { value: 'edr-implementation', label: 'EDR/XDR-Einführung' },
  { value: 'siem-threat-hunting', label: 'SIEM und Threat Hunting' },
  { value: 'threat-intel-platform', label: 'Threat Intelligence und Analytics Data Lake' },
  { value: 'purple-team-operations', label: 'Purple Team' },
  { value: 'compliance-governance', label: 'Compliance und Governance' },
] as const satisfies readonly SelectOption<string>[]

/** In the order of the page. The values, the error summary and the text of a mail follow it. */
export const fields = {
  firstName: { label: 'Vorname' },
  lastName: { label: 'Nachname' },
  company: { label: 'Firma' },
  email: { label: 'E-Mail-Adresse', hint: 'An diese Adresse antworten wir.' },
  phone: { label: 'Telefon', hint: 'Mit Landesvorwahl, wenn wir Sie anrufen sollen.' },
  country: { label: 'Land', hint: 'Sagt uns, welches Datenschutzrecht für Sie gilt.' },
  contactReason: { label: 'Grund der Anfrage', options: contactReasons },
  program: {
    label: 'Programm',
    hint: 'Falls Sie eines unserer Programme im Auge haben.',
    options: programOptions,
  },
  desiredConsultants: { label: 'Fachleute', hint: 'Eine erste Schätzung, von 1 bis 8.' },
  message: {
    label: 'Nachricht',
    hint: 'Bis zu 1’000 Zeichen. Bitte ohne Passwörter, Schlüssel und Einzelheiten zu offenen Schwachstellen. Beilagen? Antworten Sie auf die Bestätigung.',
  },
} as const satisfies Record<string, FieldText>

const names = 'Vor- und Nachname'
const inquiry =
  'Ihre Nachricht, den Grund der Anfrage und, wenn Sie sie wählen, ein Programm und eine Anzahl Fachleute'

/** What the privacy policy says that the form collects. */
export const collected: Record<keyof typeof fields, string> = {
  firstName: names,
  lastName: names,
  company: 'Firma',
  email: 'E-Mail-Adresse',
  phone: 'Telefonnummer, wenn Sie eine angeben',
  country: 'Land, wenn Sie eines angeben',
  contactReason: inquiry,
  program: inquiry,
  desiredConsultants: inquiry,
  message: inquiry,
}

/** Below the address. */
export const emailHelp = {
  example: 'Eine einzelne Adresse wie name@example.com',
  meant: 'Meinten Sie {address}?',
} as const

/** The exact texts that a visitor agrees to. A digest of each is kept with the inquiry as evidence. */
export const consentTexts = {
  consent:
    'Ich habe die Datenschutzerklärung gelesen und bin mit der darin beschriebenen Bearbeitung meiner Angaben einverstanden.',
  gdprConsent: `Ich willige ein, dass die ${site.legalName} die Angaben in diesem Formular verwendet, um meine Anfrage zu beantworten. Mir ist bekannt, dass ich diese Einwilligung jederzeit widerrufen kann und dass mir die DSGVO, der CCPA und das Schweizer DSG das Recht geben, Auskunft über meine Daten zu erhalten und sie berichtigen oder löschen zu lassen.`,
} as const

export const form = {
  heading: 'Ihre Anfrage',
  legend: { person: 'Zu Ihrer Person', inquiry: 'Zu Ihrer Anfrage', consent: 'Ihre Zustimmung' },
  optional: '(freiwillig)',
  requiredNote: 'Felder mit * sind Pflichtfelder.',
  /** In the control that people do not see. */
  decoy: 'Dieses Feld leer lassen',
  choose: 'Bitte wählen',
  noProgram: 'Kein bestimmtes',
  privacyLink: { label: 'Datenschutzerklärung lesen', href: paths.privacyPolicy },
  submit: 'Nachricht senden',
  submitting: 'Wird gesendet…',
  charactersLeft: { one: 'Zeichen übrig', other: 'Zeichen übrig' },
  tooMany: { one: 'Zeichen zu viel', other: 'Zeichen zu viel' },
  errorSummary: 'Bitte korrigieren Sie',
  errorTitlePrefix: 'Fehler: ',
  /** Announced before a field's message to those who hear the page. */
  errorPrefix: 'Fehler:',
  /** Opens the message that the call to action of a person prefills. */
  attention: 'Zuhanden von',
} as const

/** Shown when the reason is an incident. A number and its hours follow the call. */
export const incident = {
  call: 'Rufen Sie jetzt an:',
  urgent: 'Wir behandeln Ihre Anfrage als dringend.',
  heading: 'In der ersten Stunde',
  steps: [
    'Trennen Sie betroffene Systeme vom Netz, aber schalten Sie sie nicht aus.',
    'Löschen Sie nichts. Bewahren Sie alle Protokolle auf.',
    'Besprechen Sie den Vorfall nicht per E-Mail: Der Angreifer liest vielleicht mit.',
    'Halten Sie fest, wer wann was tut.',
  ],
  reportsHeading: 'Meldepflichten in der Schweiz',
  /** Facts with their sources: the laws, and where to report. */
  reports: [
    {
      text: 'Kritische Infrastrukturen: an das BACS innert 24 Stunden nach der Entdeckung, wenn der Angriff die Funktion gefährdet, Daten abfliessen oder verändert werden oder eine Erpressung vorliegt.',
      sources: [
        { label: 'BACS', url: 'https://www.ncsc.admin.ch/ncsc/de/home/meldepflicht/meldepflicht-info.html' },
        { label: 'ISG, Art. 74a–74h', url: 'https://www.fedlex.admin.ch/eli/cc/2022/232/de#art_74_a' },
      ],
    },
    {
      text: 'Personendaten: an den EDÖB so rasch als möglich, wenn die Verletzung voraussichtlich zu einem hohen Risiko für die betroffenen Personen führt.',
      sources: [
        { label: 'EDÖB', url: 'https://databreach.edoeb.admin.ch/report' },
        { label: 'DSG, Art. 24', url: 'https://www.fedlex.admin.ch/eli/cc/2022/491/de#art_24' },
      ],
    },
    {
      text: 'Von der FINMA beaufsichtigte Institute: an die FINMA innert 24 Stunden nach der Entdeckung, vollständig innert 72 Stunden, wenn der Angriff von wesentlicher Bedeutung ist.',
      sources: [
        {
          label: 'FINMA-Aufsichtsmitteilungen 05/2020 und 03/2024',
          url: 'https://www.finma.ch/de/dokumentation/finma-aufsichtsmitteilungen/',
        },
      ],
    },
  ],
} as const

/** Replaces the form after a send. */
export const confirmation = {
  heading: 'Ihre Anfrage ist bei uns',
  reference: 'Ihre Referenz',
  copy: { label: 'Referenz kopieren', done: 'Kopiert!', refused: 'Referenz markiert' },
  quote: 'Geben Sie sie an, wenn Sie uns schreiben.',
  sentTo: 'Wir senden eine Bestätigung, höchstens eine pro Tag, an',
  notThere: 'Wenn keine ankommt, sehen Sie im Spam-Ordner nach und bewahren Sie die Referenz auf.',
  next: 'Eine Fachperson liest Ihre Anfrage und meldet sich mit Fragen oder einem Terminvorschlag.',
  answerBy: `Wir antworten bis {time} Uhr (Zeit in ${site.city}).`,
  answer: `Wir antworten innert ${responseWorkingDays === 2 ? 'zwei' : responseWorkingDays} Arbeitstagen.`,
  another: 'Weitere Anfrage senden',
} as const

/** Shown at the button after a failed send. */
export const notSent = {
  heading: 'Nicht gesendet. Nichts ist verloren.',
  text: 'Ihr Text steht noch im Formular. Versuchen Sie es gleich noch einmal oder senden Sie ihn per E-Mail.',
  offline:
    'Sie sind offline. Ihr Text steht noch im Formular. Versuchen Sie es wieder, sobald Sie verbunden sind.',
  retry: 'Noch einmal versuchen',
} as const

export const mailFallback = {
  link: 'Per E-Mail senden',
  subject: 'Anfrage von der Website',
  copy: { label: 'Meinen Text kopieren', done: 'Kopiert!', refused: 'Kopieren nicht möglich' },
} as const

/** Beside the submit button: why it waits. */
export const botCheck = {
  working:
    'Ihr Browser führt eine kurze Berechnung aus, die Spam fernhält. Danach wird die Schaltfläche freigegeben.',
  widget: 'Bitte schliessen Sie die Prüfung ab. Danach wird die Schaltfläche freigegeben.',
  ready: 'Die Prüfung ist abgeschlossen. Sie können Ihre Nachricht senden.',
  expired: 'Die Prüfung ist abgelaufen und wird wiederholt. Danach wird die Schaltfläche freigegeben.',
  offline:
    'Sie sind offline. Ihr Text bleibt im Formular. Die Schaltfläche wird freigegeben, sobald Sie verbunden sind.',
  unavailable:
    'Die Prüfung lässt sich in Ihrem Browser nicht ausführen. Nichts ist verloren: Senden Sie Ihre Anfrage per E-Mail oder kopieren Sie Ihren Text.',
  slow: 'Wenn es zu lange dauert, senden Sie Ihre Anfrage per E-Mail.',
  notYet: 'Noch nicht gesendet.',
} as const

/** The three texts a wait for the Turnstile widget can be rejected with. */
export const botCheckErrors = {
  none: 'No response received',
  failed: 'Failed to get response',
  timeout: 'Timeout',
} as const

export const withoutScripts = {
  heading: 'Das Formular braucht JavaScript',
  text: 'Es führt in Ihrem Browser eine Bot-Prüfung aus. Wenn JavaScript ausgeschaltet ist, schreiben Sie uns bitte direkt:',
} as const

/** Shown when the scripts of the form fail or take too long to arrive. */
export const scriptsFailed = {
  heading: 'Das Formular ist nicht bereit',
  text: 'Teile dieser Seite wurden nicht geladen. Was Sie geschrieben haben, ist noch da. Versuchen Sie es noch einmal oder schreiben Sie uns:',
  retry: 'Noch einmal versuchen',
} as const
