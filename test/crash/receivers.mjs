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
 * No two attempts of one delivery sign the same second, so these tell an attempt.
 * @param {{ url: string, eventId: string, mark: string, second: number }} parts
 */
export const keyOf = ({ url, eventId, mark, second }) => `${eventId} to ${url} signed at ${second} ${mark}`

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
  const server = createServer((request, response) => {
    const { headers, rawHeaders } = request
    const eventId = String(headers['webhook-id'])
    const second = Number(headers['webhook-timestamp'])
    const to = url + request.url
    /** @type {Received} */
    const received = {
      url: to,
      key: keyOf({ url: to, eventId, second, mark: String(headers[markHeader] ?? '') }),
      eventId,
      hash: null,
      status: null,
      // Kept for a few only: there are tens of thousands.
      rawHeaders: log.length % 50 === 0 ? rawHeaders : [],
    }
    log.push(received)
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
  const open = () => new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(undefined)))
  const close = () =>
    new Promise((resolve) => {
      server.close(() => resolve(undefined))
      server.closeAllConnections()
    })
  await open()
  return { url, open, close }
}
