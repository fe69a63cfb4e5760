import type { AboutPage } from '../types'
import { serviceBadge, teamSize } from './figures'
import { paths } from './paths'
import { procurementFacts } from './procurement'
import { founder, site } from './site'

export const aboutPage: AboutPage = {
  path: paths.about,
  title: `Chi è ${site.name}`,
  description: `Una società di ciberdifesa di ${site.city} con due modelli di mandato: un consulente che lavora direttamente con Lei, o un team da 1 a 6+ persone.`,
  hero: {
    eyebrow: 'Chi siamo',
    heading: 'Una piccola squadra di gente del mestiere',
    lead: `${site.name} è una società di consulenza in ciberdifesa di ${site.city}. Realizziamo misure di sicurezza che le organizzazioni sanno gestire da sole quando ce ne andiamo.`,
  },
  intro: [
    'Il nostro nome unisce «firn», il nevato, la neve compatta che alimenta un ghiacciaio, e «wall», il muro.',
    'Restiamo piccoli di proposito. Qui ognuno consiglia e realizza: il consulente che raccomanda una modifica sa anche farla.',
  ],
  models: {
    heading: 'Due modelli di mandato',
    items: [
      {
        title: 'Mandato di un consulente',
        description: `Uno specialista lavora come membro del Suo team: ${founder.firstName}, o un collega con l’esperienza giusta.`,
        badge: '1 consulente',
        points: [
          'Per revisioni, progettazione, ruoli ad interim e accompagnamento',
          'Inizia in pochi giorni, senza ufficio di progetto',
          'Fatturato a tempo, con un breve preavviso da entrambe le parti',
        ],
      },
      {
        title: 'Mandato di un team completo',
        description: `Un team ${teamSize} persone sotto una sola guida, composto in base al compito e adattato quando questo cambia.`,
        badge: serviceBadge,
        points: [
          'Per programmi, migrazioni e scadenze normative',
          'Ambito, risultati e criteri di accettazione concordati in anticipo',
          'Una persona risponde di avanzamento, qualità e consegna',
        ],
      },
    ],
  },
  principles: {
    heading: 'Come lavoriamo',
    items: [
      {
        title: 'Dire ciò che non sappiamo',
        description: 'I nostri rapporti distinguono ciò che abbiamo verificato da ciò che supponiamo.',
      },
      {
        title: 'Consegnare tutto',
        description:
          'Un mandato finisce quando i Suoi collaboratori hanno preso in mano ciò che abbiamo costruito.',
      },
      {
        title: 'Ridurre i dati al minimo',
        description:
          'Chiediamo solo gli accessi che il lavoro richiede, conserviamo i nostri appunti in Svizzera e li cancelliamo alla data concordata.',
      },
    ],
  },
  facts: procurementFacts,
  quotation: {
    text: 'In un impianto di trattamento delle acque ho visto un fornitore cambiare un setpoint da remoto. Per questi casi c’era un allarme. Non era mai stato provato, ed è rimasto muto.',
    by: founder.name,
    role: founder.role,
  },
  people: {
    heading: 'Le persone',
    items: [
      {
        title: founder.name,
        description:
          'Il percorso della fondatrice, le certificazioni, una scelta di ruoli e progetti e i settori che conosce.',
        cta: { label: 'Legga il profilo della fondatrice', href: paths.founder },
      },
      {
        title: 'Il team',
        description:
          'Otto consulenti con competenze complementari, dall’ingegneria del rilevamento alla protezione dei dati.',
        cta: { label: 'Scopra il team', href: paths.team },
      },
    ],
  },
  closing: {
    heading: 'Vediamo se possiamo aiutarla',
    text: 'Il primo colloquio dura da 30 a 60 minuti ed è gratuito. Alla fine saprà se possiamo aiutarla.',
    cta: { label: 'Fissi un primo colloquio', href: paths.contact },
  },
}
