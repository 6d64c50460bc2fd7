/** The least that is a server: prints its address like the program. */
import { createServer } from 'node:http'

const server = createServer((_request, response) => response.end('{}'))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  process.stdout.write(`${JSON.stringify({ ready: true, url: `http://127.0.0.1:${port}` })}\n`)
})
