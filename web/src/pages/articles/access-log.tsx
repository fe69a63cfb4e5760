import { accessLogArticle } from '#texts/articles/access-log'
import { ArticlePage } from '../../templates/article'

export default function AccessLogArticle() {
  return <ArticlePage page={accessLogArticle} />
}
