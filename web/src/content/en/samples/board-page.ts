export const boardPage = {
  heading: 'The page for the board',
  intro: 'One quarter on one page: what was asked, what is known, what must be decided.',
  label: 'Sample',
  columns: ['Question', 'Answer', 'Decision'],
  rows: [
    ['Do people report?', 'Reports rise in finance, not in sales', 'None'],
    [
      'How fast do we react?',
      'The first report is read within minutes in office hours',
      'Cover the evenings, or accept the gap',
    ],
    [
      'Who is exposed?',
      'Staff who approve payments receive most attempts',
      'Call back before each change of an account',
    ],
    [
      'What did training change?',
      'Fewer people enter a password; clicks alone say little',
      'Stop counting clicks',
    ],
  ],
} as const
