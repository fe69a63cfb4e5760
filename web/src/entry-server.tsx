import { renderToString } from 'react-dom/server'
import { paths } from '#texts/paths'
import { App } from './app'
import { type PageLoader, preload, registerPages } from './page-cache'
import { Router } from './router'
import { notFound, pageAt } from './routes'

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

/** Marks the HTML that stays as it is in the browser: all but the form and the not-found page. */
const still =
  (loader: PageLoader): PageLoader =>
  async () => {
    const { default: Page } = await loader()
    const Still = () => (
      <div data-prerendered="">
        <Page />
      </div>
    )
    return { default: Still }
  }

registerPages((path) => {
  const loader = pageAt(path)
  return path === paths.contact || loader === notFound ? loader : still(loader)
}, notFound)

/** Renders the page of a path to HTML. React puts the head elements first. */
export async function render(path: string): Promise<string> {
  await preload(path).promise
  return renderToString(
    <Router path={path}>
      <App />
    </Router>,
  )
}
