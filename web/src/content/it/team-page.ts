import type { Spoken } from '../firm-types'
import { certifications, profiles } from '../profiles'
import type { TeamPage } from '../types'
import { paths } from './paths'
import { team } from './people'
import { type PersonId, site } from './site'

/** Sample content, as the people are. */
const bios: Record<PersonId, string> = {
  ladina:
    'Guida i mandati di rilevamento e risposta e risponde della qualità di ogni progetto. Ha iniziato la carriera nei sistemi di controllo industriali.',
  flurin:
    'Costruisce contenuti SIEM come software: regole Sigma versionate, provate in una pipeline, misurate su MITRE ATT&CK e ritirate quando non servono più.',
  mirjam:
    'Traduce circolari FINMA e norme ISO in misure che l’esercizio sa applicare. Ha partecipato a certificazioni sia come responsabile dell’attuazione sia come auditor.',
  aurelio:
    'Progetta landing zone Azure in cui l’opzione sicura è anche la più semplice. Specializzato in identità, policy as code e migrazione di applicazioni regolamentate.',
  selma:
    'Già sviluppatrice, aggiunge i controlli di sicurezza alla pull request, ognuno con una correzione proposta: agli sviluppatori non serve un’altra dashboard.',
  jonas:
    'Pianifica e conduce emulazioni di avversari contro le difese in produzione entro limiti concordati, poi lavora con il blue team finché ogni tecnica non è rilevata o accettata come rischio.',
  noemie:
    'Collega la threat intelligence ai dati che un’organizzazione ha già. Lavora con STIX, SQL e pipeline di dati e informa la direzione in parole chiare.',
  dario: 'Fa consulenza su nLPD e GDPR e forma collaboratori, sviluppatori e direzione con esercizi pratici.',
}

const spoken: Record<Spoken, string> = {
  de: 'tedesco',
  fr: 'francese',
  it: 'italiano',
  rm: 'romancio',
  en: 'inglese',
}

export const teamPage: TeamPage = {
  path: paths.team,
  title: `Il team | ${site.name}`,
  description:
    'Otto consulenti per rilevamento, cloud, DevSecOps, red team, threat intelligence, governance e protezione dei dati, e le loro certificazioni.',
  hero: {
    eyebrow: 'Team',
    heading: 'Le persone con cui lavorerebbe',
    lead: 'Sono i consulenti che partecipano al primo colloquio, fanno il lavoro e poi rispondono al telefono.',
  },
  members: {
    heading: 'Otto consulenti',
    items: team.map((member) => ({
      ...member,
      ...profiles[member.id],
      bio: bios[member.id],
      languages: profiles[member.id].speaks.map((language) => spoken[language]).join(', '),
    })),
    since: (year) => `Nella sicurezza informatica dal ${year}`,
    certificates: 'Certificazioni',
    networkLink: 'Profilo LinkedIn',
    write: (firstName) => `Scriva a ${firstName}`,
  },
  certifications: {
    heading: 'Certificazioni del team',
    intro:
      'Certificazioni dei membri del team. Tutte sono valide. Dove un link porta a un registro, questo conferma il numero del titolare; gli altri certificati sono esibiti su richiesta.',
    verify: (issuer) => `Verificare presso ${issuer}`,
    numbers: {
      ISC2: 'Numero, verificato con il cognome',
      ISACA: 'Numero di certificazione',
      GIAC: 'Analyst Number',
      OffSec: 'OffSec ID',
      Microsoft: 'Credential ID, dietro il link condiviso dal titolare',
      PECB: 'Numero del certificato',
    },
    onRequest: 'Esibito su richiesta',
    items: certifications,
  },
  closing: {
    heading: 'Con chi vorrebbe parlare?',
    text: 'Indichi una persona o soltanto il tema. Le risponderà il consulente giusto.',
    cta: { label: 'Contatti il team', href: paths.contact },
  },
}
