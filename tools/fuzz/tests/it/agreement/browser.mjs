// What the form says of each payload, against what the server said. Runs in `web/`; the argument is a file of lines
// `{"payload": …, "fields": {name: message}}`.

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { argv, cwd, exit } from 'node:process'
import { isDeepStrictEqual } from 'node:util'
import { pathToFileURL } from 'node:url'

const { runnerImport } = await import(pathToFileURL(resolve('node_modules/vite/dist/node/index.js')))
// As vite.config.ts does for the build of each language.
const english = { resolve: { alias: { '#texts': resolve('src/content/en') } }, define: { __LANGUAGE__: '"en"' } }
const schema = resolve('src/features/contact/schema.ts')
const { inquirySchema } = (await runnerImport(schema, { root: cwd(), configFile: false, logLevel: 'error', ...english })).module

/** The first message of every field that breaks a rule, as the form shows it. */
function refusedFields(payload) {
  const fields = {}
  for (const issue of inquirySchema.safeParse(payload).error?.issues ?? []) fields[String(issue.path[0])] ??= issue.message
  return fields
}

/**
 * What the server refuses, without a name in A-labels that the form takes: which names exist depends on the version of
 * Unicode and on hyphens behind the label, and a browser cannot see behind it. The server decides.
 */
function decidable({ email, ...others }, payload, ours) {
  const isUndecided = ours.email === undefined && /@.*xn--/i.test(String(payload.email))
  return isUndecided || email === undefined ? others : { email, ...others }
}

let compared = 0
let different = 0
// Not by `readline`, which takes U+2028 for the end of a line.
for (const line of readFileSync(argv[2], 'utf8').trimEnd().split('\n')) {
  const { payload, fields } = JSON.parse(line)
  // In the name of a domain, a newer version of Unicode leaves this character out, and an older one refuses it.
  if (/\u180e/.test(payload.email)) continue
  const ours = refusedFields(payload)
  compared += 1
  if (isDeepStrictEqual(ours, decidable(fields, payload, ours))) continue
  different += 1
  if (different <= 10) console.log(`form ${JSON.stringify(ours)}, server ${JSON.stringify(fields)}: ${JSON.stringify(payload)}`)
}
console.log(`agreement: ${compared} compared, ${different} different`)
exit(compared > 0 && different === 0 ? 0 : 1)
