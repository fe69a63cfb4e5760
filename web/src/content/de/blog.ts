import type { BlogPage } from '../types'
import { aboutSite } from './articles/facts'
import { teasers } from './articles/teasers'
import { paths } from './paths'
import { networks, site } from './site'

const comingSoon = 'Erscheint bald'

export const blogPage: BlogPage = {
  path: paths.blog,
  title: `Blog | ${site.name}`,
  description:
    'Artikel der Fachleute, die die Arbeit machen: über gekaperte Konten, Erkennungsregeln, Logs nach Datenschutzrecht und darüber, wie diese Website funktioniert.',
  hero: {
    eyebrow: 'Blog',
    heading: 'Notizen aus unseren Projekten',
    lead: 'Jeder Artikel beschreibt, was wir eingerichtet und gemessen haben und wo die Grenzen liegen.',
  },
  articles: { heading: 'Artikel', items: [teasers.takeover, teasers.detectionRule, teasers.accessLog] },
  aboutSite: {
    heading: aboutSite,
    intro:
      'Das Kontaktformular ist unsere eigene Software. Drei Artikel zeigen, wie es mit dem umgeht, was Sie uns schreiben.',
    items: [teasers.deletion, teasers.botCheck, teasers.mailOutage],
  },
  upcoming: {
    heading: 'Nächste Artikel',
    items: [
      {
        category: 'Cloud-Sicherheit',
        title: 'Die Berechtigungen, die niemand erteilt hat',
        excerpt:
          'Vererbte Rollen, verschachtelte Gruppen und alte Zustimmungen: woher wirksame Rechte in Azure und Entra ID kommen und wie man die wichtigen findet.',
        date: comingSoon,
      },
      {
        category: 'Threat Intelligence',
        title: 'Indikatoren mit Ablaufdatum',
        excerpt:
          'Warum die meisten Feeds mehr Alarme bringen, aber nicht mehr Erkennung, und was geschieht, wenn ein SOC Indikatoren ablaufen lässt.',
        date: comingSoon,
      },
      {
        category: 'DevSecOps',
        title: 'Wann soll ein Scanner den Build abbrechen?',
        excerpt:
          'Wann eine Prüfung vom Melden zum Blockieren wechselt, wie man misst, ob die Entwicklung ihr traut, und die zwei Ausnahmen, die wir immer zulassen.',
        date: comingSoon,
      },
    ],
  },
  elsewhere: {
    heading: 'Anderswo',
    text: 'Weitere Artikel erscheinen auf Medium, kurze Meldungen und Termine auf LinkedIn.',
    links: [
      { label: 'Auf Medium lesen', url: networks.medium.url },
      { label: 'Auf LinkedIn folgen', url: networks.linkedin.url },
    ],
  },
  closing: {
    heading: 'Fehlt Ihnen ein Thema?',
    text: 'Senden Sie uns Ihre Frage. Wenn sie dringend ist, beantworten wir sie, bevor wir darüber schreiben.',
    cta: { label: 'Thema vorschlagen', href: paths.contact },
    inquiry: { reason: 'other' },
  },
}
