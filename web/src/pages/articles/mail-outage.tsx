import { mailOutageArticle } from '#texts/articles/mail-outage'
import { RetryTimeline } from '../../pictures/retry-timeline'
import { ArticlePage } from '../../templates/article'

export default function MailOutageArticle() {
  return <ArticlePage page={mailOutageArticle} picture={<RetryTimeline />} />
}
