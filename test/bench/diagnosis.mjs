import { join } from 'node:path'
import { build } from 'vite'
import { root } from '../../server/setup/root.mjs'
import { median, ms, quantile } from './figures.mjs'
import { startSearcher } from './processes.mjs'
import { inFolder } from './work.mjs'

/** What a step of a search may take at most, in ms: other requests wait for it. */
const limitMs = 50

const sizes = { '200 B': 200, '1 KB': 1000, '100 KB': 100_000, '1 MB': 1_000_000 }
const counts = [1, 10, 50]

/** @param {string} outDir */
const buildSearch = (outDir) =>
  build({
    root,
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      rollupOptions: {
        input: {
          verify: join(root, 'server/verification/verify.ts'),
          recipes: join(root, 'server/signing/recipes.ts'),
        },
      },
    },
  })

/**
 * How long the search for a cause takes where there is none to be found, which is the longest, and its longest step without a
 * pause: by the size of the body and the number of secrets that are known. It is measured as time of the processor on the thread that searches, so that what
 * else the machine does is left out, see searcher.mjs.
 * @param {import('./figures.mjs').Sizes} usual
 * @returns {Promise<import('./figures.mjs').Row[]>}
 */
export const diagnosis = ({ diagnoses: times }) =>
  inFolder(async (folder) => {
    await buildSearch(folder)
    const searcher = await startSearcher(folder)
    try {
      /** @type {import('./figures.mjs').Row[]} */
      const rows = []
      for (const [size, bytes] of Object.entries(sizes)) {
        for (const secrets of counts) {
          const { took, steps } = await searcher.order({ bytes, secrets, times })
          const p99 = quantile(steps, 0.99)
          rows.push({
            name: `search for a cause, ${size}, ${secrets} secret${secrets === 1 ? '' : 's'}`,
            ours: `${ms(median(took))}, worst ${ms(Math.max(...took))}; longest step ${ms(median(steps))}, p99 ${ms(p99)}`,
            bare: `${limitMs} ms a step`,
            ratio: p99 / limitMs,
            limit: { atMost: 1 },
          })
        }
      }
      return rows
    } finally {
      searcher.stop()
    }
  })
