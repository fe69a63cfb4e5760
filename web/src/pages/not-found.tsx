import { useEffect } from 'react'
import { notFound as page } from '#texts/not-found'
import { closestPages, pageLabel } from '../closest-pages'
import { AppLink } from '../components/ui/app-link'
import { ButtonLink } from '../components/ui/links'
import { CallLine } from '../components/ui/phone'
import { Seo } from '../components/ui/seo'
import { useHydrated } from '../hydrated'
import { usePlace } from '../router'

export default function NotFound() {
  const { path } = usePlace()
  // One prerendered page answers every unknown address, so the address counts only after hydration.
  const attempted = useHydrated() ? path : ''

  useEffect(() => {
    console.log(`No page at ${path}`)
  }, [path])

  return (
    <>
      <Seo page={page} />
      <div className="wrap grid12 gap-y-10 py-12 md:py-20">
        <div className="col-span-12 lg:col-span-8">
          <h1 tabIndex={-1} className="tabular text-display text-red">
            {page.heading}
          </h1>
          <p className="mt-6 font-bold text-h2 text-ink leading-tight tracking-tight">{page.text}</p>
          <p className="mt-10 flex flex-wrap gap-3">
            <ButtonLink cta={page.home} />
            <ButtonLink cta={page.report} plain />
          </p>
          <CallLine className="mt-6" />
        </div>
        <div className="col-span-12 lg:col-span-4">
          <h2 className="text-h3">{page.closestHeading}</h2>
          <ul className="mt-4">
            {closestPages(attempted).map((path) => (
              <li key={path} className="border-line border-t">
                <AppLink
                  to={path}
                  className="flex min-h-12 items-center justify-between gap-4 text-ink hover:text-red"
                >
                  {pageLabel(path)}
                  <span className="label">{path}</span>
                </AppLink>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </>
  )
}
