import type { Article } from '../../types'
import { botCheckArticle } from './bot-check'
import { deletionArticle } from './deletion'
import { mailOutageArticle } from './mail-outage'

/** The newest first. For the build and the tests: the browser loads one at a time. */
export const articles: readonly Article[] = [deletionArticle, botCheckArticle, mailOutageArticle]
