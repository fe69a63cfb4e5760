import { renderToString } from 'react-dom/server'
import { App } from './app'
import { preload, registerPages } from './page-cache'
import { Router } from './router'
import { notFound, pages } from './routes'

export { articles } from '#texts/articles'
export { blogPage } from '#texts/blog'
export { consentTexts } from '#texts/contact'
export { homePage } from '#texts/home'
export { paths } from '#texts/paths'
export { privacyPolicy } from '#texts/privacy-policy'
export { pgpKey, site } from '#texts/site'
export { legalText } from './content/legal-text'
export { llmsText } from './llms'
export { sharePictureOf, structuredData } from './structured-data'

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
