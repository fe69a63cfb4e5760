import { urgentResponseHours } from './constants'
import { site } from './site'
import type { FieldText, Hero, Page, SelectOption } from './types'

export const contactPage = {
  path: '/contact',
  title: `Contact | ${site.name}`,
  description:
    'Describe what you need to protect or decide. A consultant reads every inquiry, and the first consultation is free of charge and obligation.',
  hero: {
    eyebrow: 'Contact',
    heading: 'Tell us what you are facing',
    lead: 'A few sentences are enough: the systems concerned, what prompted the question, and when you need an answer. A consultant, not a sales desk, reads it. The first consultation is free.',
  },
} as const satisfies Page & { hero: Hero }

export const nextSteps = {
  heading: 'What happens next',
  items: [
    'Your inquiry goes to the consultant who knows the subject.',
    'You hear from that person, with questions or a proposed time for a call.',
    'The call is free. You leave it with an opinion, whether or not we work together.',
  ],
} as const

export const directContact = {
  heading: 'Direct contact',
  emailLabel: 'Email',
  copy: { label: 'Copy email address', done: 'Copied!', selected: 'Address selected' },
  mailLink: 'Write an email',
  networkLabel: 'Professional network',
  networkLink: `${site.name} on LinkedIn`,
  locationLabel: 'Location',
  location: site.location,
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

export const fields = {
  firstName: { label: 'First name' },
  lastName: { label: 'Last name' },
  company: { label: 'Company' },
  email: { label: 'Email address', hint: 'We answer to this address.' },
  phone: { label: 'Phone', hint: 'With the country code, if you would rather be called.' },
  country: { label: 'Country', hint: 'Tells us which data protection law applies to you.' },
  contactReason: { label: 'Reason for contact' },
  program: { label: 'Program', hint: 'If you already have one of the fixed programs in mind.' },
  desiredConsultants: { label: 'Consultants', hint: 'A number from 1 to 8, as a first estimate.' },
  message: {
    label: 'Message',
    hint: 'Up to 1000 characters. Please leave out passwords, keys and details of open vulnerabilities.',
  },
} as const satisfies Record<string, FieldText>

/** The exact texts that a visitor agrees to. A digest of each is kept with the inquiry as evidence. */
export const consentTexts = {
  consent: 'I have read the privacy policy and agree to the processing of my details as it describes.',
  gdprConsent: `I consent to ${site.legalName} using the details in this form to answer my inquiry. I know that I can withdraw this consent at any time, and that the GDPR, the CCPA and the Swiss FADP give me the right to see my data and have it corrected or deleted.`,
} as const

export const form = {
  heading: 'Your inquiry',
  legend: { person: 'About you', inquiry: 'About your inquiry', consent: 'Your agreement' },
  optional: '(optional)',
  requiredNote: 'Fields marked with * are required.',
  choose: 'Please choose',
  noProgram: 'None in particular',
  privacyLink: 'Read the privacy policy',
  submit: 'Send Message',
  submitting: 'Sending...',
  charactersLeft: 'characters left',
  errorSummary: 'Please correct the following',
  errorTitlePrefix: 'Error: ',
  /** Announced before a field's message to those who hear the page. */
  errorPrefix: 'Error:',
  reference: {
    heading: 'Your inquiry has reached us',
    text: 'Quote this reference if you write to us about it:',
  },
} as const

/** What stands beside the submit button while the bot check has produced no token yet. */
export const botCheck = {
  working:
    'Your browser is solving a short calculation that keeps automated senders out. The button unlocks when it is done.',
  widget: 'Please complete the check. The button unlocks when it is done.',
  ready: 'The check is complete. You can send your message.',
  expired: 'The check has expired and starts again.',
  unavailable: {
    heading: 'The check cannot run in your browser',
    text: 'Your words are not lost. Send them by email instead: the link below opens your mail program with everything you have typed.',
    mailLink: 'Send this inquiry by email',
    subject: 'Inquiry from the website',
  },
} as const

/** The three texts a wait for the Turnstile widget can be rejected with. */
export const botCheckErrors = {
  none: 'No response received',
  failed: 'Failed to get response',
  timeout: 'Timeout',
} as const

export const withoutScripts = {
  heading: 'The form needs JavaScript',
  text: 'It computes the bot check in your browser. Without scripts, please write to us directly:',
} as const
