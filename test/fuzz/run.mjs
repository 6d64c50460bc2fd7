/** `npm run fuzz [-- TIMES [SEED]]`: the properties that `npm test` tries, more often and by a seed of their own. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt } from '../../server/setup/build.mjs'
import { root } from '../../server/setup/root.mjs'
import { closing } from '../setup/tally.mjs'
import { runVitest } from '../setup/vitest.mjs'

const [times = '20', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2)
const filters = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => join('test', name))
  .filter((name) => readFileSync(join(root, name), 'utf8').includes('helpers/runs.ts'))
await ensureBuilt(root)
process.stdout.write(`${times} times as often, seed ${seed}\n`)
const env = { ...process.env, FUZZ_TIMES: times, FUZZ_SEED: seed }
const tally = await runVitest(root, { filters, env })
process.stdout.write(`Again: npm run fuzz -- ${times} ${seed}\n${closing(tally)}\n`)
if (tally.failed > 0) process.exitCode = 1
