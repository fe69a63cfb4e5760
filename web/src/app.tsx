import { use } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { ErrorBoundary } from './components/error-boundary'
import { Layout } from './components/layout/layout'
import { redirects } from './content/paths'
import { preload, withoutTrailingSlash } from './page-cache'

const targets: Record<string, string | undefined> = redirects

function CurrentPage() {
  const path = withoutTrailingSlash(useLocation().pathname)
  const target = targets[path]
  if (target) return <Navigate to={target} replace />
  return <LoadedPage path={path} />
}

function LoadedPage({ path }: { path: string }) {
  const entry = preload(path)
  entry.visited = true
  const Content = use(entry.promise)
  return <Content key={path} />
}

export function App() {
  return (
    <ErrorBoundary>
      <Layout>
        <CurrentPage />
      </Layout>
    </ErrorBoundary>
  )
}
