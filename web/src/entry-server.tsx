import { renderToString } from 'react-dom/server'
import { App } from './app'
import { preload, registerPages } from './page-cache'
import { Router } from './router'
import { notFound, pages } from './routes'

export { articles } from './content/articles'
export { blogPage } from './content/blog'
export { consentTexts } from './content/contact'
export { homePage } from './content/home'
export { legalText } from './content/legal-text'
export { paths, redirects, routePaths } from './content/paths'
export { privacyPolicy } from './content/privacy-policy'
export { pgpKey, site } from './content/site'
export { llmsText } from './llms'
export { structuredData } from './structured-data'

registerPages(pages, notFound)

/** Renders the page of a path to HTML. React puts the head elements first. */
export async function render(path: string): Promise<string> {
  await preload(path).promise
  return renderToString(
    <Router path={path}>
      <App />
    </Router>,
  )
}
