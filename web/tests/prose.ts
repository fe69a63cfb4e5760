/** Visits every string below a value, with its key. */
export function visitStrings(value: unknown, visit: (text: string, key: string) => void, key = ''): void {
  if (typeof value === 'string') visit(value, key)
  else if (Array.isArray(value)) for (const item of value) visitStrings(item, visit, key)
  else if (value && typeof value === 'object')
    for (const [name, item] of Object.entries(value)) visitStrings(item, visit, name)
}

/** What a visitor reads: neither addresses nor the values that programs use. */
export function proseOf(value: unknown): string[] {
  const prose: string[] = []
  const silent = new Set([
    'author',
    'listing',
    'path',
    'href',
    'url',
    'id',
    'icon',
    'value',
    'kind',
    'linkedin',
    'slug',
    'reason',
    'program',
    'to',
  ])
  visitStrings(value, (text, key) => {
    if (!silent.has(key)) prose.push(text)
  })
  return prose
}
