import { events, provocation, sigmaRule } from '../../listings/inbox-rule'
import type { Article } from '../../types'
import { paths } from '../paths'
import { site } from '../site'
import { facts } from './facts'

const fact = facts.detectionRule

export const detectionRuleArticle: Article = {
  ...fact,
  title: `Una regola di rilevamento, dall’idea al test | ${site.name}`,
  description:
    'Dall’osservazione alla regola Sigma con i test: come rileviamo le regole di posta in arrivo che nascondono i messaggi sui pagamenti, e che cosa ci sfugge.',
  hero: {
    eyebrow: fact.category,
    heading: 'Una regola di rilevamento, dall’idea al test',
    lead: 'Una regola è codice: ha uno scopo, un test e lacune note. Ne costruiamo una per Microsoft 365, che Lei può usare.',
  },
  back: { label: 'Tutti gli articoli', href: paths.blog },
  sections: [
    {
      id: 'idea',
      heading: 'L’idea: nessuno deve vedere le risposte',
      blocks: [
        'Chi invia coordinate di pagamento false da una casella violata ha un problema: le risposte arrivano al titolare. L’aggressore crea perciò una regola che le elimina o le sposta in una cartella che nessuno apre. MITRE ATT&CK la elenca come T1564.008, Email Hiding Rules.',
        'Creare una regola è normale. Nascondere i messaggi sui pagamenti non lo è. Il rilevamento richiede quindi tre condizioni insieme: una regola viene creata o modificata, fa sparire dei messaggi e li sceglie in base a parole che riguardano il denaro.',
      ],
    },
    {
      id: 'rule',
      heading: 'La regola',
      blocks: [
        { caption: 'Sigma', listing: sigmaRule },
        'Due dettagli sono tipicamente svizzeri. Outlook dà alle cartelle un nome nella lingua della casella, e le fatture arrivano in almeno quattro lingue. Una regola con sole parole inglesi vedrebbe soltanto una parte dell’azienda.',
        'Nell’Unified Audit Log, Parameters è un elenco di nomi e valori. La maggior parte dei SIEM ne fa un unico testo, e alcuni vi aggiungono spazi e a capo. La regola cerca perciò nomi e valori separatamente, mai il JSON che li unisce.',
      ],
    },
    {
      id: 'tests',
      heading: 'I test: due allarmi, due silenzi',
      blocks: [
        'I test stanno nello stesso repository. Il terzo evento è quello che conta: chi archivia le fatture in una cartella visibile non deve far scattare alcun allarme.',
        { caption: 'Eventi e risultati attesi', listing: events },
        'Poi provochiamo davvero l’evento in una casella di test e aspettiamo l’allarme. Solo così si vede che il log arriva, che i nomi dei campi sono giusti e che qualcuno viene avvisato.',
        { caption: 'Exchange Online PowerShell', listing: provocation },
      ],
    },
    {
      id: 'limits',
      heading: 'Che cosa sfugge alla regola',
      blocks: [
        [
          'Le regole create in Outlook classico per Windows: compaiono come UpdateInboxRules, con altri campi, e richiedono una seconda regola.',
          'Le regole senza parole chiave, che nascondono tutto: sono rare, si notano presto e meritano una regola senza la terza condizione.',
          'Le parole che non sono nell’elenco. Lo confronti con le fatture che la Sua azienda riceve davvero.',
          'Anche DeleteMessage con il valore False la farebbe scattare.',
        ],
        'Il livello è high, lo stato experimental. La regola diventa stabile quando, per trenta giorni nel Suo tenant, ogni allarme è stato valutato e la decisione annotata.',
      ],
    },
  ],
  closing: {
    heading: 'Quale delle Sue regole è mai stata testata?',
    text: 'Ci mandi l’elenco delle Sue regole di rilevamento. Nel primo colloquio ne scegliamo una e ne prepariamo il test.',
    cta: { label: 'Parliamo delle regole', href: paths.contact },
    inquiry: { reason: 'threat-detection-response' },
  },
}
