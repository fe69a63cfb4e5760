import { deletionArticle } from '#texts/articles/deletion'
import { DeletionTimeline } from '../../pictures/deletion-timeline'
import { ArticlePage } from '../../templates/article'

export default function DeletionArticle() {
  return <ArticlePage page={deletionArticle} picture={<DeletionTimeline />} />
}
