import { backupDays, dataSubjectAnswerDays, minimumAge } from '../constants'
import type { LegalPage } from '../types'
import { collected } from './contact'
import { retentionPeriods } from './figures'
import { privacyClosing } from './legal-closing'
import { paths } from './paths'
import { networks, site } from './site'

export const privacyPolicy: LegalPage & { readonly lastUpdatedLabel: string } = {
  path: paths.privacyPolicy,
  title: `Protezione dei dati | ${site.name}`,
  description: `Quali dati personali ${site.name} raccoglie tramite questo sito, perché, su quale base giuridica, chi li riceve, per quanto li conserva e come farli cancellare.`,
  hero: {
    eyebrow: 'Note legali',
    heading: 'Informativa sulla protezione dei dati',
    lead: 'In breve: conserviamo ciò che ci scrive, lo usiamo per risponderle, lo salviamo in Svizzera e lo cancelliamo due anni dopo il nostro ultimo contatto. In qualsiasi momento può chiedere una copia, una rettifica o la cancellazione.',
  },
  lastUpdatedLabel: 'Ultimo aggiornamento',
  back: { label: '← Alla pagina di contatto', href: paths.contact },
  sections: [
    {
      id: 'introduction',
      heading: 'Introduzione',
      blocks: [
        `La presente informativa spiega come ${site.legalName} tratta i dati personali su ${site.domain} e nelle richieste. Segue la nuova legge federale sulla protezione dei dati (nLPD) e, nella misura in cui si applicano a Lei, il regolamento generale sulla protezione dei dati dell’UE (GDPR) e il California Consumer Privacy Act (CCPA).`,
      ],
    },
    {
      id: 'data-controller',
      heading: 'Titolare del trattamento',
      blocks: [
        `Titolare del trattamento è ${site.legalName}, ${site.postalAddress}. Le domande sulla protezione dei dati vanno indirizzate a ${site.privacyEmail}.`,
      ],
    },
    {
      id: 'information-collected',
      heading: 'Dati raccolti',
      blocks: [
        'Può leggere questo sito senza dirci chi è. Il sito non imposta cookie, non contiene pubblicità e non esegue analisi. Se chiude la riga che propone un’altra lingua, il Suo browser lo ricorda, e nulla ci viene inviato. Quando invia una richiesta raccogliamo:',
        [
          ...new Set(Object.values(collected)),
          'la lingua della pagina o dell’e-mail con cui ci scrive',
          'le e-mail che ci invia sulla Sua richiesta',
          'il momento della Sua richiesta e un’impronta dei testi che ha accettato, come prova del Suo consenso',
        ],
        'Il Suo indirizzo IP viene trattato mentre si risponde a una richiesta di rete, per limitare gli abusi. Non viene salvato con la Sua richiesta, con un’eccezione: se la verifica anti-bot non giunge a un esito, la rete da cui proviene la richiesta è conservata per due ore al massimo, per contare tali richieste. I nostri log applicativi non contengono nomi, indirizzi o messaggi.',
      ],
    },
    {
      id: 'use-of-data',
      heading: 'Uso dei dati',
      blocks: [
        'Usiamo i Suoi dati soltanto per:',
        [
          'inoltrare la Sua richiesta al consulente competente e rispondervi',
          'confermarle la ricezione con un’e-mail automatica',
          'preparare un contratto, se chiede un’offerta',
          'proteggere il modulo da invii automatizzati e ripetuti',
        ],
        'Non effettuiamo profilazioni e non prendiamo nei Suoi confronti decisioni individuali esclusivamente automatizzate.',
      ],
    },
    {
      id: 'legal-basis',
      heading: 'Base giuridica',
      blocks: [
        'In base al GDPR ci fondiamo sul Suo consenso (articolo 6, paragrafo 1, lettera a), su misure precontrattuali adottate su Sua richiesta (lettera b), su obblighi legali come la conservazione dei documenti commerciali (lettera c) e sul nostro legittimo interesse a un sito sicuro (lettera f). In base alla nLPD trattiamo i dati secondo i principi degli articoli 6 e 8. Può revocare il consenso in qualsiasi momento; i trattamenti precedenti restano leciti.',
      ],
    },
    {
      id: 'sharing',
      heading: 'Comunicazione a terzi',
      blocks: [
        'Non vendiamo dati personali e non li comunichiamo a fini pubblicitari. Li vedono i consulenti che trattano la Sua richiesta e i fornitori svizzeri che, quali responsabili del trattamento vincolati da un contratto, ospitano i nostri server e la nostra posta. Le autorità ricevono dati solo se la legge lo impone.',
        'Di norma la verifica anti-bot è un calcolo che il nostro server pone e il Suo browser esegue, senza terzi. Se la pagina di contatto mostra invece il widget Cloudflare Turnstile, per quella verifica Cloudflare riceve il Suo indirizzo IP e dati tecnici del Suo browser.',
      ],
    },
    {
      id: 'international-transfers',
      heading: 'Comunicazione all’estero',
      blocks: [
        'Le richieste sono salvate in una banca dati PostgreSQL in Svizzera, e non le trasferiamo all’estero. Se si usa Turnstile, i dati indicati sopra possono giungere negli Stati Uniti; la comunicazione si fonda allora sui Data Privacy Framework Svizzera–USA e UE–USA o su clausole contrattuali tipo. Un’e-mail indirizzata a Lei va là dove il Suo fornitore tiene la Sua casella.',
      ],
    },
    {
      id: 'retention',
      heading: 'Durata di conservazione',
      blocks: [
        'Conserviamo i dati personali per le durate seguenti:',
        [
          `Richieste di contatto: ${retentionPeriods.inquiries}.`,
          `Dossier dei clienti: ${retentionPeriods.clientRecords}.`,
          `Dati di marketing: ${retentionPeriods.marketing}.`,
          `Analisi del sito: ${retentionPeriods.analytics}. Attualmente non se ne eseguono.`,
        ],
        `È la banca dati stessa a imporre la durata per le richieste: una volta trascorsa, la nostra applicazione non può più leggere la registrazione, e un processo automatico la cancella con tutto ciò che ne deriva. La stessa durata vale per le e-mail sulla richiesta nelle nostre caselle. Se una nostra e-mail a Lei viene segnalata come indesiderata, un’impronta del Suo indirizzo è conservata per due anni, anche dopo una cancellazione, affinché non riceva altre e-mail automatiche. I backup sono conservati per ${backupDays} giorni. Solo un blocco della cancellazione per motivi giuridici, annotato con motivo e termine, può ritardare la cancellazione.`,
      ],
    },
    {
      id: 'rights',
      heading: 'I Suoi diritti',
      blocks: [
        'A seconda del diritto che si applica a Lei, ha il diritto di:',
        [
          'sapere quali dati conserviamo su di Lei e riceverne una copia',
          'farli rettificare o cancellare',
          'limitarne il trattamento o opporvisi',
          'riceverli in un formato elettronico di uso comune',
          'revocare il consenso senza indicarne i motivi',
          'esercitare questi diritti senza subire svantaggi',
        ],
        `Scriva a ${site.privacyEmail}. Rispondiamo entro ${dataSubjectAnswerDays} giorni, gratuitamente. Per proteggerla possiamo chiederle di confermare che l’indirizzo e-mail è Suo.`,
      ],
    },
    {
      id: 'security',
      heading: 'Sicurezza',
      blocks: [
        'I collegamenti a questo sito sono cifrati. Una severa content security policy limita ciò che una pagina può caricare. Ogni ruolo della banca dati ha solo i diritti di cui ha bisogno. Le segnalazioni di errore non contengono dati personali. Non invii password, chiavi o dettagli di vulnerabilità tramite il modulo. Ci chieda prima un canale sicuro.',
      ],
    },
    {
      id: 'children',
      heading: 'Minori',
      blocks: [
        `I nostri servizi non si rivolgono a persone di età inferiore a ${minimumAge} anni, e non ne raccogliamo consapevolmente i dati. Se ritiene che un minore ci abbia scritto, ce lo dica: cancelleremo il messaggio.`,
      ],
    },
    {
      id: 'third-party-links',
      heading: 'Link a terzi',
      blocks: [
        `I link a ${networks.linkedin.label} e ${networks.medium.label} sono semplici link: da lì non si carica nulla finché non ne segue uno. Da quel momento vale l’informativa di quel sito.`,
      ],
    },
    {
      id: 'changes',
      heading: 'Modifiche',
      blocks: [
        'Aggiorniamo questa informativa quando cambia il sito o il diritto. Un’impronta della versione che Le è stata mostrata è conservata con il Suo consenso.',
        'L’informativa e i testi di consenso esistono in più lingue. Se il senso diverge, fa stato la versione tedesca.',
      ],
    },
    {
      id: 'contact',
      heading: 'Contatto',
      blocks: [
        `${site.legalName}, ${site.postalAddress}, ${site.privacyEmail}. Per tutto il resto usi la pagina di contatto.`,
      ],
    },
    {
      id: 'supervisory-authority',
      heading: 'Autorità di vigilanza',
      blocks: [
        'Può rivolgersi all’Incaricato federale della protezione dei dati e della trasparenza (IFPDT), Feldeggweg 1, 3003 Berna. Se vive nell’Unione europea o nello Spazio economico europeo può anche presentare reclamo all’autorità del Suo Paese di residenza. Saremmo lieti di sentirla prima.',
      ],
    },
  ],
  closing: privacyClosing,
}
