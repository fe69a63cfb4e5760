// Reply, on the page of a mail.
const bar = document.createElement('form')
bar.className = 'reply'
bar.innerHTML = `
  <p class="reply-head"><span></span><button type="button" class="reply-open">Reply</button></p>
  <div class="reply-body" hidden>
    <label>Your answer <textarea name="text" rows="6" required></textarea></label>
    <label>Attachments <input name="files" type="file" multiple></label>
    <p><button type="submit">Send</button> <output></output></p>
  </div>`
const [head, open, body, output] = ['span', '.reply-open', '.reply-body', 'output'].map((part) => bar.querySelector(part))

const shownId = () => /^#\/email\/([A-Za-z0-9_-]+)/.exec(location.hash)?.[1]

async function show() {
  const id = shownId()
  bar.remove()
  if (!id) return
  const mail = await (await fetch(`email/${id}`)).json()
  if (id !== shownId()) return
  const to = (mail.replyTo?.[0] ?? mail.from[0]).address
  head.textContent = `As ${mail.to[0].address} to ${to}`
  body.hidden = true
  output.textContent = ''
  bar.reset()
  document.body.append(bar)
}

open.addEventListener('click', () => {
  body.hidden = !body.hidden
  if (!body.hidden) bar.elements.text.focus()
})

bar.addEventListener('submit', async (event) => {
  event.preventDefault()
  output.textContent = 'Sending'
  const files = await Promise.all([...bar.elements.files.files].map(read))
  const response = await fetch(`email/${shownId()}/reply`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ text: bar.elements.text.value, files }),
  })
  const said = await response.json()
  output.textContent = response.ok ? `Sent by ${said.way}: ${said.response}` : `Not sent: ${said.error}`
})

async function read(file) {
  const url = await new Promise((done, fail) => {
    const reader = new FileReader()
    reader.onload = () => done(reader.result)
    reader.onerror = () => fail(reader.error)
    reader.readAsDataURL(file)
  })
  return { name: file.name, base64: url.slice(url.indexOf(',') + 1) }
}

addEventListener('hashchange', show)
show()
