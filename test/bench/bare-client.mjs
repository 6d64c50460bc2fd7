// The yardstick of the benchmarks, in a process of its own: undici in a bare loop, so many requests under way at once.
import { Webhook } from 'standardwebhooks'
import { Pool } from 'undici'

/** @typedef {{ path: string, method: 'GET' | 'POST', headers: Record<string, string>, body?: string }} Request */
/** @typedef {Request & { origin: string, count: number, connections: number, secret?: string }} Loop with a secret, each is signed with an id of its own */

let signed = 0
/** The request as standard-webhooks sends it. @param {Request} request @param {string} secret @returns {Request} */
function sign(request, secret) {
  const [id, at] = [`evt_${String(signed++).padStart(26, '0')}`, new Date()]
  return {
    ...request,
    headers: {
      ...request.headers,
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, at, request.body ?? ''),
    },
  }
}

/** Answers how many a second came back with a status below 300. @param {Loop} loop */
async function rateOf({ origin, count, connections, secret, ...plain }) {
  const pool = new Pool(origin, { connections })
  // Made before the time is taken, so that the client costs the same whoever answers.
  const requests = Array.from({ length: count }, () => (secret ? sign(plain, secret) : plain))
  let left = count
  const began = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (left > 0) {
        const response = await pool.request(requests[--left] ?? plain)
        await response.body.dump()
        if (response.statusCode >= 300) throw new Error(`${plain.path} answered ${response.statusCode}`)
      }
    }),
  )
  const seconds = (performance.now() - began) / 1000
  await pool.destroy()
  return count / seconds
}

process.on('message', (/** @type {Loop} */ loop) => {
  rateOf(loop).then(
    (rate) => process.send?.({ kind: 'done', rate }),
    (error) => process.send?.({ kind: 'failed', message: String(error) }),
  )
})
process.on('disconnect', () => process.exit())
process.send?.({ kind: 'ready' })
