import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver } from 'react-hook-form'
import type { InquiryValues } from './inquiry'
import { inquirySchema } from './schema'

const resolve = zodResolver(inquirySchema) as unknown as Resolver<InquiryValues>

/** The empty choice is the only value of a control that the payload does not know. */
export const inquiryRules: Resolver<InquiryValues> = (values, context, options) => {
  const payload = { ...values, desiredConsultants: values.desiredConsultants || undefined }
  return resolve(payload as InquiryValues, context, options)
}
