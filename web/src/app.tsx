import { use } from 'react'
import { ErrorBoundary } from './components/error-boundary'
import { Layout } from './components/layout/layout'
import { preload } from './page-cache'
import { usePlace } from './router'

function CurrentPage() {
  const { path } = usePlace()
  const entry = preload(path)
  entry.visited = true
  const Page = entry.page ?? use(entry.promise)
  return <Page key={path} />
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
