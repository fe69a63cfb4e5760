import type { LegalPage } from './types'

/** The page as plain text: what a visitor agreed to, for the digest that is kept as evidence. The day's date is not part of it. */
export function legalText({ hero, sections }: LegalPage): string {
  const numbered = sections.map(({ heading, blocks }, index) => {
    const body = blocks.map((block) =>
      typeof block === 'string' ? block : block.map((point) => `- ${point}`).join('\n'),
    )
    return [`${index + 1}. ${heading}`, ...body].join('\n')
  })
  return [hero.heading.replaceAll('\u00ad', ''), hero.lead, ...numbered].join('\n\n')
}
