import type { CtaBlock, Hero, Page, ServiceCard } from '../../types'
import { serviceBadge } from '../figures'
import { paths } from '../paths'
import { site } from '../site'

export const servicesPage = {
  path: paths.services,
  title: `Servizi di sicurezza | ${site.name}`,
  description:
    'Cinque servizi, da un consulente a sei e più: rilevamento e risposta, DevSecOps, gestione delle vulnerabilità, cloud e sensibilizzazione.',
  hero: {
    eyebrow: 'Servizi',
    heading: 'Servizi di sicurezza su misura',
    lead: `Incarichi uno specialista per una revisione di due giorni, o un team di sei e più per una trasformazione. Il team cresce o si riduce con il lavoro.`,
  },
  cardsHeading: 'Cinque servizi',
  cards: [
    {
      title: 'Rilevamento e risposta',
      description:
        'SIEM, XDR ed EDR con meno allarmi, ma migliori: rilevamenti scritti come codice, alimentati dalla threat intelligence e provati con attacchi simulati. Uffici, cloud e OT.',
      badge: serviceBadge,
      href: paths.threatDetectionResponse,
    },
    {
      title: 'DevSecOps e SDLC',
      description:
        'Controlli di sicurezza nella pipeline di rilascio: SAST, DAST e IAST messi a punto finché gli sviluppatori non se ne fidano, e security champion che li curano.',
      badge: serviceBadge,
      href: paths.devsecops,
    },
    {
      title: 'Gestione delle vulnerabilità',
      description:
        'Un solo elenco delle vulnerabilità di infrastruttura, codice e applicazioni, ordinato secondo il rischio per la Sua organizzazione, con un responsabile e una scadenza per ognuna.',
      badge: serviceBadge,
      href: paths.vulnerabilityManagement,
    },
    {
      title: 'Architettura di sicurezza cloud',
      description:
        'Landing zone Azure, gestione delle identità e della postura per applicazioni regolamentate, con decisioni documentate che un auditor può seguire.',
      badge: serviceBadge,
      href: paths.cloudSecurity,
    },
    {
      title: 'Sensibilizzazione e reporting',
      description:
        'Formazione per ogni ruolo, campagne che misurano il comportamento e non la presenza, e rapporti che aiutano il consiglio d’amministrazione a decidere.',
      badge: serviceBadge,
      href: paths.securityAwareness,
    },
  ],
  samples: {
    heading: 'Che cosa riceve: due esempi',
    items: [
      {
        title: 'Mappa di copertura',
        description: 'Che cosa cambia con un mandato di rilevamento, tecnica per tecnica.',
        href: paths.threatDetectionResponse,
      },
      {
        title: 'Modifica di una policy',
        description: 'Come riceve una regola cloud: con una pull request revisionata.',
        href: paths.cloudSecurity,
      },
    ],
  },
  incident: {
    heading: 'Risposta agli incidenti',
    intro: 'Dall’ordine dei passi dipende se le tracce si conservano.',
    items: [
      {
        title: 'Chiamare',
        description:
          'Per telefono, non per e-mail. Insieme decidiamo che cosa deve fermarsi subito e che cosa nessuno deve toccare.',
      },
      {
        title: 'Conservare',
        description:
          'Esportiamo i log e copiamo i sistemi colpiti prima di qualsiasi reinstallazione, e annotiamo chi ha fatto che cosa e quando.',
      },
      {
        title: 'Contenere',
        description:
          'Chiudiamo in una volta sola sessioni, account e connessioni dell’aggressore. Chiuderli uno alla volta lo metterebbe in guardia.',
      },
      {
        title: 'Indagare',
        description:
          'Come sono entrati, quando e fin dove sono arrivati? Ogni affermazione ha la sua prova, oppure è indicata come ipotesi.',
      },
      {
        title: 'Notificare e ripristinare',
        description:
          'Riceve i fatti per l’UFCS, l’IFPDT o la FINMA. I sistemi tornano in funzione nell’ordine concordato, ciascuno con un controllo che rileverebbe un secondo tentativo.',
      },
    ],
    cta: { label: 'Segnali un incidente', href: paths.contact },
    inquiry: { reason: 'incident-response' },
  },
  notOffered: {
    heading: 'Che cosa non facciamo',
    items: [
      {
        title: 'Penetration test',
        description:
          'Il nostro red team lavora solo in esercitazioni purple team. Per un penetration test indichiamo aziende specializzate, senza ricavarne nulla.',
      },
      {
        title: 'Sorveglianza 24 ore su 24',
        description:
          'Non gestiamo un centro operativo di sicurezza. Costruiamo e testiamo gli strumenti con cui lavora il Suo, o quello del Suo fornitore.',
      },
      {
        title: 'Vendita di prodotti',
        description: 'Non vendiamo né licenze né dispositivi.',
      },
    ],
  },
  closing: {
    heading: 'Quale servizio Le serve?',
    text: 'La maggior parte dei problemi ne tocca due o tre. Descriva la situazione: Le diremo da dove cominciare e che cosa può aspettare.',
    cta: { label: 'Parliamo delle Sue esigenze', href: paths.contact },
  },
} as const satisfies Page & { hero: Hero; cards: readonly ServiceCard[]; closing: CtaBlock } & Record<
    string,
    unknown
  >
