import { botCheckArticle } from '#texts/articles/bot-check'
import { ProofOfWork } from '../../pictures/proof-of-work'
import { ArticlePage } from '../../templates/article'

export default function BotCheckArticle() {
  return <ArticlePage page={botCheckArticle} picture={<ProofOfWork />} />
}
