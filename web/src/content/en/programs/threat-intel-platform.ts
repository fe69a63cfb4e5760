import type { Program } from '../../types'
import { consultantsBadge, programConstants } from '../figures'
import { paths } from '../paths'
import { programTeam } from '../program-team'
import { site } from '../site'

export const threatIntelPlatform: Program = {
  path: paths.threatIntelPlatform,
  title: `Threat intelligence and data lake program | ${site.name}`,
  description:
    'Three to six consultants build a threat intelligence and analytics data lake in four to eight months, across IT, OT, cloud and the SDLC.',
  hero: {
    eyebrow: 'Program',
    heading: 'Threat Intelligence and Analytics Data Lake',
    lead: 'Each security tool shows part of your exposure. This program combines the data to answer one question: what should you fix next, and why?',
  },
  badges: [consultantsBadge(programConstants.threatIntelPlatform.consultants)],
  timeline: programConstants.threatIntelPlatform.timeline,
  timelineLabel: 'Timeline',
  back: { label: 'All programs', href: paths.programs },
  overview: {
    heading: 'Overview',
    paragraphs: [
      'Intelligence feeds, scanners, asset registers, code repositories and plant networks describe the same systems under different names. We resolve those names into one model of assets, owners, vulnerabilities and threats, stored in open formats in a data lake that you own.',
      'Our analytics on that model show which campaigns target your sector, which of their techniques your controls would miss, and which vulnerable components in a critical process are reachable. Executives and engineers work from the same data at different levels of detail.',
    ],
  },
  deliverables: {
    heading: 'Six deliverables',
    groups: [
      {
        items: [
          {
            title: 'Threat intelligence integration',
            description:
              'Commercial, open and sector-specific sources collected via STIX and TAXII, scored for reliability, de-duplicated and expired on schedule.',
          },
          {
            title: 'Analytics pipeline',
            description:
              'Ingestion, normalisation, entity resolution and enrichment as tested code, with lineage from each figure back to its source.',
          },
          {
            title: 'Risk-based prioritisation',
            description:
              'A transparent model that combines exploitation, exposure, business criticality and existing controls. You can trace every score.',
          },
          {
            title: 'SDLC integration',
            description:
              'Findings from code, dependencies and builds go into the data lake; priorities go back to each team’s backlog.',
          },
          {
            title: 'IT/OT/cloud visibility',
            description:
              'Offices, plants and cloud subscriptions in one inventory, with passive collection where active scanning could disrupt operations.',
          },
          {
            title: 'Executive reporting',
            description:
              'A short monthly assessment: how the threats to your organisation have changed, what that means for you, and which decisions we recommend.',
          },
        ],
      },
    ],
  },
  technologyStack: {
    heading: 'Technology stack',
    intro: 'A typical selection. If products you already use are suitable, we keep them.',
    groups: [
      {
        title: 'Data and analytics',
        items: ['Azure Data Lake Storage', 'Databricks', 'Apache Kafka', 'Apache Iceberg', 'dbt'],
      },
      { title: 'Threat intelligence', items: ['OpenCTI', 'MISP', 'STIX 2.1 and TAXII 2.1', 'MITRE ATT&CK'] },
      { title: 'Vulnerability management', items: ['Tenable', 'Qualys', 'DefectDojo', 'EPSS and CISA KEV'] },
      { title: 'SDLC tools', items: ['GitHub Advanced Security', 'GitLab', 'Dependency-Track', 'Semgrep'] },
    ],
  },
  team: programTeam(
    'Three people build the data lake; three more join for detection, OT and reporting.',
    {
      noemie: 'Program lead, data model and analytics',
      selma: 'Vulnerability data and SDLC integration',
      aurelio: 'Data lake, cloud and access',
    },
    {
      flurin: 'Techniques and detection coverage',
      ladina: 'OT systems and critical processes',
      mirjam: 'Risk model and executive reporting',
    },
  ),
  idealFor: {
    heading: 'Ideal for',
    items: [
      'Enterprises with several security tools and no common view of risk',
      'Operators of critical infrastructure with both IT and OT',
      'Groups that must prioritise remediation across many subsidiaries',
      'Intelligence teams whose reports should inform engineering decisions',
    ],
  },
  closing: {
    heading: 'Start with one question',
    text: 'Send us a question about your exposure that you cannot answer today. We will tell you which data the answer requires.',
    cta: { label: 'Discuss the data lake program', href: paths.contact },
    inquiry: { program: 'threat-intel-platform', reason: 'threat-detection-response' },
  },
}
