import type { RoutePath } from './addresses'

/** The languages of the site; the first stands at the root. A new one needs a folder like `en/` and its line in `all.ts`. */
export const languages = ['en', 'de', 'fr', 'it'] as const

export type Language = (typeof languages)[number]

/** In a browser, that of the page. */
export const language = __LANGUAGE__

export const locale = language === 'en' ? 'en-GB' : `${language}-CH`

export const homePath = (language === 'en' ? '/' : `/${language}`) as RoutePath

/** Each in itself, as its speakers look for it. */
export const languageNames: Record<string, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  it: 'Italiano',
}

/** A page in another language, by the address that it has in this one: the server knows the other address. */
export function inLanguage(other: string, path: string, own: string = language): string {
  const slug = own === 'en' ? path : path.slice(own.length + 1)
  return `/${other}${slug === '/' ? '' : slug}`
}
