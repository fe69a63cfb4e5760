import type { Article } from '../../types'
import { paths } from '../paths'
import { site } from '../site'
import { aboutSite, facts } from './facts'

const fact = facts.mailOutage

export const mailOutageArticle: Article = {
  ...fact,
  title: `Quando il server di posta è fermo | ${site.name}`,
  description:
    'Prima salvare, riprovare per giorni, inviare una volta: come il nostro modulo affronta i guasti, e come una prova mostra che nulla va perso.',
  hero: {
    eyebrow: aboutSite,
    heading: 'Che cosa succede a una richiesta mentre il server di posta è fermo',
    lead: 'Molti moduli passano il messaggio a un server di posta e mostrano «inviato». Se poi la consegna fallisce, il messaggio è perso, e il visitatore aspetta una risposta che non arriverà. Il nostro modulo funziona diversamente.',
  },
  back: { label: 'Tutti gli articoli', href: paths.blog },
  sections: [
    {
      id: 'store',
      heading: 'Prima salvare, poi rispondere',
      blocks: [
        'Quando preme «Inviare il messaggio», una sola istruzione SQL scrive la richiesta, una riga per ogni e-mail che ne deriva e i job che avviano la consegna. L’istruzione è confermata per intero o per nulla. Solo dopo la conferma la pagina dice che la richiesta è arrivata. Fin lì non interviene alcun server di posta.',
        'Se è ferma anche la banca dati, la pagina dice che la richiesta non è stata inviata, conserva ciò che ha scritto e propone di inviarlo per e-mail. Ogni tentativo porta la stessa chiave: una richiesta inviata due volte è salvata una volta sola.',
      ],
    },
    {
      id: 'retry',
      heading: 'Riprovare fino al ripristino',
      blocks: [
        'Un secondo programma, il servizio d’invio, consegna le e-mail. Se il server di posta non è raggiungibile, aspetta 15 secondi, poi un minuto, poi cinque. Dopo riprova ogni 15 minuti finché dura il guasto. Se il server risponde con un errore temporaneo, le attese crescono fino a quattro ore. Dopo cinque giorni il servizio d’invio si ferma e avvisa una persona, che può riavviare la consegna.',
        'La conferma al visitatore segue un’altra regola. Se arrivasse con un giorno di ritardo creerebbe solo confusione, perciò viene abbandonata dopo 24 ore. La notifica ai consulenti non viene mai abbandonata.',
      ],
    },
    {
      id: 'twice',
      heading: 'Inviato o no?',
      blocks: [
        'In SMTP un messaggio finisce con una riga che contiene un solo punto. Se la connessione cade dopo il punto e prima del «250 OK» del server, il servizio d’invio non può sapere se il messaggio è stato accettato. Inviarlo di nuovo può creare un doppione. Non inviarlo può perderlo.',
        'Abbiamo scelto il male minore per ogni tipo di e-mail. Una notifica doppia disturba, ma una mancante può costarci un cliente. Perciò viene inviata di nuovo, fino a tre volte, sempre con lo stesso Message-ID. Una conferma doppia confonde il visitatore, e una mancante fa poco danno: non viene inviata di nuovo. Il servizio d’invio annota ogni tentativo nella banca dati prima di trasmettere il messaggio, così entrambe le regole valgono anche dopo un arresto improvviso.',
      ],
    },
    {
      id: 'proof',
      heading: 'Staccare la spina e contare',
      blocks: [
        'La nostra prova invia richieste di continuo, termina processi con un segnale che non possono intercettare e confronta ciò che è stato confermato con ciò che è arrivato.',
        [
          'Sito e servizio d’invio interrotti 48 volte durante 10’000 richieste: 0 richieste perse, 0 notifiche doppie, al massimo una conferma per richiesta.',
          'Banca dati interrotta 15 volte in tre minuti, a 50 richieste al secondo: 9024 richieste confermate, 0 perse. Il modulo accettava di nuovo richieste 0,13 secondi dopo il riavvio.',
          'Server di posta guasto in 26 modi diversi, 10’016 e-mail: 0 e-mail segnate come inviate senza essere state accettate.',
        ],
        'Verifichiamo anche che le prove possano fallire. Ogni scenario viene ripetuto senza una delle sue difese, e quella volta deve fallire. Senza il write-ahead log della banca dati, per esempio, la seconda prova ha trovato centinaia di richieste perse.',
      ],
    },
    {
      id: 'human',
      heading: 'Quando viene avvisata una persona',
      blocks: [
        'Se una notifica aspetta ancora dopo 15 minuti, un primo allarme va a un webhook, perché la posta potrebbe non funzionare. L’allarme dice che cosa fare. Non contiene nomi né indirizzi, perché gli allarmi finiscono nelle chat.',
      ],
    },
  ],
  closing: {
    heading: 'Il Suo modulo perde messaggi?',
    text: 'Ci dica dove vanno i suoi messaggi. Spegneremo un componente e conteremo ciò che arriva.',
    cta: { label: 'Faccia provare un modulo', href: paths.contact },
    inquiry: { reason: 'security-assessment' },
  },
}
