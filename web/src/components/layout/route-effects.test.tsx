import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { paths } from '#texts/paths'
import type { RoutePath } from '../../content/addresses'
import { registerPages } from '../../page-cache'
import { Router } from '../../router'
import { AppLink } from '../ui/app-link'
import { RouteEffects } from './route-effects'

const empty = () => Promise.resolve({ default: () => null })
registerPages(() => empty, empty)
afterEach(() => {
  cleanup()
  document.head.replaceChildren()
})

function follow(to: RoutePath) {
  history.replaceState(null, '', paths.services)
  window.scrollTo = () => {}
  render(
    <Router>
      <AppLink to={to}>go</AppLink>
      <section id="facts" />
      <RouteEffects />
    </Router>,
  )
  fireEvent.click(screen.getByRole('link'))
}

test('after a navigation, the head does not name the first page as a translation of the new one', () => {
  document.head.innerHTML = '<link rel="alternate" hreflang="de" href="/de/leistungen">'
  follow(paths.about)
  expect(document.querySelector('link[hreflang]')).toBeNull()
})

test('a link to a section of another page leads to the section', () => {
  const scroll = vi.fn()
  Element.prototype.scrollIntoView = scroll
  follow(`${paths.about}#facts` as RoutePath)
  expect(scroll.mock.contexts).toEqual([document.getElementById('facts')])
})
