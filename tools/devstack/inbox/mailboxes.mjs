// The mails by recipient, as mail clients list them, and a form that writes a new one.

/** A mail as a list shows it. Clients take the preview from the beginning of the HTML. */
function listed({ id, from, to, subject, html, text }) {
  const body = html ? html.replace(/^[\s\S]*<body[^>]*>/i, '').replace(/<style[\s\S]*?<\/style>|<[^>]+>/gi, ' ') : (text ?? '')
  const words = body.replace(/&(#?\w+);/g, unescaped).split(/\s+/).filter(Boolean).join(' ')
  return { id, to: to[0].address, sender: from[0].name || from[0].address, subject, preview: words.slice(0, 120) }
}

function unescaped(entity, name) {
  const known = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', '#39': "'", '#34': '"', '#38': '&', '#60': '<', '#62': '>' }
  return known[name] ?? entity
}

const escaped = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)

/** `open`: the public address, if new inquiries come by mail. */
export function mailboxes(mails, open = '') {
  const newest = mails.map(listed).toReversed()
  const row = ({ id, sender, subject, preview }) =>
    `<li><a href="/#/email/${id}"><b>${escaped(sender)}</b> ${escaped(subject)} <i>${escaped(preview)}</i></a></li>`
  const boxes = [...new Set(newest.map(({ to }) => to))].sort().map((box) => {
    const own = newest.filter(({ to }) => to === box)
    return `<details open><summary>${escaped(box)} (${own.length})</summary><ul>${own.map(row).join('')}</ul></details>`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Mailboxes</title><link rel="stylesheet" href="/reply.css">
<main class="mailboxes"><h1>Mailboxes</h1><p><a href="/">All mails</a></p>${boxes.join('') || '<p>No mails yet.</p>'}
<form><h2>Write</h2><label>From <input name="from" type="email" required></label>
<label>To <input name="to" type="email" required value="${escaped(open)}"></label>
<label>Subject <input name="subject" required></label><label>Text <textarea name="text" rows="8" required></textarea></label>
<p><button>Send</button> <output></output></p></form></main>
<script type="module">
const form = document.forms[0]
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const body = JSON.stringify(Object.fromEntries(new FormData(form)))
  const response = await fetch('/write', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
  const said = await response.json()
  form.querySelector('output').textContent = response.ok ? 'Sent by ' + said.way + ': ' + said.response : 'Not sent: ' + said.error
})
</script>`
}
