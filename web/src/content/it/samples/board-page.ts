export const boardPage = {
  heading: 'La pagina per il consiglio d’amministrazione',
  intro: 'Un trimestre su una pagina: la domanda, quello che si sa, quello che va deciso.',
  label: 'Esempio',
  columns: ['Domanda', 'Risposta', 'Decisione'],
  rows: [
    ['Il personale segnala?', 'Più spesso nelle finanze, non nelle vendite', 'Nessuna'],
    [
      'Quanto in fretta reagiamo?',
      'In orario d’ufficio la prima segnalazione è letta in pochi minuti',
      'Coprire le serate, o accettare la lacuna',
    ],
    ['Chi è nel mirino?', 'Soprattutto chi autorizza pagamenti', 'Richiamare prima di ogni cambio di conto'],
    [
      'Che cosa ha cambiato la formazione?',
      'Meno persone inseriscono la password; i clic dicono poco',
      'Non contare più i clic',
    ],
  ],
} as const
