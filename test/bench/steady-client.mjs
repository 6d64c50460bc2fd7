// A sender of the benchmarks, in a process of its own: so many signed requests a second, whether or not the ones before are answered.
import { Webhook } from 'standardwebhooks'
import { Pool } from 'undici'

/**
 * `path` is followed by the number of each request, from `first` on.
 * @typedef {{ origin: string, path: string, headers: Record<string, string>, body: string, secret: string, first: number, count: number, perSecond: number }} Offer
 */

/** ms of the one monotonic clock that all processes of a machine read. */
const now = () => Number(process.hrtime.bigint()) / 1e6

/** @param {Offer} offer @param {number} number */
function headersOf({ headers, body, secret }, number) {
  const [id, at] = [`evt_${String(number).padStart(26, '0')}`, new Date()]
  return {
    ...headers,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  }
}

/** Answers when each was sent, and how many a second that came to. @param {Offer} offer */
async function send(offer) {
  const { origin, path, body, first, count, perSecond } = offer
  const pool = new Pool(origin, { connections: 50 })
  /** @type {number[]} */
  const sentAt = []
  /** @type {Promise<void>[]} */
  const answers = []
  const began = now()
  while (sentAt.length < count) {
    const due = Math.min(count, Math.floor(((now() - began) / 1000) * perSecond) + 1)
    while (sentAt.length < due) {
      const number = first + sentAt.length
      const headers = headersOf(offer, number)
      sentAt.push(now())
      const request = { path: path + number, method: /** @type {const} */ ('POST'), headers, body }
      answers.push(
        pool.request(request).then(async (response) => {
          await response.body.dump()
          if (response.statusCode >= 300) throw new Error(`${request.path} answered ${response.statusCode}`)
        }),
      )
    }
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  const seconds = (now() - began) / 1000
  await Promise.all(answers)
  await pool.destroy()
  return { sentAt, rate: count / seconds }
}

process.on('message', (/** @type {Offer} */ offer) => {
  send(offer).then(
    (sent) => process.send?.({ kind: 'done', ...sent }),
    (error) => process.send?.({ kind: 'failed', message: String(error) }),
  )
})
process.on('disconnect', () => process.exit())
process.send?.({ kind: 'ready' })
