import { join } from 'node:path'
import { byTurns, median, ms, quantile } from './figures.mjs'
import { startBareRelay, startProgram, startSink } from './processes.mjs'
import { createSingles } from './singles.mjs'
import { inFolder } from './work.mjs'

/**
 * From the trigger to the first bytes at the receiver while nothing else is to be done, beside one bare POST and beside the
 * least that can lie between the two.
 * @param {import('./figures.mjs').Sizes} sizes
 * @returns {Promise<import('./figures.mjs').Row[]>}
 */
export const latency = ({ singles: count }) =>
  inFolder(async (folder) => {
    const sink = await startSink()
    const singles = createSingles(sink)
    const relay = await startBareRelay(sink.url)
    const program = await startProgram(join(folder, 'sandbox.db'))
    await program.subscribe(`${sink.url}/hook`, {})
    const measurements = (/** @type {[restMs?: number]} */ ...rest) => ({
      bare: () => singles.post(...rest),
      relayed: () => singles.trigger(relay, ...rest),
      ours: () => singles.trigger(program, ...rest),
    })
    try {
      // So many that the code of all three is compiled: while it is, threads of the compiler take the processor away.
      await byTurns(count * 25, measurements(0))
      const { bare, relayed, ours } = await byTurns(count, measurements())
      const p99 = (/** @type {number[]} */ values) => quantile(values, 0.99)
      const row = (
        /** @type {string} */ name,
        /** @type {(values: number[]) => number} */ of,
        /** @type {string} */ beside,
        /** @type {number[]} */ others,
        /** @type {number | null} */ atMost,
      ) => ({
        name: `trigger to first byte at the receiver, ${name}`,
        ours: ms(of(ours)),
        bare: `${ms(of(others))} ${beside}`,
        ratio: of(ours) / of(others),
        limit: atMost === null ? null : { atMost },
      })
      return [
        row('median', median, 'bare POST', bare, 3),
        row('p99', p99, 'bare POST', bare, 5),
        row('median', median, 'bare relay', relayed, null),
        row('p99', p99, 'bare relay', relayed, null),
      ]
    } finally {
      await singles.stop()
      relay.stop()
      sink.stop()
      await program.stop()
    }
  })
