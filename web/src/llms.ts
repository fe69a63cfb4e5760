import { articles } from '#texts/articles'
import { homePage } from '#texts/home'
import { menus } from '#texts/nav'
import { site } from '#texts/site'
import { inLanguage, languageNames, languages } from './content/languages'

/** llms.txt: the site's map in words, for readers that are programs. */
export function llmsText(base: string): string {
  const list = (heading: string, lines: readonly string[]) => [`## ${heading}`, ...lines].join('\n')
  const sections = menus.map(({ label, items }) =>
    list(
      label,
      items.map((item) => `- [${item.label}](${base}${item.href}): ${item.description}`),
    ),
  )
  return [
    `# ${site.name}`,
    `> ${homePage.description}`,
    ...sections,
    list(
      'Articles',
      articles.map(
        (article) => `- [${article.hero.heading}](${base}${article.path}): ${article.description}`,
      ),
    ),
    list(
      'Other languages',
      languages.slice(1).map((other) => `- [${languageNames[other]}](${base}${inLanguage(other, '/')})`),
    ),
    `## Contact\n- [Contact](${base}/contact): inquiry form; the first consultation is free\n- ${site.email}, ${site.location}`,
    '',
  ].join('\n\n')
}
