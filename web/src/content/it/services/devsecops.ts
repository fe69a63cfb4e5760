import type { Service } from '../../types'
import { consultantsBadge, devsecopsTransformationConsultants } from '../figures'
import { paths } from '../paths'
import { site } from '../site'

export const devsecops: Service = {
  path: paths.devsecops,
  title: `DevSecOps e SDLC sicuro | ${site.name}`,
  description:
    'Sicurezza delle pipeline CI/CD, SAST, DAST, IAST e security champion per team che vogliono meno falle e rilasci più rapidi.',
  hero: {
    eyebrow: 'Servizio',
    heading: 'DevSecOps e SDLC',
    lead: 'Una falla costa meno da correggere in una pull request che in produzione. Mettiamo i controlli di sicurezza nelle revisioni di progetto, nelle pull request e nella pipeline, dove una correzione richiede pochi minuti e non ritarda un rilascio.',
  },
  back: { label: 'Tutti i servizi', href: paths.services },
  overview: [
    'Gli sviluppatori ignorano uno scanner che il primo giorno segnala 400 falle. Introduciamo pochi controlli, li mettiamo a punto sul Suo codice e solo dopo lasciamo che fermino una build. Una valutazione OWASP SAMM all’inizio fissa le priorità; una seconda, un anno dopo, misura i progressi.',
    'Proteggiamo anche la pipeline stessa. Chi controlla la build controlla la produzione: per noi runner, chiavi di firma e action di terzi fanno parte della superficie di attacco.',
  ],
  topics: {
    heading: 'Che cosa realizziamo',
    items: [
      {
        title: 'Sicurezza delle pipeline CI/CD',
        description:
          'Credenziali di breve durata tramite workload identity, runner isolati, dipendenze e action bloccate, artefatti firmati con provenienza SLSA, e regole sui branch che valgono anche per gli amministratori.',
      },
      {
        title: 'SAST',
        description:
          'Analisi statica con regole scelte per i Suoi linguaggi e framework. I risultati compaiono nella pull request con una spiegazione, e correggiamo le regole che causano falsi positivi.',
      },
      {
        title: 'DAST',
        description:
          'Scansioni autenticate di applicazioni e API in un ambiente usa e getta, guidate dalle Sue definizioni OpenAPI, così che la copertura sia misurabile.',
      },
      {
        title: 'IAST',
        description:
          'Test di integrazione strumentati che mostrano se un input non fidato raggiunge una chiamata pericolosa. Così sa se una falla è sfruttabile.',
      },
      {
        title: 'Security champion',
        description:
          'Formiamo uno sviluppatore per team e concordiamo con la direzione il tempo a disposizione e un mandato. Accompagniamo i champion nella modellazione delle minacce e nella revisione del codice finché non sanno fare a meno di noi.',
      },
      {
        title: 'Piattaforma di gestione delle vulnerabilità',
        description:
          'Tutti gli strumenti confluiscono in una piattaforma che unisce i doppioni, assegna il responsabile in base al repository e misura i tempi dal primo rilevamento.',
      },
    ],
  },
  lists: {
    heading: 'Strumenti',
    intro:
      'Usiamo open source dove basta, e strumenti commerciali dove fanno risparmiare più di quanto costano.',
    groups: [
      { title: 'Pipeline', items: ['GitHub Actions', 'GitLab CI/CD', 'Azure DevOps', 'Jenkins'] },
      { title: 'Analisi statica', items: ['CodeQL', 'Semgrep', 'SonarQube', 'Checkmarx'] },
      { title: 'Analisi dinamica', items: ['ZAP', 'Burp Suite', 'Nuclei', 'Contrast Assess (IAST)'] },
      { title: 'Catena di fornitura', items: ['Trivy', 'Dependency-Track', 'Sigstore', 'Gitleaks'] },
    ],
  },
  approach: {
    heading: 'Trasformazione di tutti i team',
    intro: `Per organizzazioni con più team di prodotto: ${consultantsBadge(devsecopsTransformationConsultants)} entrano nei team e passano il testimone, un team dopo l’altro.`,
    items: [
      {
        title: 'Valutare',
        description:
          'Colloqui, esame dei repository e un punteggio SAMM per ogni prodotto. Il risultato è un backlog con priorità.',
      },
      {
        title: 'Provare',
        description:
          'Un team volontario e un prodotto. Mettiamo a punto ogni controllo e ne annotiamo il costo in minuti di build.',
      },
      {
        title: 'Estendere',
        description:
          'Modelli e champion portano i controlli negli altri team, a ondate abbastanza piccole da poterle seguire.',
      },
      {
        title: 'Consegnare',
        description:
          'I champion prendono in mano revisioni e messa a punto. Torniamo per la seconda valutazione.',
      },
    ],
  },
  results: {
    heading: 'Che cosa Le resta',
    items: [
      'Modelli di pipeline riutilizzabili con controlli documentati',
      'I modelli di minaccia delle Sue applicazioni critiche, accanto al codice',
      'Una distinta dei componenti software (SBOM) per ogni rilascio, in CycloneDX o SPDX',
      'Champion formati e un percorso per i loro successori',
    ],
  },
  closing: {
    heading: 'Ci mostri una pipeline',
    text: 'Ci racconti come una modifica passa da un portatile alla produzione. Nella prima ora, gratuita, di solito sappiamo indicare il passo che un aggressore prenderebbe di mira.',
    cta: { label: 'Parliamo della Sua pipeline', href: paths.contact },
    inquiry: { reason: 'devsecops' },
  },
}
