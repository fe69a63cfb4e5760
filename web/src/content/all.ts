import * as de from './de'
import * as en from './en'
import * as fr from './fr'
import * as it from './it'
import type { Language } from './languages'
import type { Translated } from './types'

/** The texts of every language: for the build and the tests, never for the browser. A missing text does not compile. */
export const texts = { en, de, fr, it } satisfies Record<Language, Translated<typeof en>>
