// The local inbox: maildev, with a Reply on each mail. Arguments: SMTP port, web port, folder of the mails, and with
// mail in the LMTP port and the address base of `REPLY_ADDRESS`, whose mails it hands to the worker.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import maildev from 'maildev'
import { forwardOurs } from './forward.mjs'
import { reply } from './reply.mjs'

const [smtp, web, mailDirectory, lmtp, base] = process.argv.slice(2)
const LARGEST = 40 * 1024 * 1024

const mails = maildev({ smtp, web, ip: '127.0.0.1', webIp: '127.0.0.1', mailDirectory, hideExtensions: [] })
mails.listen()
if (base) forwardOurs(mails, mailDirectory, { lmtp: Number(lmtp), base })

const file = (name, type) => ({ type, body: readFileSync(new URL(name, import.meta.url)) })
const require = createRequire(import.meta.url)
const index = readFileSync(require.resolve('maildev/app/index.html'), 'utf8')
const ours = {
  '/': {
    type: 'text/html; charset=utf-8',
    body: index.replace('</head>', '<link rel="stylesheet" href="reply.css"><script type="module" src="reply.js"></script></head>'),
  },
  '/reply.js': file('page.js', 'text/javascript; charset=utf-8'),
  '/reply.css': file('page.css', 'text/css; charset=utf-8'),
}

// maildev offers no hook for pages of others, so these come before its own.
const { server } = require('maildev/lib/web')
const others = server.listeners('request')
server.removeAllListeners('request')
server.on('request', (request, response) => {
  const { pathname } = new URL(request.url, 'http://inbox')
  const page = request.method === 'GET' && ours[pathname]
  const replied = request.method === 'POST' && /^\/email\/([A-Za-z0-9_-]+)\/reply$/.exec(pathname)
  if (page) return answer(response, 200, page.type, page.body)
  if (replied) return takeReply(request, response, replied[1])
  for (const other of others) other.call(server, request, response)
})

function answer(response, status, type, body) {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' })
  response.end(body)
}

/** `{ text, files: [{ name, base64 }] }`. A page of another origin must not write mails. */
async function takeReply(request, response, id) {
  const json = (status, value) => answer(response, status, 'application/json', JSON.stringify(value))
  const { origin, host } = request.headers
  if (origin !== undefined && origin !== `http://${host}`) return json(403, { error: 'another origin' })
  try {
    const { text, files = [] } = JSON.parse(await read(request))
    const mail = await new Promise((done, fail) => {
      mails.getEmail(id, (error, found) => (error ? fail(error) : done(found)))
    })
    json(200, await reply(mail, { text, files }, { smtp: Number(smtp), lmtp: Number(lmtp), base }))
  } catch (error) {
    json(502, { error: error.response ?? error.message })
  }
}

async function read(request) {
  const chunks = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > LARGEST) throw new Error('the answer is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
