import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { byTurns, median, perSecond, ratioOf } from './figures.mjs'
import { addPending } from './pending-file.mjs'
import { now, startBareClient, startBareWriter, startProgram, startSink } from './processes.mjs'
import { connections, inFolder, pause, plainPost, triggerOf } from './work.mjs'

/** @typedef {import('./figures.mjs').Row} Row */

/**
 * A sandbox file in which more than so many deliveries wait.
 * @param {string} file @param {{ count: number, sink: import('./processes.mjs').Sink }} needs
 */
async function makeFile(file, { count, sink }) {
  const program = await startProgram(file)
  await program.subscribe(`${sink.url}/hook`, { concurrency: 1, timeout_ms: 0 })
  await sink.hold()
  // The first is under way, so that the second waits and can be repeated.
  await program.ask('POST', '/sandbox/events', triggerOf(2))
  await program.stop('SIGKILL')
  await sink.go()
  addPending(file, count)
}

/**
 * Signed, stored, durable deliveries a second beside a bare undici loop, and beside one that writes the same rows: a backlog that was made before, and from the
 * trigger to the last one received.
 * @param {import('./figures.mjs').Sizes} sizes
 * @returns {Promise<Row[]>}
 */
export const deliveries = ({ deliveries: count, rounds }) =>
  inFolder(async (folder) => {
    const sink = await startSink()
    const [bare, writer] = [await startBareClient(), await startBareWriter()]
    const waiting = join(folder, 'waiting.db')
    await makeFile(waiting, { count, sink })
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

    /** Each time on a file of its own, in which nothing was delivered yet. */
    async function written(total = count) {
      const file = join(folder, `${now()}.db`)
      copyFileSync(waiting, file)
      return writer.rate({ ...loop, file, count: total })
    }

    try {
      await bare.rate({ ...loop, count: Math.min(count, 5000) })
      await written(Math.min(count, 5000))
      await backlog(Math.min(count, 2000))
      const found = await byTurns(rounds, { bare: () => bare.rate(loop), backlog, fromTrigger, written })
      const waitingName = `${count} waiting deliveries, ${connections} at once`
      const row = (
        /** @type {string} */ name,
        /** @type {number[]} */ ours,
        { others = found.bare, what = 'bare undici', atLeast = /** @type {number | null} */ (0.5) } = {},
      ) => ({
        name,
        ours: perSecond(median(ours)),
        bare: `${perSecond(median(others))} ${what}`,
        ratio: ratioOf(ours, others),
        limit: atLeast === null ? null : { atLeast },
      })
      const beside = { others: found.written, what: 'undici and the same rows, nothing else', atLeast: null }
      return [
        row(waitingName, found.backlog),
        row(`${count} deliveries from the trigger on`, found.fromTrigger),
        row(waitingName, found.backlog, beside),
      ]
    } finally {
      sink.stop()
      bare.stop()
      writer.stop()
      await program.stop()
    }
  })
