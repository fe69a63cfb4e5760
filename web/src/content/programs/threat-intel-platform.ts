import { consultantsBadge, programConstants } from '../constants'
import { site } from '../site'
import type { Program } from '../types'

export const threatIntelPlatform: Program = {
  path: '/programs/threat-intel-platform',
  title: `Threat intelligence and data lake program | ${site.name}`,
  description:
    'Three to six consultants build a threat intelligence and analytics data lake in four to eight months, across IT, OT, cloud and the SDLC.',
  hero: {
    eyebrow: 'Program',
    heading: 'Threat Intelligence and Analytics Data Lake',
    lead: 'Every security tool knows part of the truth about your exposure. This program brings the parts together, asks them one question, and keeps the answer current: what should be fixed next, and why?',
  },
  badges: [consultantsBadge(programConstants.threatIntelPlatform.consultants)],
  timeline: programConstants.threatIntelPlatform.timeline,
  timelineLabel: 'Timeline',
  back: { label: 'All programs', href: '/programs' },
  overview: {
    heading: 'Overview',
    paragraphs: [
      'Intelligence feeds, scanners, asset registers, code repositories and plant networks describe the same systems under different names. The core of this program is patient data engineering that resolves those names into one model of assets, owners, weaknesses and threats, held in open formats in a lake that belongs to you.',
      'On that model we build analytics: which campaigns target your sector, which of their techniques your controls would miss, which vulnerable component is reachable and used in a critical process. Executives and engineers then look at the same data from different distances.',
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
              'Commercial, open and sector sources collected over STIX and TAXII, scored for reliability, de-duplicated and aged out on schedule.',
          },
          {
            title: 'Analytics pipeline',
            description:
              'Ingestion, normalisation, entity resolution and enrichment as tested code, with lineage from each figure back to its source.',
          },
          {
            title: 'Risk-based prioritisation',
            description:
              'A transparent model that combines exploitation, exposure, business criticality and existing controls, and that can be questioned line by line.',
          },
          {
            title: 'SDLC integration',
            description:
              'Findings from code, dependencies and builds join the lake; priorities return to the team’s own backlog.',
          },
          {
            title: 'IT/OT/cloud visibility',
            description:
              'Offices, plants and subscriptions in one inventory, with passive collection wherever active scanning could disturb operations.',
          },
          {
            title: 'Executive reporting',
            description:
              'A short monthly assessment: what changed in the threat picture, what it means for the firm, and what we recommend deciding.',
          },
        ],
      },
    ],
  },
  technologyStack: {
    heading: 'Technology stack',
    intro: 'A typical selection. Parts you already run are kept wherever they serve.',
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
  idealFor: {
    heading: 'Ideal for',
    items: [
      'Enterprises with several security tools and no common view of risk',
      'Operators of critical infrastructure with both IT and OT',
      'Groups that must order remediation across many subsidiaries',
      'Intelligence teams whose reports should reach engineering decisions',
    ],
  },
  closing: {
    heading: 'Start with one question',
    text: 'The best platforms grow from a question the firm could not answer. Tell us yours, and we will say which data it needs.',
    cta: { label: 'Discuss the data lake program', href: '/contact' },
  },
}
