import { isAddress } from './schema'

/** Where many people have their mail. */
const PROVIDERS =
  'gmail.com googlemail.com hotmail.com outlook.com icloud.com yahoo.com protonmail.com bluewin.ch hispeed.ch sunrise.ch'.split(
    ' ',
  )

/** Providers too, although each looks like a typing error in one of the others. */
const OTHERS = ['mail.com', 'email.com', 'ymail.com']

/** Whether one letter is missing, one too many or another, or two are swapped. */
function isOneErrorFrom(name: string, typed: string): boolean {
  let at = 0
  while (name[at] && name[at] === typed[at]) at++
  const [meant, found] = [name.slice(at), typed.slice(at)]
  const [a = '', b = ''] = meant
  return [meant.slice(1), found[0] + meant, found[0] + meant.slice(1), b + a + meant.slice(2)].includes(found)
}

/**
 * What was probably meant: the address alone, without the name, the dot or the comma that came along, and a provider's
 * domain without a typing error. Nothing if that is what was typed, or still no address.
 */
export function suggestedAddress(typed: string): string | undefined {
  const text = typed.trim()
  const alone = (/<(.*)>/.exec(text)?.[1] ?? text.replace(/^mailto:/i, ''))
    .replace(/\s|[.,;]+$/g, '')
    .replaceAll(',', '.')
  const meant = alone.replace(/[^@]*$/, (domain) => {
    const name = domain.toLowerCase()
    const isKnown = [...PROVIDERS, ...OTHERS].includes(name)
    return (!isKnown && PROVIDERS.find((provider) => isOneErrorFrom(provider, name))) || domain
  })
  return meant !== text && isAddress(meant) ? meant : undefined
}
