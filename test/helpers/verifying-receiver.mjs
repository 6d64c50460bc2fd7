/**
 * A receiver in a process of its own that checks signatures with the published library and nothing of ours.
 * Its first line on stdout is its port; then one line of JSON for each request. It answers by the statuses given
 * as arguments, the last for ever. The secret comes on stdin, one line.
 */
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import { Webhook } from 'standardwebhooks'

const statuses = process.argv.slice(2).map(Number)
let count = 0
/** @type {Webhook | undefined} */
let webhook

/** @param {string} body @param {import('node:http').IncomingHttpHeaders} headers */
function check(body, headers) {
  try {
    if (!webhook) return 'no secret was given'
    webhook.verify(body, /** @type {Record<string, string>} */ (headers))
    return null
  } catch (error) {
    return String(error)
  }
}

const server = createServer((request, response) => {
  /** @type {Buffer[]} */
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString('utf8')
    const error = check(body, request.headers)
    const id = request.headers['webhook-id']
    const timestamp = request.headers['webhook-timestamp']
    process.stdout.write(`${JSON.stringify({ id, timestamp, error, event: JSON.parse(body).event })}\n`)
    const status = statuses[Math.min(count++, statuses.length - 1)] ?? 200
    response.writeHead(error === null ? status : 401).end()
  })
})
createInterface(process.stdin).on('line', (secret) => {
  webhook = new Webhook(secret)
  process.stdout.write('"ready"\n')
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`)
})
