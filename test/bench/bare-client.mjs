// The yardstick of the benchmarks, in a process of its own: undici in a bare loop, so many requests under way at once.
import { Pool } from 'undici'

/** @typedef {{ origin: string, path: string, method: 'GET' | 'POST', headers: Record<string, string>, body?: string, count: number, connections: number }} Loop */

/** Answers how many a second came back with a status below 300. @param {Loop} loop */
async function rateOf({ origin, count, connections, ...request }) {
  const pool = new Pool(origin, { connections })
  let left = count
  const began = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (left-- > 0) {
        const response = await pool.request(request)
        await response.body.dump()
        if (response.statusCode >= 300) throw new Error(`${request.path} answered ${response.statusCode}`)
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
