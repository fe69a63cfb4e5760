import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver } from 'react-hook-form'
import type { InquiryValues } from './inquiry'
import { inquirySchema } from './schema'

export { suggestedAddress } from './suggested-address'

const resolve = zodResolver(inquirySchema) as unknown as Resolver<InquiryValues>

/** Validates what `read` returns instead of react-hook-form's copy, so that the values are read in one way. */
export function inquiryRules(read: () => InquiryValues): Resolver<InquiryValues> {
  return (_, context, options) => {
    const values = read()
    // The schema has no empty choice.
    const payload = { ...values, desiredConsultants: values.desiredConsultants || undefined }
    return resolve(payload as InquiryValues, context, options)
  }
}
