import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { drawsOf } from './draws.mjs'
import { freePort } from './ports.mjs'

/** @typedef {import('./draws.mjs').Draws} Draws */
/** @typedef {import('node:http').ServerResponse} Response */

/**
 * One request as a receiver saw it.
 * @typedef {object} Received
 * @property {string} url the full address that it came to
 * @property {string} key tells the attempt that it belongs to, see {@link keyOf}
 * @property {string} eventId its webhook-id
 * @property {string | null} hash of the body, null until all of it is here
 * @property {number | null} status what was answered, null until then
 * @property {string[]} rawHeaders
 */

/** The header by which a resend is told from the delivery that it repeats. */
export const markHeader = 'x-crash-mark'

/**
 * Tells an attempt by what was sent: no two of one delivery sign the same second. Only those that a resend of many repeats
 * without a mark may share a key.
 * @param {string} url
 * @param {(name: string) => string | undefined} header
 */
export const keyOf = (url, header) =>
  `${header('webhook-id')} to ${url} signed at ${header('webhook-timestamp')} ${header(markHeader) ?? ''}`

/** @param {string | Buffer} body */
export const hashOf = (body) => createHash('sha256').update(body).digest('base64')

/**
 * Answers in ways of its own, and may be closed now and then.
 * @typedef {{ answer(response: Response, status: (code: number) => void): void }} Manner
 */

/** @param {Draws} draws @returns {Record<'healthy' | 'slow' | 'moody' | 'flaky', Manner>} */
const manners = (draws) => ({
  healthy: { answer: (_, status) => status(200) },
  slow: { answer: (_, status) => void setTimeout(() => status(201), draws.between(20, 120)) },
  moody: { answer: (_, status) => status(draws.chance(0.5) ? 500 : 200) },
  flaky: { answer: (_, status) => status(200) },
})

/**
 * The receivers of a run. They outlive every sandbox and keep each request they see.
 * @param {number} seed
 */
export async function startReceivers(seed) {
  const draws = drawsOf(seed, 'receivers')
  /** @type {Received[]} */
  const log = []
  const kinds = manners(draws)
  const servers = {
    healthy: await startOne(kinds.healthy, log),
    slow: await startOne(kinds.slow, log),
    moody: await startOne(kinds.moody, log),
    flaky: await startOne(kinds.flaky, log),
  }
  let isCalm = false
  const goneNowAndThen = (async () => {
    while (!isCalm) {
      await pause(draws.between(100, 400))
      await servers.flaky.close()
      await pause(draws.between(30, 200))
      await servers.flaky.open()
    }
  })()
  return {
    /** Every request, in the order they came. */
    log,
    healthy: servers.healthy.url,
    slow: servers.slow.url,
    moody: servers.moody.url,
    flaky: servers.flaky.url,
    /** From here on every one of them listens. */
    async calm() {
      isCalm = true
      await goneNowAndThen
    },
    async close() {
      isCalm = true
      await goneNowAndThen
      await Promise.all(Object.values(servers).map(({ close }) => close()))
    },
  }
}
/** @typedef {Awaited<ReturnType<typeof startReceivers>>} Receivers */

/** @param {Manner} manner @param {Received[]} log */
async function startOne(manner, log) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  /** The newest request of each connection. @type {WeakMap<import('node:stream').Duplex, Received>} */
  const newest = new WeakMap()
  const server = createServer((request, response) => {
    const { headers, rawHeaders, socket } = request
    const eventId = String(headers['webhook-id'])
    const to = url + request.url
    /** @type {Received} */
    const received = {
      url: to,
      key: keyOf(to, (name) => headers[name]?.toString()),
      eventId,
      hash: null,
      status: null,
      // Kept for a few only: there are tens of thousands.
      rawHeaders: log.length % 50 === 0 ? rawHeaders : [],
    }
    log.push(received)
    newest.set(socket, received)
    /** @type {Buffer[]} */
    const chunks = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('error', () => {})
    request.on('end', () => {
      received.hash = hashOf(Buffer.concat(chunks))
      manner.answer(response, (code) => {
        if (response.destroyed) return
        received.status = code
        response.writeHead(code).end()
      })
    })
  })
  // As Node does by itself, but written down: a body that ends too soon is answered.
  server.on('clientError', (_, socket) => {
    const received = newest.get(socket)
    if (!socket.writable || !received || received.hash !== null) return void socket.destroy()
    received.status = 400
    socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')
  })
  const open = () => new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(undefined)))
  const close = () =>
    new Promise((resolve) => {
      server.close(() => resolve(undefined))
      server.closeAllConnections()
    })
  await open()
  return { url, open, close }
}
