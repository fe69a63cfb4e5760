// The local inbox: maildev, with a Reply on each mail, and a page of mailboxes. Arguments: SMTP port, web port, folder of the
// mails, and with mail in the LMTP port and the address base of `REPLY_ADDRESS`, whose mails it hands to the worker, and perhaps
// the public address, whose mails it hands over, too.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import maildev from 'maildev'
import { forwardOurs } from './forward.mjs'
import { mailboxes } from './mailboxes.mjs'
import { reply, write } from './reply.mjs'

const [smtp, web, mailDirectory, lmtp, base, open] = process.argv.slice(2)
const ways = { smtp: Number(smtp), lmtp: Number(lmtp), base, open }
const LARGEST = 40 * 1024 * 1024

const mails = maildev({ smtp, web, ip: '127.0.0.1', webIp: '127.0.0.1', mailDirectory, hideExtensions: [] })
mails.listen()
if (base) forwardOurs(mails, mailDirectory, ways)

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
  if (replied) return take(request, response, async (said) => reply(await found('getEmail', replied[1]), said, ways))
  if (request.method === 'POST' && pathname === '/write') return take(request, response, (mail) => write(mail, ways))
  if (pathname === '/mailboxes') return showMailboxes(response)
  for (const other of others) other.call(server, request, response)
})

function answer(response, status, type, body) {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' })
  response.end(body)
}

const json = (response, status, value) => answer(response, status, 'application/json', JSON.stringify(value))

/** What maildev calls back with. */
const found = (method, ...args) =>
  new Promise((done, fail) => mails[method](...args, (error, result) => (error ? fail(error) : done(result))))

async function showMailboxes(response) {
  answer(response, 200, 'text/html; charset=utf-8', mailboxes(await found('getAllEmail'), open))
}

/** Reads JSON, and writes a mail by it. A page of another origin must not write mails. */
async function take(request, response, send) {
  const { origin, host } = request.headers
  if (origin !== undefined && origin !== `http://${host}`) return json(response, 403, { error: 'another origin' })
  try {
    json(response, 200, await send(JSON.parse(await read(request))))
  } catch (error) {
    json(response, 502, { error: error.response ?? error.message })
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
