// The least that is a first view: a page with one script and one style that asks for thirty rows, draws them, and takes a key.
import { createServer } from 'node:http'

const script = `
const list = document.createElement('div')
list.className = 'virtual-list'
document.body.append(list)
for (const text of await (await fetch('/rows')).json()) {
  const row = document.createElement('div')
  row.className = 'row'
  row.textContent = text
  list.append(row)
}
addEventListener('keydown', () => list.firstChild.classList.add('active'))`
const page =
  '<!doctype html><title>bare</title><link rel="stylesheet" href="/page.css"><script type="module" src="/page.js"></script><body></body>'
const rows = JSON.stringify(Array.from({ length: 30 }, (_, index) => `row ${index}`))
/** @type {Record<string, [type: string, body: string]>} */
const answers = {
  '/page.js': ['text/javascript', script],
  '/page.css': ['text/css', '.row { height: 28px } .active { color: red }'],
  '/rows': ['application/json', rows],
}

const server = createServer(({ url = '/' }, response) => {
  const [type, body] = answers[url] ?? ['text/html', page]
  response.setHeader('content-type', type)
  response.end(body)
})
process.on('disconnect', () => process.exit())
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ kind: 'ready', port: typeof address === 'object' && address?.port })
})
