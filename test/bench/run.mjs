/**
 * `npm run bench [-- PART…] [--json]`: what the built program does, as ratios against bare baselines measured in the same
 * run. Loopback only. It asserts nothing; docs/benchmarks.md says what each ratio means.
 */
import { parseArgs } from 'node:util'
import { ensureBuilt } from '../../server/setup/build.mjs'
import { root } from '../../server/setup/root.mjs'
import { onDemand, parts, usualSizes } from './bench.mjs'
import { table } from './figures.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false } },
})
const all = { ...parts, ...onDemand }
const names = /** @type {(keyof typeof all)[]} */ (Object.keys(all))
const unknown = positionals.filter((one) => !names.some((name) => name === one))
if (unknown.length > 0) {
  process.stderr.write(`There is no part ${unknown.join(', ')}. There are ${names.join(', ')}.\n`)
  process.exit(2)
}

await ensureBuilt(root)
/** @type {import('./figures.mjs').Row[]} */
const rows = []
for (const name of names) {
  if (positionals.length > 0 ? !positionals.includes(name) : name in onDemand) continue
  const found = await all[name](usualSizes)
  rows.push(...found)
  if (!values.json) process.stdout.write(`${table(found)}\n\n`)
}
if (values.json) process.stdout.write(`${JSON.stringify({ rows }, null, 2)}\n`)
