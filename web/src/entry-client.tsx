import './styles/app.css'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { App } from './app'
import { muteControls } from './hydrated'
import { preload } from './page-cache'

const container = document.getElementById('root')
if (!container) throw new Error('the page has no #root element')

const app = (
  <BrowserRouter>
    <App />
  </BrowserRouter>
)

if (container.hasChildNodes()) {
  // Awaiting the page's module first keeps the prerendered page from flashing away; the transition slices the work.
  await preload(location.pathname).promise
  if (container.querySelector('form')) muteControls()
  startTransition(() => {
    hydrateRoot(container, app)
  })
} else {
  createRoot(container).render(app)
}
