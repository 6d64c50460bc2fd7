import { join } from 'node:path'
import { byTurns, median, perSecond, ratioOf } from './figures.mjs'
import { now, startBareClient, startProgram, startSink } from './processes.mjs'
import { connections, inFolder, pause, plainPost, triggerOf } from './work.mjs'

/** @typedef {import('./figures.mjs').Row} Row */

/**
 * Signed, stored, durable deliveries a second beside a bare undici loop: a backlog that was made before, and from the
 * trigger to the last one received.
 * @param {import('./figures.mjs').Sizes} sizes
 * @returns {Promise<Row[]>}
 */
export const deliveries = ({ deliveries: count, rounds }) =>
  inFolder(async (folder) => {
    const sink = await startSink()
    const bare = await startBareClient()
    const program = await startProgram(join(folder, 'sandbox.db'))
    const settings = { concurrency: connections, timeout_ms: 0 }
    const lane = `/sandbox/subscriptions/${await program.subscribe(`${sink.url}/hook`, settings)}`
    const indexed = () => program.ask('GET', '/sandbox/deliveries?q=nothing&limit=1')

    /** The lane stands behind one attempt that is not answered; then it goes, as wide as the bare client. */
    async function backlog(total = count) {
      await program.ask('PATCH', lane, { concurrency: 1 })
      await sink.hold()
      await program.ask('POST', '/sandbox/events', triggerOf(1))
      await program.ask('POST', '/sandbox/events', triggerOf(total))
      await indexed()
      await program.ask('PATCH', lane, { concurrency: connections })
      await pause(50)
      // Those that were held by then are not counted.
      const counted = total + 1 - connections
      const { received } = await sink.expect(counted)
      await sink.go()
      const { first, last } = await received
      await indexed()
      return (counted - 1) / ((last - first) / 1000)
    }

    async function fromTrigger() {
      const { received } = await sink.expect(count)
      const began = now()
      await program.ask('POST', '/sandbox/events', triggerOf(count))
      const { last } = await received
      await indexed()
      return count / ((last - began) / 1000)
    }

    const loop = { origin: sink.url, ...plainPost, count, connections }
    try {
      await bare.rate({ ...loop, count: Math.min(count, 5000) })
      await backlog(Math.min(count, 2000))
      const found = await byTurns(rounds, { bare: () => bare.rate(loop), backlog, fromTrigger })
      const row = (/** @type {string} */ name, /** @type {number[]} */ ours) => ({
        name,
        ours: perSecond(median(ours)),
        bare: `${perSecond(median(found.bare))} bare undici`,
        ratio: ratioOf(ours, found.bare),
        limit: { atLeast: 0.5 },
      })
      return [
        row(`${count} waiting deliveries, ${connections} at once`, found.backlog),
        row(`${count} deliveries from the trigger on`, found.fromTrigger),
      ]
    } finally {
      sink.stop()
      bare.stop()
      await program.stop()
    }
  })
