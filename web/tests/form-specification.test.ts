import { describe, expect, it } from 'vitest'
import api from '../../api/openapi.json'
import { texts } from '../src/content/all'
import { copiedMilliseconds, fieldLimits, toastMilliseconds } from '../src/content/constants'
import * as contact from '../src/content/en/contact'
import { site } from '../src/content/en/site'
import { programsOf } from '../src/content/pages'
import type { FieldText } from '../src/content/types'

const programs = programsOf(texts.en)

describe('the form’s texts', () => {
  it('are the messages of the specification', () => {
    expect(contact.messages).toEqual({
      firstName: {
        required: 'First name is required',
        tooLong: 'First name must be less than 50 characters',
      },
      lastName: { required: 'Last name is required', tooLong: 'Last name must be less than 50 characters' },
      company: { required: 'Company is required', tooLong: 'Company must be less than 100 characters' },
      email: { invalid: 'Invalid email address', tooLong: 'Email must be less than 255 characters' },
      phone: { tooShort: 'Phone number must be at least 5 characters' },
      contactReason: { required: 'Please select a reason for contact' },
      message: { required: 'Message is required', tooLong: 'Message must be less than 1000 characters' },
      consent: { required: 'You must agree to the privacy policy' },
      gdprConsent: { required: 'GDPR/CCPA consent is required' },
    })
  })

  it('are the toasts, limits and times of the specification', () => {
    expect(contact.toasts.success).toBe("Message sent successfully! We'll get back to you soon.")
    expect(contact.toasts.failure).toBe(`Failed to send message. Please contact us directly at ${site.email}`)
    expect(toastMilliseconds).toEqual({ success: 5000, error: 8000 })
    expect([contact.form.submitting, contact.directContact.copy.done]).toEqual(['Sending...', 'Copied!'])
    expect(copiedMilliseconds).toBe(2000)
    const { firstName, lastName, company, email, country, phone, phoneMinimum, message } = fieldLimits
    expect([firstName, lastName, company, email, country, phone, phoneMinimum, message]).toEqual([
      50, 50, 100, 255, 56, 40, 5, 1000,
    ])
    expect([fieldLimits.consultantsMinimum, fieldLimits.consultantsMaximum]).toEqual([1, 8])
    expect(Object.values(contact.botCheckErrors)).toEqual([
      'No response received',
      'Failed to get response',
      'Timeout',
    ])
  })

  it('are those of the fields that the api takes, with its options', () => {
    const { schemas } = api.components
    for (const [name, { options }] of Object.entries<FieldText>(contact.fields)) {
      expect(schemas.Inquiry.properties).toHaveProperty(name)
      const list = schemas[name.replace(/^./, (first) => first.toUpperCase()) as 'Program']
      expect(options?.map(({ value }) => value)).toEqual(list?.enum)
    }
  })

  it('offer every reason and program of the specification', () => {
    expect(contact.contactReasons.map(({ value }) => value)).toEqual([
      'threat-detection-response',
      'devsecops',
      'cloud-security',
      'vulnerability-management',
      'security-awareness',
      'security-assessment',
      'incident-response',
      'partnership',
      'reselling',
      'other',
    ])
    expect(contact.programOptions.map(({ value }) => `/programs/${value}`)).toEqual(
      programs.map(({ path }) => path),
    )
  })

  it('promise what the specification promises', () => {
    expect(contact.directContact.location).toBe('Zurich, Switzerland')
    expect(contact.directContact.privacyNote).toContain('Swiss-hosted privacy services')
    expect(contact.directContact.urgentNote).toContain('within 24 hours')
    expect(contact.contactPage.hero.lead).toContain('The first consultation is free.')
  })
})
