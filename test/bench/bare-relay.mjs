// The least that lies between a call that triggers an event and its delivery: parse the call, post its payload on over a
// connection that is kept. It answers at once, and keeps, checks and signs nothing.
import { createServer } from 'node:http'
import { Client } from 'undici'
import { plainPost } from './work.mjs'

/** @type {Client | undefined} */
let receiver

const server = createServer((request, response) => {
  /** @type {Buffer[]} */
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const body = JSON.stringify(JSON.parse(Buffer.concat(chunks).toString()).payload)
    void receiver?.request({ ...plainPost, body }).then((answer) => answer.body.dump())
    response.writeHead(201, { 'content-type': 'application/json' }).end('{}')
  })
})

process.on('message', (/** @type {{ to: string }} */ { to }) => {
  receiver = new Client(to)
  process.send?.({ kind: 'done' })
})
process.on('disconnect', () => process.exit())
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ kind: 'ready', port: typeof address === 'object' && address?.port })
})
