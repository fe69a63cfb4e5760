import { deletionArticle } from '../../content/articles/deletion'
import { DeletionTimeline } from '../../pictures/deletion-timeline'
import { ArticlePage } from '../../templates/article'

export default function DeletionArticle() {
  return <ArticlePage page={deletionArticle} picture={<DeletionTimeline />} />
}
