import { describe, expect, it } from 'vitest'
import { texts } from '../src/content/all'
import { aboutPage } from '../src/content/en/about'
import { applicationError } from '../src/content/en/application-error'
import { blogPage } from '../src/content/en/blog'
import { compliancePhaseDurations, programConstants, retentionPeriods } from '../src/content/en/figures'
import { founderPage } from '../src/content/en/founder'
import { homePage } from '../src/content/en/home'
import { notFound } from '../src/content/en/not-found'
import { paths } from '../src/content/en/paths'
import { team } from '../src/content/en/people'
import { privacyPolicy } from '../src/content/en/privacy-policy'
import { programsPage } from '../src/content/en/programs/index'
import { servicesPage } from '../src/content/en/services/index'
import { teamPage } from '../src/content/en/team-page'
import { terms } from '../src/content/en/terms'
import { legalText } from '../src/content/legal-text'
import { programsOf, segmentsOf, servicesOf } from '../src/content/pages'
import type { Program, Segment, Service } from '../src/content/types'
import { proseOf } from './prose'

const programs = programsOf(texts.en)
const segments = segmentsOf(texts.en)
const services = servicesOf(texts.en)

function segment(path: string): Segment {
  return segments.find((candidate) => candidate.path === path)!
}

function program(path: string): Program {
  return programs.find((candidate) => candidate.path === path)!
}

const titles = (items: readonly { title: string }[]) => items.map(({ title }) => title)
describe('the specification’s figures', () => {
  it('give each program its team and timeline', () => {
    expect(programConstants).toEqual({
      edrImplementation: { consultants: '1-3', timeline: '1-3 months' },
      siemThreatHunting: { consultants: '1-5', timeline: '2-4 months' },
      threatIntelPlatform: { consultants: '3-6', timeline: '4-8 months' },
      purpleTeamOperations: { consultants: '2-4', timeline: '2-4 months' },
      complianceGovernance: { consultants: '2-4', timeline: '3-6 months' },
    })
    expect(programs.map(({ badges, timeline }) => [...badges, timeline])).toEqual([
      ['1-3 consultants', '1-3 months'],
      ['1-5 consultants', '2-4 months'],
      ['3-6 consultants', '4-8 months'],
      ['2-4 consultants', '2-4 months'],
      ['2-4 consultants', 'multiple frameworks', '3-6 months'],
    ])
  })

  it('show six program cards, the sixth leading to DevSecOps', () => {
    expect(programsPage.cards.map(({ href, badge }) => [href, badge])).toEqual([
      ['/programs/edr-implementation', '1-3 consultants'],
      ['/programs/siem-threat-hunting', '1-5 consultants'],
      ['/programs/threat-intel-platform', '3-6 consultants'],
      ['/programs/purple-team-operations', '2-4 consultants'],
      ['/programs/compliance-governance', '2-4 consultants'],
      ['/services/devsecops', '2-4 consultants'],
    ])
    expect(programsPage.cards[5].title).toBe('DevSecOps Full-Team Transformation')
    expect(programsPage.experts.items).toHaveLength(8)
    expect(proseOf(services[1]).join(' ')).toContain('2-4 consultants')
  })

  it('give every card of a service the badge 1-6+, and every service a way back', () => {
    expect(servicesPage.hero.heading).toBe('Scalable Security Services')
    expect(servicesPage.closing.cta.label).toBe('Discuss Your Security Needs')
    expect(servicesPage.cards.map(({ href }) => href)).toEqual(services.map(({ path }) => path))
    for (const card of servicesPage.cards) expect(card.badge).toBe('1-6+ Consultants')
    for (const page of services) expect(page.back.href).toBe('/services')
    for (const page of programs) expect(page.back.href).toBe('/programs')
  })

  it('cover each service’s topics', () => {
    const topics: Record<string, RegExp[]> = {
      '/services/threat-detection-response': [
        /SIEM/,
        /EDR/,
        /Breach attack simulation/,
        /Detection as code/,
        /OT/,
      ],
      '/services/devsecops': [/CI\/CD pipeline security/, /SAST/, /DAST/, /Security champions/],
      '/services/vulnerability-management': [
        /Infrastructure scanning/,
        /SAST and DAST integration/,
        /Risk prioritisation/,
        /Remediation/,
        /Reporting/,
      ],
      '/services/cloud-security': [
        /Azure security/,
        /Landing zones/,
        /Identity/,
        /Defender for Cloud/,
        /CSPM/,
      ],
      '/services/security-awareness': [/Training programs/, /Executive reporting/, /Campaigns/, /Standards/],
    }
    for (const page of services as readonly Service[]) {
      const headings = titles(page.topics.items).join('\n')
      for (const topic of topics[page.path]!) expect(headings, page.path).toMatch(topic)
    }
    const frameworks = proseOf(services[3]!.lists).join(' ')
    for (const name of ['revFADP', 'GDPR', 'ISO/IEC 27001', 'ISO/IEC 27018', 'FINMA'])
      expect(frameworks).toContain(name)
  })

  it('give each segment its number of offerings and three reasons', () => {
    const counts = segments.map((page) => page.offerings.map(({ items }) => items.length))
    expect(counts).toEqual([[5], [6], [6], [4], [6], [4, 4]])
    expect(segments.map(({ reasons }) => reasons.items.length)).toEqual([3, 3, 3, 3, 3, 3])
    expect(segments.map(({ closing }) => closing.cta.label)).toEqual([
      'Get Started',
      'Get Started',
      'Contact Us',
      'Get in Touch',
      'Schedule Consultation',
      'Contact Us',
    ])
    expect(segment('/why-us/partners').ecosystem?.heading).toBe('Technology ecosystem')
    const smes = segment('/why-us/smes').idealFor!.items
    expect(smes).toHaveLength(3)
    expect(smes[0]).toBe('Companies of 50-500 employees')
  })
})

describe('the specification’s lists', () => {
  it('on the SIEM page: five deliverables, four ideal readers', () => {
    const page = program('/programs/siem-threat-hunting')
    expect(titles(page.deliverables.groups[0]!.items)).toEqual([
      'SIEM platform implementation',
      'Detection-as-Code framework',
      'Threat hunting program',
      'GenAI analyst augmentation',
      'Custom dashboards and reporting',
    ])
    expect(page.idealFor!.items).toHaveLength(4)
    expect(page.closing.cta).toEqual({ label: 'Discuss This Program', href: '/contact' })
  })

  it('on the threat intelligence page: six deliverables, four stacks', () => {
    const page = program('/programs/threat-intel-platform')
    expect(titles(page.deliverables.groups[0]!.items)).toEqual([
      'Threat intelligence integration',
      'Analytics pipeline',
      'Risk-based prioritisation',
      'SDLC integration',
      'IT/OT/cloud visibility',
      'Executive reporting',
    ])
    expect(titles(page.technologyStack!.groups)).toEqual([
      'Data and analytics',
      'Threat intelligence',
      'Vulnerability management',
      'SDLC tools',
    ])
    expect(page.idealFor!.items.length).toBeGreaterThan(0)
  })

  it('on the purple team page: the five steps in order', () => {
    expect(titles(program('/programs/purple-team-operations').lifecycle!.items)).toEqual([
      'Planning and scoping',
      'Red team execution',
      'Blue team analysis',
      'Detection engineering',
      'Validation and metrics',
    ])
  })

  it('on the compliance page: two columns, four phases, a team, four points', () => {
    const page = program('/programs/compliance-governance')
    expect(page.deliverables.groups.map(({ items }) => titles(items))).toEqual([
      ['FINMA', 'NIST CSF', 'GDPR', 'ISO 27001/27002'],
      ['Policies', 'Risk', 'Access', 'Monitoring'],
    ])
    expect(page.phases!.items.map(({ title, duration }) => [title, duration])).toEqual([
      ['Assessment and gap analysis', '4-6 weeks'],
      ['Framework implementation', '8-12 weeks'],
      ['Operationalisation and training', '4-6 weeks'],
      ['Continuous governance', 'ongoing'],
    ])
    expect(compliancePhaseDurations).toHaveLength(4)
    const names: string[] = team.map(({ name }) => name)
    const members = [...page.team.core.members, ...page.team.extended.members]
    for (const { name } of members) expect(names).toContain(name)
    expect(members).toHaveLength(4)
    expect(page.whyItWorks!.items).toHaveLength(4)
    expect(page.closing.cta.label).toBe('Discuss Compliance Requirements')
  })

  it('on the home page', () => {
    expect(homePage.hero.heading).toBe('Your Security. Your Data. Your Future.')
    expect(homePage.hero.primary).toEqual({ label: 'Free Consultation', href: '/contact' })
    expect(homePage.hero.secondary).toEqual({ label: 'View All Services', href: '/services' })
    const { tiles, services: offered, ways, programs: fixed, whyUs, contact: cards } = homePage
    expect([tiles, offered.cards, fixed.cards, whyUs.items].map(({ length }) => length)).toEqual([4, 4, 4, 3])
    expect(ways.heading).toBe('Two Ways to Work With Us')
    expect(titles(ways.items)).toEqual(['Direct Expert Access', 'Full-Scale Services'])
    expect(cards.cards.map(({ cta }) => cta)).toEqual([
      { label: 'Schedule a Consultation', href: '/contact' },
      { label: 'Discuss Your Project', href: '/contact' },
    ])
  })

  it('on the blog, about, founder and team pages', () => {
    expect(blogPage.upcoming.heading).toBe('Upcoming Articles')
    expect(blogPage.upcoming.items.map(({ category, date }) => [category, date])).toEqual([
      ['Cloud Security', 'Coming Soon'],
      ['Threat Intelligence', 'Coming Soon'],
      ['DevSecOps', 'Coming Soon'],
    ])
    expect(blogPage.elsewhere.links.map(({ label }) => label)).toEqual([
      'Read on Medium',
      'Follow on LinkedIn',
    ])
    expect(titles(aboutPage.models.items)).toEqual([
      'Individual consultant engagement',
      'Full consulting team engagement',
    ])
    expect(aboutPage.models.items[1]!.description).toContain('1 to 6+ experts')
    expect(aboutPage.people.items.map(({ cta }) => cta.href)).toEqual([paths.founder, '/about-team'])
    expect(new Set(founderPage.experience.items.map(({ type }) => type))).toEqual(
      new Set(['Role', 'Project']),
    )
    expect(teamPage.members.items).toHaveLength(8)
    expect(new Set(teamPage.members.items.map(({ name }) => name)).size).toBe(8)
  })

  it('on the not-found page and the error screen', () => {
    expect(notFound.heading).toBe('404')
    expect(notFound.text).toBe('This Page Took an Unscheduled Vacation')
    expect(notFound.home).toEqual({ label: 'Return to Safety', href: '/' })
    expect(notFound.report).toEqual({ label: 'Report This Issue', href: '/contact' })
    expect(applicationError.heading).toBe('Unexpected Application Error!')
  })
})

describe('the legal pages', () => {
  it('have the fifteen sections of the privacy policy in order', () => {
    expect(privacyPolicy.sections.map(({ id }) => id)).toEqual([
      'introduction',
      'data-controller',
      'information-collected',
      'use-of-data',
      'legal-basis',
      'sharing',
      'international-transfers',
      'retention',
      'rights',
      'security',
      'children',
      'third-party-links',
      'changes',
      'contact',
      'supervisory-authority',
    ])
    expect(privacyPolicy.back).toEqual({ label: '← Back to Contact Page', href: '/contact' })
    expect(terms.sections.length).toBeGreaterThan(3)
  })

  it('name what the form collects and the periods of the specification', () => {
    const section = (id: string) =>
      proseOf(privacyPolicy.sections.find((one) => one.id === id)!.blocks).join('\n')
    for (const word of ['first and last name', 'company', 'email', 'phone', 'country', 'message'])
      expect(section('information-collected')).toContain(word)
    expect(retentionPeriods).toEqual({
      inquiries: 'up to 2 years from last contact',
      clientRecords: '10 years from contract completion',
      marketing: 'until consent is withdrawn or deletion is requested',
      analytics: 'up to 26 months',
    })
    for (const period of Object.values(retentionPeriods)) expect(section('retention')).toContain(period)
    expect(section('rights')).toContain('within 30 days')
    expect(section('children')).toContain('under 16')
    expect(section('supervisory-authority')).toContain('FDPIC')
  })

  it('read as plain text with every number, paragraph and point', () => {
    const text = legalText(privacyPolicy)
    expect(text).toMatch(/^Privacy Policy\n\n/)
    expect(text).toContain('\n\n15. Supervisory authority\n')
    expect(text).toContain('\n- first and last name\n')
    for (const { blocks } of privacyPolicy.sections)
      for (const block of blocks.flat()) expect(text).toContain(block)
  })
})
