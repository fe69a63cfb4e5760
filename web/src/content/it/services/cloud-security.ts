import type { Service } from '../../types'
import { paths } from '../paths'
import { site } from '../site'

export const cloudSecurity: Service = {
  path: paths.cloudSecurity,
  title: `Architettura di sicurezza cloud | ${site.name}`,
  description:
    'Sicurezza Azure, landing zone, IAM, RBAC, Defender for Cloud e CSPM, secondo nLPD, GDPR, ISO 27001, ISO 27018 e le regole FINMA sull’outsourcing.',
  hero: {
    eyebrow: 'Servizio',
    heading: 'Architettura di sicurezza cloud',
    lead: 'Molti incidenti nel cloud non richiedono exploit: basta un’autorizzazione eccessiva. Progettiamo ambienti Azure che individuano queste autorizzazioni quando vengono concesse e che forniscono le prove richieste dalla Sua autorità di vigilanza.',
  },
  back: { label: 'Tutti i servizi', href: paths.services },
  overview: [
    'Nel cloud le organizzazioni svizzere hanno vincoli propri: il segreto professionale, le regole sull’outsourcing, clienti che chiedono dove sono i loro dati e chi può leggerli. Questi vincoli determinano la regione, la gestione delle chiavi, l’accesso del supporto e la conservazione dei log. Li chiarisca prima di migrare la prima applicazione, perché cambiarli dopo costa caro.',
    'Definiamo l’architettura di destinazione come codice. Policy, ruoli e regole di rete vengono distribuiti da un repository: la documentazione dell’auditor e l’ambiente in funzione hanno la stessa fonte.',
  ],
  topics: {
    heading: 'Che cosa progettiamo e realizziamo',
    items: [
      {
        title: 'Sicurezza Azure',
        description:
          'Segmentazione della rete con private endpoint, chiavi gestite dal cliente dove il segreto professionale lo richiede, Customer Lockbox e log centrali in un’area che gli amministratori non possono svuotare.',
      },
      {
        title: 'Landing zone',
        description:
          'Gruppi di gestione, sottoscrizioni e guardrail secondo il Cloud Adoption Framework, scritti in Terraform o Bicep. Un team di prodotto ottiene una sottoscrizione conforme in un giorno.',
      },
      {
        title: 'Identità: IAM e RBAC',
        description:
          'Entra ID con accesso resistente al phishing, regole di accesso condizionale collaudate, privilegi elevati solo al bisogno, revisioni degli accessi e ruoli limitati a ciò che ogni compito richiede.',
      },
      {
        title: 'Defender for Cloud',
        description:
          'Piani scelti secondo l’applicazione e il costo, raccomandazioni assegnate a un responsabile e allarmi inviati al centro operativo.',
      },
      {
        title: 'CSPM',
        description:
          'Gestione continua della postura su tutte le sottoscrizioni e gli altri fornitori cloud. Uno scostamento si scopre in poche ore, si mostra con il percorso di attacco che apre e si corregge nel codice.',
      },
      {
        title: 'Conformità fin dal progetto',
        description:
          'Misure ricondotte una sola volta a ogni standard applicabile, prove raccolte dalla piattaforma e un piano di uscita rivisto da chi lo eseguirebbe.',
      },
    ],
  },
  lists: {
    heading: 'Quadri di conformità',
    intro: 'Traduciamo questi requisiti in Azure Policy, configurazione e prove.',
    groups: [
      {
        title: 'Diritto e vigilanza svizzeri',
        items: [
          'nLPD',
          'Circolare FINMA 2018/3 Outsourcing',
          'Circolare FINMA 2023/1 Rischi e resilienza operativi',
        ],
      },
      {
        title: 'Diritto europeo',
        items: [
          'GDPR',
          'NIS2, se si applica a società del gruppo',
          'DORA, per le entità finanziarie nell’UE',
        ],
      },
      { title: 'Norme ISO', items: ['ISO/IEC 27001:2022', 'ISO/IEC 27017', 'ISO/IEC 27018'] },
      {
        title: 'Riferimenti tecnici',
        items: ['Microsoft cloud security benchmark', 'CIS Microsoft Azure Foundations Benchmark'],
      },
    ],
  },
  approach: {
    heading: 'Come si svolge un mandato',
    items: [
      {
        title: 'Esame',
        description:
          'Esaminiamo la configurazione del tenant, leggiamo i contratti e parliamo con i Suoi collaboratori. Il risultato è un elenco ordinato di ciò che troverebbe un aggressore o un auditor.',
      },
      {
        title: 'Architettura di destinazione',
        description:
          'Una pagina per decisione, con alternative e ragioni, approvata dal responsabile del rischio.',
      },
      {
        title: 'Realizzazione',
        description:
          'Costruiamo la landing zone accanto all’ambiente esistente e migriamo le applicazioni una alla volta.',
      },
      {
        title: 'Esercizio',
        description:
          'Il Suo team della piattaforma prende in mano pipeline e policy, e noi ne rivediamo le modifiche.',
      },
    ],
  },
  results: {
    heading: 'Che cosa riceve',
    items: [
      'Le decisioni di architettura con le loro ragioni',
      'Landing zone e policy come codice, nel Suo repository',
      'Una matrice che lega ogni requisito a una prova tecnica',
      'Un modello di autorizzazioni in cui ogni ruolo privilegiato ha un responsabile',
    ],
  },
  closing: {
    heading: 'Sta per migrare, o è già nel cloud?',
    text: 'Ci dica quali applicazioni e quali norme sono coinvolte. Un architetto preparerà il primo colloquio.',
    cta: { label: 'Parliamo della Sua architettura', href: paths.contact },
    inquiry: { reason: 'cloud-security' },
  },
}
