import { accessEntry, dailyCheck } from '../../listings/access-log'
import type { Article } from '../../types'
import { paths } from '../paths'
import { site } from '../site'
import { facts } from './facts'

const fact = facts.accessLog

export const accessLogArticle: Article = {
  ...fact,
  title: `Che cosa esige la nLPD dai log | ${site.name}`,
  description:
    'Chi deve verbalizzare gli accessi ai dati personali secondo la nLPD, che cosa contiene una voce, quanto si conserva e chi può leggerla, con gli articoli.',
  hero: {
    eyebrow: fact.category,
    heading: 'Che cosa esige la nLPD dai Suoi log',
    lead: 'La legge sulla protezione dei dati (LPD, RS 235.1) dice poco sui log. La relativa ordinanza (OPDa, RS 235.11) dice molto, in un solo articolo. Lo leggiamo da tecnici: non è una consulenza legale.',
  },
  back: { label: 'Tutti gli articoli', href: paths.blog },
  sections: [
    {
      id: 'who',
      heading: 'Chi deve tenere un log',
      blocks: [
        'L’art. 8 LPD esige una sicurezza adeguata al rischio, l’art. 4 OPDa la rende concreta. Il titolare privato e il suo responsabile del trattamento devono tenere un log se trattano su grande scala e in modo automatizzato dati personali degni di particolare protezione, o se eseguono una profilazione a rischio elevato, e se le misure preventive non bastano a garantire la protezione dei dati. Gli organi federali lo tengono per i dati degni di particolare protezione e per ogni profilazione; per il resto, da dicembre 2025, decide una valutazione del rischio.',
        'Contano sei operazioni: registrazione, modifica, accesso, comunicazione, cancellazione e distruzione. Il semplice accesso è ciò che la maggior parte delle applicazioni non annota.',
        'Anche tutti gli altri devono garantire la tracciabilità: secondo l’art. 3 cpv. 3 OPDa, immissioni, modifiche e comunicazioni devono essere verificabili, e le violazioni rilevate rapidamente.',
      ],
    },
    {
      id: 'entry',
      heading: 'Che cosa contiene una voce',
      blocks: [
        'Il capoverso 4 menziona l’identità di chi tratta i dati, il tipo, la data e l’ora del trattamento e, se del caso, l’identità del destinatario. Non chiede i dati stessi.',
        { caption: 'Una voce, in JSON', listing: accessEntry },
        'Annoti un identificativo, non un nome, e nulla del contenuto. Un log che ripete la diagnosi è una seconda cartella clinica. Un account condiviso, al contrario, toglie ogni valore alla voce, perché non indica nessuno.',
      ],
    },
    {
      id: 'keep',
      heading: 'Un anno, a parte, per pochi',
      blocks: [
        'Il capoverso 5 pone tre condizioni:',
        [
          'I log si conservano per almeno un anno.',
          'Restano separati dal sistema in cui i dati sono trattati.',
          'Vi accede solo chi verifica la protezione dei dati o tutela o ripristina confidenzialità, integrità, disponibilità e tracciabilità, e soltanto a questo scopo.',
        ],
        'Le impostazioni predefinite dei prodotti comuni non arrivano a tanto: l’Unified Audit Log di Microsoft 365 conserva le voci 180 giorni nell’edizione standard, Entra ID gli accessi 30 giorni. Senza esportazione non si è in regola.',
        'Altre due norme pongono il limite opposto. L’art. 6 cpv. 4 LPD vuole che i dati siano distrutti o resi anonimi quando non servono più: fissi dunque un termine. L’art. 26 dell’ordinanza 3 concernente la legge sul lavoro vieta i sistemi che sorvegliano il comportamento dei lavoratori: dai log non ricavi valutazioni delle prestazioni.',
      ],
    },
    {
      id: 'breach',
      heading: 'Dopo una violazione',
      blocks: [
        'L’art. 24 LPD impone di notificare il caso all’IFPDT quanto prima, se comporta verosimilmente un rischio elevato per le persone interessate. L’art. 15 OPDa chiede, per quanto possibile, il momento, la durata, le categorie e il numero approssimativo di dati e di persone. Lo sa il log, o non lo sa nessuno. La documentazione della violazione si conserva per almeno due anni dalla notifica.',
        'Chi intenzionalmente non rispetta i requisiti minimi di sicurezza dei dati rischia personalmente una multa fino a 250’000 franchi (art. 61 LPD).',
      ],
    },
    {
      id: 'check',
      heading: 'Due domande al log, ogni giorno',
      blocks: [
        'Ogni operazione produce ancora voci, e la più vecchia è vecchia abbastanza? Così un log che tace da marzo si scopre in marzo, non durante un’indagine.',
        { caption: 'SQL per Postgres', listing: dailyCheck },
      ],
    },
  ],
  closing: {
    heading: 'I Suoi log saprebbero rispondere all’IFPDT?',
    text: 'Scelga un’applicazione. Ne esaminiamo il log con Lei, capoverso per capoverso.',
    cta: { label: 'Faccia verificare un log', href: paths.contact },
    inquiry: { reason: 'security-assessment' },
  },
}
