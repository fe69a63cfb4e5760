import { certificationsOf, profiles } from '../profiles'
import type { FounderPage } from '../types'
import { paths } from './paths'
import { founder, site } from './site'

/** The founder is an invented person: background, certifications and projects are sample content, to be replaced. */
export const founderPage: FounderPage = {
  path: paths.founder,
  title: `${founder.name}, founder of ${site.name}`,
  description: `Background, certifications, selected roles and projects, and industry sectors of the founder and principal consultant of ${site.name}.`,
  hero: {
    eyebrow: founder.role,
    heading: founder.name,
    lead: 'Detection engineer, architect and adviser. She helps organisations detect attacks and respond within the first hour.',
  },
  background: {
    heading: 'Background',
    paragraphs: [
      `${founder.firstName} began as an automation engineer and commissioned control systems in power plants and water treatment plants. At one of them, a vendor changed a setpoint through a remote session without telling anyone. That incident led her into security.`,
      'She then worked in security operations, first as a shift analyst and later as the lead responsible for detection coverage. There she learned the value of tested detections, fewer alerts, and documentation that an analyst can follow on a night shift.',
      `She founded ${site.name} so that clients deal directly with the engineer who does the work, from the first call to the handover.`,
    ],
  },
  certifications: {
    heading: 'Certifications',
    accomplished: {
      title: 'Accomplished',
      items: certificationsOf(profiles[founder.id].certificates),
    },
    ongoing: {
      title: 'Ongoing',
      items: certificationsOf(['SC-100', 'GCTI']),
    },
  },
  experience: {
    heading: 'Professional experience',
    items: [
      {
        icon: 'detection',
        type: 'Role',
        title: 'Lead detection engineer',
        description:
          'Responsible for detection content and its quality in a security operations centre: rule lifecycle, coverage measurement and analyst training.',
        tags: ['SIEM', 'Sigma', 'MITRE ATT&CK'],
      },
      {
        icon: 'industry',
        type: 'Role',
        title: 'Automation and OT security engineer',
        description:
          'Commissioning of control systems, then segmentation and passive monitoring of plant networks with operations and safety staff.',
        tags: ['OT', 'IEC 62443', 'Network monitoring'],
      },
      {
        icon: 'cloud',
        type: 'Project',
        title: 'Detection for an Azure landing zone',
        description:
          'Central logging, identity detections and response automation, designed with the platform team before the first workload was migrated.',
        tags: ['Azure', 'Microsoft Sentinel', 'Entra ID'],
      },
      {
        icon: 'pipeline',
        type: 'Project',
        title: 'Detection as code',
        description:
          'Migration of manually maintained rules to a tested repository with staged deployment, including the retirement of rules without an owner.',
        tags: ['Git', 'CI/CD', 'Testing'],
      },
      {
        icon: 'intelligence',
        type: 'Project',
        title: 'Breach and attack simulation',
        description:
          'Safe attack simulations that check prevention and detection after every change and open a ticket for each failure.',
        tags: ['BAS', 'Atomic Red Team', 'Purple team'],
      },
      {
        icon: 'governance',
        type: 'Project',
        title: 'Incident response readiness',
        description:
          'Runbooks, decision rights and reporting procedures for a regulated institution, rehearsed with its management.',
        tags: ['FINMA', 'Incident response', 'Exercises'],
      },
    ],
  },
  sectors: {
    heading: 'Industry sectors',
    items: [
      {
        title: 'Financial services',
        description: 'Monitoring, outsourcing and reporting under FINMA supervision.',
      },
      { title: 'Energy and water', description: 'Control systems that a scan must not disrupt.' },
      { title: 'Manufacturing', description: 'Plants, suppliers and remote maintenance.' },
      {
        title: 'Healthcare',
        description: 'Patient data, medical devices and systems with little planned downtime.',
      },
      { title: 'Public administration', description: 'Procurement rules and shared infrastructure.' },
      { title: 'Software and technology', description: 'Frequent releases and demanding customers.' },
    ],
  },
  closing: {
    heading: `Ask ${founder.firstName} directly`,
    text: 'If your question is about detection, response or OT, write to the founder directly. The first consultation is free.',
    cta: { label: `Write to ${founder.firstName}`, href: paths.contact },
    inquiry: { to: founder.id },
  },
}
