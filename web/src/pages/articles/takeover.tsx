import { takeoverArticle } from '#texts/articles/takeover'
import { ArticlePage } from '../../templates/article'

export default function TakeoverArticle() {
  return <ArticlePage page={takeoverArticle} />
}
