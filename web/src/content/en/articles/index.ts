import type { Article } from '../../types'
import { accessLogArticle } from './access-log'
import { botCheckArticle } from './bot-check'
import { deletionArticle } from './deletion'
import { detectionRuleArticle } from './detection-rule'
import { mailOutageArticle } from './mail-outage'
import { takeoverArticle } from './takeover'

/** The newest first. For the build and the tests: the browser loads one at a time. */
export const articles: readonly Article[] = [
  takeoverArticle,
  detectionRuleArticle,
  accessLogArticle,
  deletionArticle,
  botCheckArticle,
  mailOutageArticle,
]
