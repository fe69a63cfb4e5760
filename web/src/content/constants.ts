/** Figures that several places of the site use. */

export const urgentResponseHours = 24
export const responseWorkingDays = 2
/** How long a backup may live after what it holds was deleted. */
export const backupDays = 35
export const dataSubjectAnswerDays = 30
export const minimumAge = 16

/** Limits of the form, in UTF-16 code units, each inclusive. */
export const fieldLimits = {
  firstName: 50,
  lastName: 50,
  company: 100,
  email: 255,
  country: 56,
  phoneMinimum: 5,
  phone: 40,
  message: 1000,
  consultantsMinimum: 1,
  consultantsMaximum: 8,
} as const

export const toastMilliseconds = { success: 5000, error: 8000 } as const
export const copiedMilliseconds = 2000
