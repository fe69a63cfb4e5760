import { detectionRuleArticle } from '#texts/articles/detection-rule'
import { ArticlePage } from '../../templates/article'

export default function DetectionRuleArticle() {
  return <ArticlePage page={detectionRuleArticle} />
}
