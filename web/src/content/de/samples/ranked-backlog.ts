export const rankedBacklog = {
  heading: 'Eine Pendenzenliste nach Risiko',
  intro: 'Vier Befunde derselben CVSS-Klasse, in der Reihenfolge ihrer Behebung.',
  label: 'Muster',
  columns: ['Befund', 'Grund', 'Frist'],
  rows: [
    [
      'VPN-Gateway, Codeausführung aus der Ferne',
      'Im KEV-Katalog der CISA, aus dem Internet erreichbar',
      '3 Tage',
    ],
    ['Lohnserver, Rechteausweitung', 'Exploit veröffentlicht, von jedem Arbeitsplatz erreichbar', '14 Tage'],
    [
      'Build-Server, veraltete Bibliothek',
      'Die verwundbare Funktion wird nie aufgerufen',
      'Nächstes Release',
    ],
    [
      'Labornetz, alte Firmware',
      'Abgeschottet; die Laborleitung hat das Risiko akzeptiert',
      'Prüfung in einem Jahr',
    ],
  ],
} as const
