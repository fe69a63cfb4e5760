import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { App } from './app'
import { preload } from './page-cache'

export { consentTexts } from './content/contact'
export { legalText } from './content/legal-text'
export { paths, redirects, routePaths } from './content/paths'
export { privacyPolicy } from './content/privacy-policy'
export { site } from './content/site'
export { llmsText } from './llms'
export { structuredData } from './structured-data'

/** The page at an address as HTML; React puts its head elements in front of it. */
export async function render(path: string): Promise<string> {
  await preload(path).promise
  return renderToString(
    <StaticRouter location={path}>
      <App />
    </StaticRouter>,
  )
}
