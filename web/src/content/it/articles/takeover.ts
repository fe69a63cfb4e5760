import { auditQuery, mailAccess, signIn } from '../../listings/takeover'
import type { Article } from '../../types'
import { paths } from '../paths'
import { site } from '../site'
import { facts } from './facts'

const fact = facts.takeover

export const takeoverArticle: Article = {
  ...fact,
  title: `Un account Microsoft 365 violato, nei log | ${site.name}`,
  description:
    'Che cosa lasciano le prime 72 ore di un account Microsoft 365 violato nei log di accesso di Entra e nell’Unified Audit Log, campo per campo.',
  hero: {
    eyebrow: fact.category,
    heading: 'Le prime 72 ore di un account Microsoft 365 violato, lette nei log',
    lead: 'Una collaboratrice si autentica su una pagina che inoltra tutto a Microsoft, compreso il secondo fattore. La sessione resta all’aggressore. Ecco dove si leggono i tre giorni seguenti. Le righe sono fittizie, i campi sono quelli di Microsoft.',
  },
  back: { label: 'Tutti gli articoli', href: paths.blog },
  sections: [
    {
      id: 'first-hour',
      heading: 'Prima ora: un accesso che riesce',
      blocks: [
        'Non serve cercare tentativi falliti. La password era corretta, il secondo fattore è stato confermato e il codice di errore è 0. A saltare all’occhio sono un indirizzo che questa persona non ha mai usato e un dispositivo che Entra non conosce: deviceId è vuoto.',
        { caption: 'Log di accesso di Entra (signIn in Microsoft Graph, beta)', listing: signIn },
        'Annoti sessionId. Ogni token derivato da questo accesso riporta lo stesso valore, anche negli altri log. Poi cerchi «User registered security info» nel log di controllo di Entra: molti aggressori registrano un secondo fattore proprio.',
      ],
    },
    {
      id: 'first-day',
      heading: 'Primo giorno: leggere e nascondere',
      blocks: [
        'Exchange registra la lettura come MailItemsAccessed. La sessione si trova in AppAccessContext, dove si chiama AADSessionId. Così può seguire l’aggressore anche quando cambia indirizzo.',
        { caption: 'Unified Audit Log, abbreviato', listing: mailAccess },
        'Bind significa che sono stati aperti singoli messaggi, elencati in InternetMessageId. Sync significa che un client ha scaricato una cartella: la consideri letta per intero. Oltre le 1000 voci Bind in 24 ore, Exchange smette di scriverle per un giorno e lo segnala con IsThrottled. A quel punto il silenzio non prova nulla.',
        'Prima del primo messaggio fraudolento, di solito una regola nasconde le risposte: New-InboxRule da Outlook sul web, UpdateInboxRules da Outlook classico per Windows.',
      ],
    },
    {
      id: 'third-day',
      heading: 'Secondo e terzo giorno: il denaro e una via per rientrare',
      blocks: [
        'Queste operazioni mostrano a che cosa è servito l’accesso:',
        [
          'Send e SendAs: messaggi a nome della persona.',
          'FileDownloaded e FileAccessed: documenti in SharePoint e OneDrive.',
          'Set-Mailbox con ForwardingSmtpAddress: copie di tutta la nuova posta.',
          'Consent to application. (con il punto): un’app che conserva l’accesso anche dopo il cambio della password.',
        ],
        { caption: 'L’intera cronologia, in Exchange Online PowerShell', listing: auditQuery },
        'Le voci arrivano in ritardo: per i servizi principali Microsoft indica da 60 a 90 minuti, senza garanzia. Ripeta la ricerca il giorno dopo. Il parametro -SessionId dà solo un nome alla ricerca e non è la sessione dell’aggressore.',
      ],
    },
    {
      id: 'clocks',
      heading: 'Quale log scade per primo',
      blocks: [
        [
          'Log di accesso di Entra: 7 giorni nell’edizione gratuita, 30 giorni con P1 o P2.',
          'Unified Audit Log: 180 giorni con Audit (Standard), un anno per Exchange, SharePoint ed Entra con Audit (Premium).',
        ],
        'Esporti quindi per primi gli accessi. Poi revochi le sessioni, reimposti la password e rimuova fattori, regole e consensi sconosciuti, in quest’ordine. Una nuova password, da sola, non chiude tutte le sessioni aperte.',
      ],
    },
  ],
  closing: {
    heading: 'Una casella è finita nelle mani sbagliate?',
    text: 'Ci chiami prima di cancellare qualcosa. Prima esportiamo i log, poi chiudiamo l’accesso.',
    cta: { label: 'Segnali un incidente', href: paths.contact },
    inquiry: { reason: 'incident-response' },
  },
}
