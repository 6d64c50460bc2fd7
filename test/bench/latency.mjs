import { join } from 'node:path'
import { byTurns, median, ms, quantile } from './figures.mjs'
import { startProgram, startSink } from './processes.mjs'
import { createSingles } from './singles.mjs'
import { inFolder } from './work.mjs'

/**
 * From the trigger to the first bytes at the receiver while nothing else is to be done, beside one bare POST.
 * @param {import('./figures.mjs').Sizes} sizes
 * @returns {Promise<import('./figures.mjs').Row[]>}
 */
export const latency = ({ singles: count }) =>
  inFolder(async (folder) => {
    const sink = await startSink()
    const singles = createSingles(sink)
    const program = await startProgram(join(folder, 'sandbox.db'))
    await program.subscribe(`${sink.url}/hook`, {})
    const measurements = { bare: singles.post, ours: () => singles.trigger(program) }
    try {
      await byTurns(Math.ceil(count / 2), measurements)
      const { bare, ours } = await byTurns(count, measurements)
      const row = (
        /** @type {string} */ name,
        /** @type {(values: number[]) => number} */ of,
        /** @type {number} */ atMost,
      ) => ({
        name: `trigger to first byte at the receiver, ${name}`,
        ours: ms(of(ours)),
        bare: `${ms(of(bare))} bare POST`,
        ratio: of(ours) / of(bare),
        limit: { atMost },
      })
      return [row('median', median, 3), row('p99', (values) => quantile(values, 0.99), 5)]
    } finally {
      await singles.stop()
      sink.stop()
      await program.stop()
    }
  })
