import { homePage } from '#texts/home'
import { menus } from '#texts/nav'
import { site } from '#texts/site'

/** llms.txt: the site's map in words, for readers that are programs. */
export function llmsText(base: string): string {
  const sections = menus.map((menu) =>
    [
      `## ${menu.label}`,
      ...menu.items.map((item) => `- [${item.label}](${base}${item.href}): ${item.description}`),
    ].join('\n'),
  )
  return [
    `# ${site.name}`,
    `> ${homePage.description}`,
    ...sections,
    `## Contact\n- [Contact](${base}/contact): inquiry form; the first consultation is free\n- ${site.email}, ${site.location}`,
    '',
  ].join('\n\n')
}
