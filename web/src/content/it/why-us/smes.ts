import type { Segment } from '../../types'
import { smeEmployees } from '../figures'
import { paths } from '../paths'
import { site } from '../site'

export const smes: Segment = {
  path: paths.smes,
  title: `Sicurezza per PMI | ${site.name}`,
  description:
    'Per aziende da 50 a 500 collaboratori senza un reparto di sicurezza: protezione, rilevamento, conformità e formazione a costi sostenibili.',
  hero: {
    eyebrow: 'Perché noi: PMI',
    heading: 'Sicurezza senza un reparto dedicato',
    lead: 'Le PMI affrontano gli stessi aggressori delle banche, ma con un team informatico di cinque persone. Noi facciamo il lavoro da specialisti e rendiamo il resto abbastanza semplice per il team che ha già.',
  },
  intro: [
    'Gli attacchi automatizzati colpiscono aziende di ogni dimensione. Le misure che ne fermano la maggior parte sono note e accessibili, ma vengono dopo la migrazione dell’ERP e il nuovo magazzino. Noi fissiamo le priorità, facciamo ciò per cui il Suo team non ha tempo e finiamo ogni passo prima di iniziare il successivo.',
  ],
  change: {
    heading: 'Prima e dopo',
    columns: ['Prima', 'Dopo'],
    rows: [
      ['Responsabilità', 'Chi ha tempo', 'Un interlocutore, con un piano per trimestre'],
      ['Backup', 'Mai ripristinato', 'Ripristinato per prova, con il tempo misurato'],
      ['E-mail sospetta', 'Cancellata, o aperta', 'Segnalata con un clic, con una risposta'],
    ],
  },
  offerings: [
    {
      heading: 'Sei offerte per PMI',
      items: [
        {
          title: 'Check-up di sicurezza',
          description:
            'Un esame di identità, endpoint, posta, backup e cloud secondo lo standard minimo TIC della Confederazione, con un piano per priorità.',
        },
        {
          title: 'Piano di miglioramento gestito',
          description:
            'Un consulente porta avanti il piano trimestre per trimestre con il Suo team informatico e i suoi fornitori, e riferisce alla direzione.',
        },
        {
          title: 'Protezione di endpoint e posta',
          description:
            'Rilevamento moderno sugli endpoint e posta rafforzata, configurati per i Suoi dispositivi, con una procedura concordata per gli allarmi fuori orario.',
        },
        {
          title: 'Backup e prova di ripristino',
          description:
            'Backup che un ransomware non può raggiungere, e un’esercitazione di ripristino cronometrata.',
        },
        {
          title: 'Protezione dei dati',
          description:
            'La nLPD, e il GDPR se serve clienti nell’UE, attuati con registri e procedure concisi.',
        },
        {
          title: 'Formazione del personale',
          description:
            'Brevi sessioni basate su incidenti del Suo ramo, un modo semplice per segnalare e una risposta a ogni segnalazione.',
        },
      ],
    },
  ],
  idealFor: {
    heading: 'Adatto a',
    items: [
      `Aziende con ${smeEmployees} collaboratori`,
      'Team senza personale dedicato alla sicurezza',
      'Aziende a cui clienti, assicuratori o autorità chiedono prove',
    ],
  },
  reasons: {
    heading: 'Su che cosa può contare',
    items: [
      {
        title: 'Un piano con i prezzi',
        description:
          'Ogni misura è indicata con costo ed effetto: può valutarla come ogni altro investimento.',
      },
      {
        title: 'Un solo interlocutore',
        description: 'Lo stesso consulente lavora con Lei tutto l’anno e coinvolge colleghi quando servono.',
      },
      {
        title: 'Nessun prodotto da piazzare',
        description:
          'Non guadagniamo nulla sulle licenze, e Le diciamo quando un prodotto che già possiede basta.',
      },
    ],
  },
  closing: {
    heading: 'Che cosa vuole ottenere quest’anno?',
    text: 'Superare un audit, ridurre gli allarmi fuori orario, ottenere un’assicurazione cyber a un premio equo: ci dica l’obiettivo, e proporremo un piano per il primo trimestre.',
    cta: { label: 'Cominci ora', href: paths.contact },
    inquiry: { reason: 'security-assessment' },
  },
}
