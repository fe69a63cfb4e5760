/** What the change does with a line, the line's depth in the document, and its text. */
type ChangeLine = readonly [change: 'keep' | 'remove' | 'add', depth: number, text: string]

interface ChangedFile {
  readonly name: string
  readonly lines: readonly ChangeLine[]
}

/** The change that a service page shows as a sample. */
export const files: readonly ChangedFile[] = [
  {
    name: 'assignments/no-public-blobs.json',
    lines: [
      ['keep', 0, '{'],
      ['keep', 1, '"scope": "managementGroups/workloads",'],
      ['remove', 1, '"enforcementMode": "DoNotEnforce"'],
      ['add', 1, '"enforcementMode": "Default"'],
      ['keep', 0, '}'],
    ],
  },
  {
    name: 'exemptions/website.json',
    lines: [
      ['add', 0, '{'],
      ['add', 1, '"displayName": "Product images",'],
      ['add', 1, '"expiresOn": "2027-03-31T00:00:00Z"'],
      ['add', 0, '}'],
    ],
  },
]
