export const rankedBacklog = {
  heading: 'Un backlog ordinato per rischio',
  intro: 'Quattro falle della stessa classe CVSS, nell’ordine in cui si correggono.',
  label: 'Esempio',
  columns: ['Falla', 'Motivo', 'Termine'],
  rows: [
    [
      'Gateway VPN, esecuzione di codice da remoto',
      'Nel catalogo KEV della CISA, raggiungibile da Internet',
      '3 giorni',
    ],
    [
      'Server dei salari, elevazione dei privilegi',
      'Exploit pubblicato, raggiungibile da ogni postazione',
      '14 giorni',
    ],
    [
      'Server di build, libreria superata',
      'La funzione vulnerabile non viene mai chiamata',
      'Prossima versione',
    ],
    [
      'Rete del laboratorio, firmware vecchio',
      'Isolata; rischio accettato dalla direzione del laboratorio',
      'Riesame fra un anno',
    ],
  ],
} as const
