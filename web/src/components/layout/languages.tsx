import type { MouseEvent } from 'react'
import { paths } from '#texts/paths'
import { inLanguage, language, languageNames, languages } from '../../content/languages'
import { handOver } from '../../hand-over'
import { useRouter } from '../../router'

/** The server leads to the page's own address, and keeps the query. */
const withQuery = ({ currentTarget: link }: MouseEvent<HTMLAnchorElement>) => {
  link.search = location.search
  handOver()
}

/** The page in another language. Of a page that does not exist, home. */
export function pageIn(other: string, path: string): string {
  const known: readonly string[] = Object.values(paths)
  return inLanguage(other, known.includes(path) ? path : paths.home)
}

/** The page in every language. What was typed into the form goes along. */
export function Languages({ className, linkClass }: { className: string; linkClass: string }) {
  const { path } = useRouter().place
  return (
    <ul className={className}>
      {languages.map((other) => (
        <li key={other}>
          {other === language ? (
            <span className={linkClass} aria-current="true">
              {languageNames[other]}
            </span>
          ) : (
            <a
              href={pageIn(other, path)}
              hrefLang={other}
              lang={other}
              className={linkClass}
              onClick={withQuery}
            >
              {languageNames[other]}
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
