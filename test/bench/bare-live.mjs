// The least that shows a request in a page: a node:http server that tells each over a WebSocket at once, and a page that
// draws a line for it in the next frame.
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'

const page = `<!doctype html><title>bare</title><body><div class="virtual-list"></div><script>
const list = document.querySelector('.virtual-list')
let waiting = []
new WebSocket('ws://' + location.host).onmessage = ({ data }) => {
  if (waiting.push(data) === 1) requestAnimationFrame(draw)
}
function draw() {
  list.replaceChildren(...waiting.slice(-40).reverse().map((text) => {
    const row = document.createElement('div')
    row.className = 'row'
    row.textContent = text
    return row
  }))
  waiting = []
}
</script>`

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.setHeader('content-type', 'text/html')
    response.end(page)
    return
  }
  request.resume()
  request.on('end', () => {
    for (const client of live.clients) client.send(`POST ${request.url}`)
    response.end()
  })
})
const live = new WebSocketServer({ server })
process.on('disconnect', () => process.exit())
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ kind: 'ready', port: typeof address === 'object' && address?.port })
})
