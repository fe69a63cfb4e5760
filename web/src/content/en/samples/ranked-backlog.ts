export const rankedBacklog = {
  heading: 'A ranked backlog',
  intro: 'Four findings with the same CVSS class, in the order in which they are fixed.',
  label: 'Sample',
  columns: ['Finding', 'Reason', 'Due'],
  rows: [
    ['VPN gateway, remote code execution', 'Listed in CISA KEV, reachable from the internet', '3 days'],
    [
      'Payroll server, privilege escalation',
      'Exploit published, reachable from every workstation',
      '14 days',
    ],
    ['Build server, outdated library', 'The vulnerable function is never called', 'Next release'],
    ['Lab network, old firmware', 'Isolated; risk accepted by the head of the lab', 'Review in a year'],
  ],
} as const
