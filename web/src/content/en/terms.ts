import type { LegalPage } from '../types'
import { termsClosing } from './legal-closing'
import { paths } from './paths'
import { site } from './site'

export const terms: LegalPage = {
  path: paths.terms,
  title: `Terms of use | ${site.name}`,
  description: `The terms for using the ${site.name} website: no warranty, no contract through an inquiry, security research, copyright, liability and Swiss law.`,
  hero: {
    eyebrow: 'Legal',
    heading: 'Terms of Use',
    lead: `These terms apply to this website. Consulting work is governed by a separate contract between ${site.legalName} and the client.`,
  },
  back: { label: '← Back to the home page', href: paths.home },
  sections: [
    {
      id: 'information',
      heading: 'Information on this website',
      blocks: [
        'The content describes our services in general terms. It is not advice for your situation, and we may change it at any time. Team sizes and timelines are typical ranges; only a written offer is binding. If the language versions of these terms differ, the German one prevails.',
      ],
    },
    {
      id: 'inquiries',
      heading: 'Inquiries',
      blocks: [
        'Sending the form or an email does not create a contract or any obligation for either side. The first consultation is free. We treat the content of inquiries as confidential, and the privacy policy explains how we handle the data.',
      ],
    },
    {
      id: 'security-research',
      heading: 'Security research',
      blocks: [
        `If you find a vulnerability in this website, please report it to ${site.securityEmail} and give us reasonable time to fix it before you publish. We will not take legal action against good-faith research that avoids other people’s data and does not disrupt the service.`,
      ],
    },
    {
      id: 'rights',
      heading: 'Copyright and trademarks',
      blocks: [
        `The copyright in texts and drawings belongs to ${site.legalName}. You may quote them with attribution. Product and framework names are trademarks of their owners; naming them here does not imply a partnership or an endorsement.`,
      ],
    },
    {
      id: 'liability',
      heading: 'Liability',
      blocks: [
        'As far as the law permits, we exclude liability for damage arising from the use of this website, from its unavailability, and from the content of linked sites. We do not exclude liability for unlawful intent or gross negligence.',
      ],
    },
    {
      id: 'law',
      heading: 'Applicable law and jurisdiction',
      blocks: [
        `Swiss law applies. The courts of the ${site.canton} have jurisdiction, unless mandatory law, in particular consumer protection law, provides otherwise.`,
      ],
    },
  ],
  closing: termsClosing,
}
