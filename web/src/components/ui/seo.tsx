import type { Page } from '../../content/types'

/** Head elements of a page; React places them in the head and replaces them on navigation. */
export function Seo({ page }: { page: Pick<Page, 'title' | 'description'> & { path?: Page['path'] } }) {
  return (
    <>
      <title>{page.title}</title>
      <meta name="description" content={page.description} />
      {page.path ? (
        <link rel="canonical" href={__PUBLIC_URL__ + page.path} />
      ) : (
        <meta name="robots" content="noindex" />
      )}
    </>
  )
}
