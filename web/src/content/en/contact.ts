import { responseWorkingDays, urgentResponseHours } from '../constants'
import type { FieldText, Hero, Page, SelectOption } from '../types'
import { paths } from './paths'
import { site } from './site'

export const contactPage = {
  path: paths.contact,
  title: `Contact | ${site.name}`,
  description:
    'Tell us what you need to protect or decide. A consultant reads every inquiry, and the first consultation is free and without obligation.',
  hero: {
    eyebrow: 'Contact',
    heading: 'Tell us what you are facing',
    lead: 'A few sentences are enough: which systems are involved, what prompted the question, and when you need an answer. A consultant, not a sales team, reads your message. The first consultation is free.',
  },
} as const satisfies Page & { hero: Hero }

export const nextSteps = {
  heading: 'What happens next',
  items: [
    'Your inquiry goes to the consultant who knows the topic.',
    'That consultant replies with questions or a proposed time for a call.',
    'The call is free. You get an expert opinion, whether or not we work together.',
  ],
} as const

export const pgpText = 'Or encrypt your email with our PGP key:'

export const directContact = {
  heading: 'Direct contact',
  emailLabel: 'Email',
  copy: { label: 'Copy email address', done: 'Copied!', refused: 'Address selected' },
  mailLink: 'Write an email',
  networkLabel: 'Professional network',
  networkLink: `${site.name} on LinkedIn`,
  phoneLabel: 'Phone',
  locationLabel: 'Location',
  location: site.location,
  languagesLabel: 'Languages',
  languages: 'Write in German, French, Italian or English.',
  secretsLabel: 'Confidential information',
  secrets:
    'Do not send passwords, keys or scan results by email or through the form. Ask us for a secure channel first.',
  privacyNote: 'All communication runs through Swiss-hosted privacy services.',
  urgentNote: `Urgent matters typically receive a response within ${urgentResponseHours} hours.`,
} as const

/** The rules' messages, word for word: the server answers with the same ones. */
export const messages = {
  firstName: { required: 'First name is required', tooLong: 'First name must be less than 50 characters' },
  lastName: { required: 'Last name is required', tooLong: 'Last name must be less than 50 characters' },
  company: { required: 'Company is required', tooLong: 'Company must be less than 100 characters' },
  email: { invalid: 'Invalid email address', tooLong: 'Email must be less than 255 characters' },
  phone: { tooShort: 'Phone number must be at least 5 characters' },
  contactReason: { required: 'Please select a reason for contact' },
  message: { required: 'Message is required', tooLong: 'Message must be less than 1000 characters' },
  consent: { required: 'You must agree to the privacy policy' },
  gdprConsent: { required: 'GDPR/CCPA consent is required' },
} as const

export const toasts = {
  success: "Message sent successfully! We'll get back to you soon.",
  failure: `Failed to send message. Please contact us directly at ${site.email}`,
  dismiss: 'Dismiss message',
} as const

export const contactReasons = [
  { value: 'threat-detection-response', label: 'Threat detection and response' },
  { value: 'devsecops', label: 'DevSecOps and SDLC' },
  { value: 'cloud-security', label: 'Cloud security architecture' },
  { value: 'vulnerability-management', label: 'Vulnerability management' },
  { value: 'security-awareness', label: 'Security awareness and reporting' },
  { value: 'security-assessment', label: 'Security assessment' },
  { value: 'incident-response', label: 'Incident response' },
  { value: 'partnership', label: 'Partnership' },
  { value: 'reselling', label: 'Reselling' },
  { value: 'other', label: 'Something else' },
] as const satisfies readonly SelectOption<string>[]

export const programOptions = [
  { value: 'edr-implementation', label: 'EDR/XDR implementation' },
  { value: 'siem-threat-hunting', label: 'SIEM and threat hunting' },
  { value: 'threat-intel-platform', label: 'Threat intelligence and analytics data lake' },
  { value: 'purple-team-operations', label: 'Purple team operations' },
  { value: 'compliance-governance', label: 'Compliance and governance' },
] as const satisfies readonly SelectOption<string>[]

/** In the order of the page. The values, the error summary and the text of a mail follow it. */
export const fields = {
  firstName: { label: 'First name' },
  lastName: { label: 'Last name' },
  company: { label: 'Company' },
  email: { label: 'Email address', hint: 'We reply to this address.' },
  phone: { label: 'Phone', hint: 'With the country code, if you would like us to call you.' },
  country: { label: 'Country', hint: 'Tells us which data protection law applies to you.' },
  contactReason: { label: 'Reason for contact', options: contactReasons },
  program: {
    label: 'Program',
    hint: 'If you have one of our programs in mind.',
    options: programOptions,
  },
  desiredConsultants: { label: 'Consultants', hint: 'A first estimate, from 1 to 8.' },
  message: {
    label: 'Message',
    hint: 'Up to 1000 characters. Please leave out passwords, keys and details of open vulnerabilities. Attachments? Reply to the confirmation.',
  },
} as const satisfies Record<string, FieldText>

const names = 'first and last name'
const inquiry =
  'your message, the reason for contact and, if you choose them, a program and a number of consultants'

/** What the privacy policy says that the form collects. */
export const collected: Record<keyof typeof fields, string> = {
  firstName: names,
  lastName: names,
  company: 'company',
  email: 'email address',
  phone: 'phone number, if you give one',
  country: 'country, if you give one',
  contactReason: inquiry,
  program: inquiry,
  desiredConsultants: inquiry,
  message: inquiry,
}

/** Below the address. */
export const emailHelp = {
  example: 'One address alone, like name@example.com',
  meant: 'Did you mean {address}?',
} as const

/** The exact texts that a visitor agrees to. A digest of each is kept with the inquiry as evidence. */
export const consentTexts = {
  consent: 'I have read the privacy policy and agree to the processing of my details described in it.',
  gdprConsent: `I consent to ${site.legalName} using the details in this form to answer my inquiry. I understand that I can withdraw this consent at any time, and that the GDPR, the CCPA and the Swiss FADP give me the right to see my data and have it corrected or deleted.`,
} as const

export const form = {
  heading: 'Your inquiry',
  legend: { person: 'About you', inquiry: 'About your inquiry', consent: 'Your agreement' },
  optional: '(optional)',
  requiredNote: 'Fields marked with * are required.',
  /** In the control that people do not see. */
  decoy: 'Leave this field empty',
  choose: 'Please choose',
  noProgram: 'None in particular',
  privacyLink: { label: 'Read the privacy policy', href: paths.privacyPolicy },
  submit: 'Send Message',
  submitting: 'Sending...',
  charactersLeft: { one: 'character left', other: 'characters left' },
  tooMany: { one: 'character too many', other: 'characters too many' },
  errorSummary: 'Please correct the following',
  errorTitlePrefix: 'Error: ',
  /** Announced before a field's message to those who hear the page. */
  errorPrefix: 'Error:',
  /** Opens the message that the call to action of a person prefills. */
  attention: 'For the attention of',
} as const

/** Shown when the reason is an incident. A number and its hours follow the call. */
export const incident = {
  call: 'Call us now:',
  urgent: 'We treat your inquiry as urgent.',
  heading: 'In the first hour',
  steps: [
    'Disconnect affected systems from the network, but do not switch them off.',
    'Do not delete anything. Keep all logs.',
    'Do not discuss the incident by email: the attacker may be reading it.',
    'Write down who does what, and when.',
  ],
  reportsHeading: 'Reports required in Switzerland',
  /** Facts with their sources: the laws, and where to report. */
  reports: [
    {
      text: 'Critical infrastructure: to the NCSC (BACS) within 24 hours of discovery, if the attack endangers operations, leaks or alters data, or comes with blackmail.',
      sources: [
        { label: 'NCSC', url: 'https://www.ncsc.admin.ch/ncsc/en/home/meldepflicht/meldepflicht-info.html' },
        {
          label: 'ISG, Art. 74a–74h (in German)',
          url: 'https://www.fedlex.admin.ch/eli/cc/2022/232/de#art_74_a',
        },
      ],
    },
    {
      text: 'Personal data: to the FDPIC as soon as possible, if the breach is likely to put the people concerned at high risk.',
      sources: [
        { label: 'FDPIC', url: 'https://databreach.edoeb.admin.ch/report' },
        { label: 'revFADP, Art. 24', url: 'https://www.fedlex.admin.ch/eli/cc/2022/491/en#art_24' },
      ],
    },
    {
      text: 'Institutions that FINMA supervises: to FINMA within 24 hours of discovery, in full within 72 hours, if the attack is of substantial importance.',
      sources: [
        {
          label: 'FINMA Guidance 05/2020 and 03/2024',
          url: 'https://www.finma.ch/en/documentation/finma-guidance/',
        },
      ],
    },
  ],
} as const

/** Replaces the form after a send. */
export const confirmation = {
  heading: 'Your inquiry has reached us',
  reference: 'Your reference',
  copy: { label: 'Copy reference', done: 'Copied!', refused: 'Reference selected' },
  quote: 'Quote it when you write to us.',
  sentTo: 'We send a confirmation, at most one a day, to',
  notThere: 'If none arrives, look into your spam folder and keep the reference.',
  next: 'A consultant reads your inquiry and replies with questions or a proposed time for a call.',
  answerBy: `We will answer by {time}, ${site.city} time.`,
  answer: `We will answer within ${responseWorkingDays === 2 ? 'two' : responseWorkingDays} working days.`,
  another: 'Send another inquiry',
} as const

/** Shown at the button after a failed send. */
export const notSent = {
  heading: 'Not sent. Nothing is lost.',
  text: 'Your text is still in the form. Try again in a moment, or send it by email.',
  offline: 'You are offline. Your text is still in the form. Try again when you are connected.',
  retry: 'Try again',
} as const

export const mailFallback = {
  link: 'Send by email',
  subject: 'Inquiry from the website',
  copy: { label: 'Copy what I typed', done: 'Copied!', refused: 'Copying is blocked' },
} as const

/** Beside the submit button: why it waits. */
export const botCheck = {
  working:
    'Your browser is running a short calculation that keeps spam out. The button unlocks when it is done.',
  widget: 'Please complete the check. The button unlocks when it is done.',
  ready: 'The check is complete. You can send your message.',
  expired: 'The check has expired and is running again. The button unlocks when it is done.',
  offline: 'You are offline. Your text stays in the form. The button unlocks when you are connected.',
  unavailable:
    'The check cannot run in your browser. Nothing is lost: send your inquiry by email, or copy what you typed.',
  slow: 'If it takes too long, send your inquiry by email.',
  notYet: 'Not sent yet.',
} as const

/** The three texts a wait for the Turnstile widget can be rejected with. */
export const botCheckErrors = {
  none: 'No response received',
  failed: 'Failed to get response',
  timeout: 'Timeout',
} as const

export const withoutScripts = {
  heading: 'The form needs JavaScript',
  text: 'It runs a bot check in your browser. If JavaScript is turned off, please write to us directly:',
} as const

/** Shown when the scripts of the form fail or take too long to arrive. */
export const scriptsFailed = {
  heading: 'The form is not ready',
  text: 'Parts of this page did not load. What you typed is still here. Try again, or write to us:',
  retry: 'Try again',
} as const
