import type { Service } from '../../types'
import { paths } from '../paths'
import { site } from '../site'

export const securityAwareness: Service = {
  path: paths.securityAwareness,
  title: `Sensibilizzazione e reporting | ${site.name}`,
  description:
    'Programmi di formazione per ruolo, rapporti alla direzione, campagne senza colpevoli né caselle da spuntare, e le norme che li richiedono.',
  hero: {
    eyebrow: 'Servizio',
    heading: 'Sensibilizzazione e reporting',
    lead: 'Si segnalano i propri errori quando non si viene puniti. I nostri programmi partono da qui. I nostri rapporti alla direzione dicono che cosa si sa, che cosa non si sa e che cosa richiede una decisione.',
  },
  back: { label: 'Tutti i servizi', href: paths.services },
  overview: [
    'Un’ora di video obbligatorio all’anno cambia poco. Brevi esercizi tratti dal lavoro di ogni giorno cambiano di più: la contabilità si esercita a verificare nuove coordinate bancarie, gli ingegneri a riconoscere un pacchetto malevolo, e la reception sa chi chiamare.',
    'I membri del consiglio d’amministrazione rispondono di rischi che non possono esaminare da soli. Servono loro cifre con una definizione, una tendenza e una raccomandazione.',
  ],
  topics: {
    heading: 'Le quattro parti del servizio',
    items: [
      {
        title: 'Programmi di formazione',
        description:
          'Percorsi secondo il ruolo per collaboratori, sviluppatori, amministratori di sistema e direzione, in unità brevi, in sede o online, in italiano, tedesco, francese o inglese. Ogni unità insegna un cambiamento di comportamento.',
      },
      {
        title: 'Rapporti alla direzione',
        description:
          'Un breve rapporto trimestrale: esposizione ai rischi, incidenti, avanzamento del piano e decisioni da prendere. Gli indicatori sono definiti una volta e raccolti in automatico dove possibile.',
      },
      {
        title: 'Campagne',
        description:
          'E-mail di phishing, telefonate e visite simulate, concordate con la direzione e con i rappresentanti del personale. Misuriamo il tasso di segnalazione e il tempo fino alla prima segnalazione. I risultati non fanno nomi.',
      },
      {
        title: 'Norme',
        description:
          'Prove per i punti delle norme che richiedono un programma simile: partecipazione, contenuto ed efficacia, in una forma che gli auditor accettano.',
      },
    ],
  },
  lists: {
    heading: 'Norme e linee guida',
    intro: 'I requisiti in base ai quali il Suo programma viene giudicato.',
    groups: [
      {
        title: 'ISO',
        items: [
          'ISO/IEC 27001:2022, punti 7.2 e 7.3',
          'ISO/IEC 27001:2022, allegato A, misura 6.3',
          'ISO/IEC 27002:2022',
        ],
      },
      { title: 'NIST', items: ['NIST CSF 2.0, PR.AT', 'NIST SP 800-50 Rev. 1'] },
      {
        title: 'Svizzera e UE',
        items: ['nLPD e relativa ordinanza', 'Circolare FINMA 2023/1', 'GDPR, articoli 32 e 39'],
      },
      { title: 'Pagamenti', items: ['PCI DSS 4.0.1, requisito 12.6'] },
    ],
  },
  approach: {
    heading: 'Un anno in quattro passi',
    items: [
      {
        title: 'Ascoltare',
        description:
          'Colloqui e una prima misura mostrano quali abitudini aiutano, quali regole vengono aggirate e perché.',
      },
      {
        title: 'Pianificare',
        description: 'Scegliamo tre o quattro comportamenti per l’anno e definiamo come misurare ciascuno.',
      },
      {
        title: 'Esercitarsi',
        description:
          'Formazione e campagne si alternano a esercitazioni a tavolino in cui la direzione prova il proprio ruolo in una crisi.',
      },
      {
        title: 'Riferire',
        description:
          'I partecipanti vedono i risultati per primi. Poi li riceve il consiglio d’amministrazione, con una proposta per l’anno seguente.',
      },
    ],
  },
  results: {
    heading: 'Che cosa Le resta',
    items: [
      'Materiale di formazione con il Suo marchio, riutilizzabile liberamente',
      'Un canale di segnalazione con tempi di risposta misurati',
      'Un insieme di indicatori di sicurezza con le loro definizioni',
      'Prove di contenuto, partecipazione ed efficacia',
    ],
  },
  closing: {
    heading: 'Che cosa si dovrebbe fare diversamente?',
    text: 'Se sa indicare un comportamento da cambiare, costruiremo il programma attorno a quello. Altrimenti La aiutiamo prima a sceglierne uno.',
    cta: { label: 'Parliamo di un programma', href: paths.contact },
    inquiry: { reason: 'security-awareness' },
  },
}
