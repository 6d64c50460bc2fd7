// Asks for the health of a sandbox again and again, in a process of its own, and notes the longest wait for an answer.
import { Pool } from 'undici'
import { pause } from './work.mjs'

/** @typedef {{ kind: 'begin', origin: string } | { kind: 'end' }} Order */

/** The pause between two requests, ms. */
const restMs = 2
/** @type {{ isOver: boolean, ended: Promise<number> } | undefined} */
let running

/** Answers the longest wait in ms. @param {string} origin @param {{ isOver: boolean }} state */
async function watch(origin, state) {
  const pool = new Pool(origin, { connections: 1 })
  let longest = 0
  while (!state.isOver) {
    const began = performance.now()
    const response = await pool.request({ path: '/sandbox/health', method: 'GET' })
    await response.body.dump()
    longest = Math.max(longest, performance.now() - began)
    await pause(restMs)
  }
  await pool.destroy()
  return longest
}

/** @param {Order} order */
async function obey(order) {
  if (order.kind === 'end') {
    if (running) running.isOver = true
    return running?.ended
  }
  const state = { isOver: false, ended: Promise.resolve(0) }
  state.ended = watch(order.origin, state)
  running = state
  return 0
}

process.on('message', (/** @type {Order} */ order) => {
  obey(order).then(
    (longest) => process.send?.({ kind: 'done', longest }),
    (error) => process.send?.({ kind: 'failed', message: String(error) }),
  )
})
process.on('disconnect', () => process.exit())
process.send?.({ kind: 'ready' })
