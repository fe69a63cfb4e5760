import type { RefObject } from 'react'
import { mailFallback as texts } from '#texts/contact'
import { site } from '#texts/site'
import { CopyButton } from '../../components/ui/copy-button'
import type { InquiryValues } from './inquiry'
import { inquiryText, mailLink } from './mail-link'
import { useTypedValues } from './typed-values'

interface Props {
  form: RefObject<HTMLFormElement | null>
}

export const inquiryMailLink = (values: Partial<InquiryValues>) =>
  mailLink(site.email, texts.subject, inquiryText(values))

/** The ways to send the typed text without the form. */
export function MailActions({ form }: Props) {
  const values = useTypedValues(form)
  return (
    <>
      <a className="link inline-flex min-h-11 items-center" href={inquiryMailLink(values)}>
        {texts.link}
      </a>
      <CopyButton value={inquiryText(values)} texts={texts.copy} />
      <a className="link inline-flex min-h-11 items-center break-all" href={`mailto:${site.email}`}>
        {site.email}
      </a>
    </>
  )
}
