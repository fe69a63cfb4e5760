/** The Chromium that measures: the system's, or `CHROMIUM_PATH`, the same for Lighthouse and for the input events. */
export const chromiumPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

export const chromiumFlags = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const siteUrl = process.env.SITE_URL ?? 'http://127.0.0.1:8080'

/** The value of `--name=5` in the arguments, or the default. */
export function numberFrom(args: string[], name: string, usual: number): number {
  return Number(args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ?? usual)
}

export const pathsFrom = (args: string[]) => args.filter((arg) => arg.startsWith('/'))

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
