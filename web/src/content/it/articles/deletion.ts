import type { Article } from '../../types'
import { paths } from '../paths'
import { site } from '../site'
import { aboutSite, facts } from './facts'

const fact = facts.deletion

export const deletionArticle: Article = {
  ...fact,
  title: `La cancellazione dopo due anni | ${site.name}`,
  description:
    'Come il nostro modulo cancella le richieste due anni dopo l’ultimo contatto, perché DELETE non basta e che cosa un auditor verifica senza accesso.',
  hero: {
    eyebrow: aboutSite,
    heading: 'La cancellazione dopo due anni, e come la dimostriamo',
    lead: 'La nostra informativa dice che una richiesta è cancellata due anni dopo l’ultimo contatto. Questo articolo spiega come avviene la cancellazione e che cosa un auditor può verificare senza doversi fidare di noi.',
  },
  back: { label: 'Tutti gli articoli', href: paths.blog },
  sections: [
    {
      id: 'period',
      heading: 'È la banca dati a imporre la durata',
      blocks: [
        'La maggior parte delle regole di conservazione si affida a un job pianificato: di notte uno script cancella le vecchie registrazioni. Se il job si ferma, i dati restano, e nessuno se ne accorge.',
        'Nella nostra banca dati la scadenza è una colonna generata. Postgres la calcola dal momento dell’ultimo contatto, e nessun ruolo può scriverla, né quello del sito né quello del responsabile della conformità. Quando una richiesta è scaduta, la sicurezza a livello di riga la nasconde al sito e al programma che invia le e-mail. Un job fermo può ritardare la cancellazione, ma i dati non restano per questo leggibili.',
      ],
    },
    {
      id: 'purge',
      heading: 'La pulizia parte ogni minuto',
      blocks: [
        'Ogni lotto cancella fino a 2000 richieste e scrive la propria voce nel registro nella stessa transazione. La pulizia può quindi essere interrotta in qualsiasi punto. Ogni richiesta che il registro dà per cancellata non è più nella tabella, e le altre sono ancora salvate ma nascoste.',
        'Nell’ultima misurazione, cancellare 100’000 richieste su un milione ha richiesto 8,3 secondi, compresa la riscrittura descritta sotto. Intanto il modulo ha continuato a rispondere: il 99º percentile del tempo di risposta è salito da 4,7 a 7,3 millisecondi.',
      ],
    },
    {
      id: 'bytes',
      heading: 'DELETE lascia i byte dove sono',
      blocks: [
        'DELETE toglie una riga dai risultati, ma non dal disco. Postgres segna la riga come morta, e i suoi byte restano nel file finché qualcosa non li sovrascrive. Chi ha il file può ancora leggervi i nomi.',
        'Dopo la pulizia riscriviamo perciò ogni tabella da cui sono state cancellate righe. Nomi, indirizzi e messaggi stanno in una tabella partizionata per trimestre: un vecchio trimestre si può riscrivere mentre nuove richieste arrivano in quello corrente. Per queste colonne le statistiche sono disattivate, perché altrimenti il pianificatore conserverebbe campioni dei valori.',
      ],
    },
    {
      id: 'evidence',
      heading: 'Prove senza dati personali',
      blocks: [
        'Ogni pulizia, cancellazione, esportazione e blocco per motivi giuridici aggiunge una voce a un registro. Una voce contiene numeri, orari e identificatori casuali, ma nessun nome. Contiene anche l’hash SHA-256 della voce precedente. Cambiare, inserire o togliere una voce interrompe la catena, e un comando mostra dove.',
        'La catena da sola non mostra se le voci più recenti sono state tagliate. Perciò ogni mese un rapporto con numero e hash dell’ultima voce viene inviato per e-mail al responsabile della conformità. A un auditor non serve accedere alla nostra banca dati, ma solo tre cose:',
        [
          'il registro esportato,',
          'i rapporti inviati nei mesi passati,',
          'un comando che li confronta offline e impiega meno di due secondi per 100’000 voci.',
        ],
      ],
    },
    {
      id: 'limits',
      heading: 'Che cosa questo non dimostra',
      blocks: [
        'Chi controlla il server della banca dati può cancellare richieste senza lasciare una voce, o fermare la pulizia. Ma nessuna voce può essere cambiata senza che si noti, una volta inviato il rapporto con il suo hash. I backup sono conservati per 35 giorni al massimo. Una banca dati ripristinata resta chiusa finché il registro non è stato rieseguito, così i dati cancellati non tornano. Il software non controlla le e-mail nelle caselle dei nostri consulenti; per quelle vale una regola aziendale.',
      ],
    },
  ],
  closing: {
    heading: 'Sa dimostrare le Sue cancellazioni?',
    text: 'Ci mandi la clausola di conservazione della Sua informativa. Le diremo quali dei Suoi sistemi devono farla rispettare.',
    cta: { label: 'Domande sulla conservazione', href: paths.contact },
    inquiry: { reason: 'security-assessment' },
  },
}
