import { createServer } from 'node:net'
import { join } from 'node:path'
import { byTurns, median, perSecond, ratioOf } from './figures.mjs'
import { now, startProgram, startSink } from './processes.mjs'
import { inFolder, triggerOf } from './work.mjs'

const healthy = 9

/** An address where nobody listens. @returns {Promise<string>} */
const closedAddress = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(`http://127.0.0.1:${typeof address === 'object' && address?.port}/hook`))
    })
  })

/**
 * How fast nine receivers get their deliveries beside a tenth that is dead, and beside one that is well.
 * @param {import('./figures.mjs').Sizes} sizes
 * @returns {Promise<import('./figures.mjs').Row[]>}
 */
export async function deadReceiver({ deliveries, rounds }) {
  const events = Math.ceil(deliveries / 2 / healthy)
  const sink = await startSink()

  /** The rate of the nine in a sandbox of its own. @param {string} tenth */
  const rateBeside = (tenth) =>
    inFolder(async (folder) => {
      const program = await startProgram(join(folder, 'sandbox.db'))
      try {
        for (let i = 0; i < healthy; i++) await program.subscribe(`${sink.url}/${i}`, {})
        await program.subscribe(tenth, {})
        const send = async (/** @type {number} */ count) => {
          const { received } = await sink.expect(count * healthy)
          const began = now()
          await program.ask('POST', '/sandbox/events', triggerOf(count))
          return (count * healthy) / (((await received).last - began) / 1000)
        }
        await send(Math.min(events, 100))
        return await send(events)
      } finally {
        // What waits for the tenth needs no farewell.
        await program.stop('SIGKILL')
      }
    })

  const refusing = await closedAddress()
  const found = await byTurns(rounds, {
    well: () => rateBeside(`${sink.url}/uncounted`),
    refusing: () => rateBeside(refusing),
    hanging: () => rateBeside(`${sink.url}/hanging`),
  })
  sink.stop()
  const row = (/** @type {'refusing' | 'hanging'} */ how) => ({
    name: `nine receivers beside a tenth that is ${how}`,
    ours: perSecond(median(found[how])),
    bare: `${perSecond(median(found.well))} with it well`,
    ratio: ratioOf(found[how], found.well),
    limit: { atLeast: 0.9 },
  })
  return [row('refusing'), row('hanging')]
}
