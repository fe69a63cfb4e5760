import type { MouseEvent } from 'react'
import { homePath, inLanguage, language, languageNames, languages } from '../../content/languages'
import { handOver } from '../../hand-over'
import { isPage } from '../../page-cache'
import { usePlace } from '../../router'

/** The server leads to the page's own address, and keeps the query. */
const withQuery = ({ currentTarget: link }: MouseEvent<HTMLAnchorElement>) => {
  link.search = location.search
  handOver()
}

/** The page in another language. Of a page that does not exist, home. */
export function pageIn(other: string, path: string): string {
  return inLanguage(other, isPage(path) ? path : homePath)
}

/** The page in every language. What was typed into the form goes along. */
export function Languages({ className, linkClass }: { className: string; linkClass: string }) {
  const { path } = usePlace()
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
