import './styles/app.css'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app'
import { preload, registerPages } from './page-cache'
import { notFound as lost, pageAt as pageInBrowser } from './prerendered-pages'
import { Router } from './router'

const container = document.getElementById('root')
if (!container) throw new Error('the page has no #root element')

// The development server prerenders nothing.
const { pageAt, notFound } = import.meta.env.DEV
  ? await import('./routes')
  : { pageAt: pageInBrowser, notFound: lost }
registerPages(pageAt, notFound)

const app = (
  <Router>
    <App />
  </Router>
)
if (container.hasChildNodes()) {
  // Without the page's module, the first render would replace the prerendered page by nothing.
  await preload(location.pathname).promise
  // A transition: React hydrates in slices instead of one long task.
  startTransition(() => void hydrateRoot(container, app))
} else {
  createRoot(container).render(app)
}
