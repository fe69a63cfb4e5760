/**
 * Replaces lone surrogates, which a cut-off emoji leaves behind: JSON on the server refuses them and
 * `encodeURIComponent` throws on them.
 */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD')
}
