import type { BlogPage } from '../types'
import { aboutSite } from './articles/facts'
import { teasers } from './articles/teasers'
import { paths } from './paths'
import { networks, site } from './site'

const comingSoon = 'Prossimamente'

export const blogPage: BlogPage = {
  path: paths.blog,
  title: `Blog | ${site.name}`,
  description:
    'Articoli dei consulenti che fanno il lavoro: account violati, regole di rilevamento, log secondo la nLPD e il funzionamento di questo sito.',
  hero: {
    eyebrow: 'Blog',
    heading: 'Appunti dai nostri progetti',
    lead: 'Ogni articolo descrive che cosa abbiamo configurato, che cosa abbiamo misurato e quali sono i limiti.',
  },
  articles: { heading: 'Articoli', items: [teasers.takeover, teasers.detectionRule, teasers.accessLog] },
  aboutSite: {
    heading: aboutSite,
    intro:
      'Il modulo di contatto è un nostro software. Tre articoli spiegano come tratta quello che ci scrive.',
    items: [teasers.deletion, teasers.botCheck, teasers.mailOutage],
  },
  upcoming: {
    heading: 'Prossimi articoli',
    items: [
      {
        category: 'Sicurezza del cloud',
        title: 'Le autorizzazioni che nessuno ha concesso',
        excerpt:
          'Ruoli ereditati, gruppi annidati e vecchi consensi: da dove vengono le autorizzazioni effettive in Azure ed Entra ID, e come trovare quelle che contano.',
        date: comingSoon,
      },
      {
        category: 'Threat intelligence',
        title: 'Indicatori con una data di scadenza',
        excerpt:
          'Perché la maggior parte dei feed di indicatori produce più allarmi ma non più rilevamenti, e che cosa cambia quando un SOC lascia scadere gli indicatori.',
        date: comingSoon,
      },
      {
        category: 'DevSecOps',
        title: 'Quando uno scanner deve fermare la build?',
        excerpt:
          'I criteri per passare un controllo dalla segnalazione al blocco, come misurare se gli sviluppatori se ne fidano, e le due eccezioni che ammettiamo sempre.',
        date: comingSoon,
      },
    ],
  },
  elsewhere: {
    heading: 'Altrove',
    text: 'Pubblichiamo anche articoli su Medium e, su LinkedIn, brevi notizie e le date dei nostri eventi.',
    links: [
      { label: 'Legga su Medium', url: networks.medium.url },
      { label: 'Ci segua su LinkedIn', url: networks.linkedin.url },
    ],
  },
  closing: {
    heading: 'C’è un tema che dovremmo trattare?',
    text: 'Ci mandi la Sua domanda. Se è urgente, risponderemo prima di scriverne.',
    cta: { label: 'Proponga un tema', href: paths.contact },
    inquiry: { reason: 'other' },
  },
}
