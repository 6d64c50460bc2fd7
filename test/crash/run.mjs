/**
 * `npm run crash [-- KILLS [SEED [PROGRAM]]]`: kills the built program over and over, at instants that the seed draws,
 * and holds what it has written down against what its clients and receivers saw.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ensureBuilt } from '../../server/setup/build.mjs'
import { root } from '../../server/setup/root.mjs'
import { countsLine, runCrashes } from './crash.mjs'

/** @param {string} line */
const say = (line) => void process.stdout.write(`${line}\n`)

const [kills = '200', seed = String(Date.now() % 1_000_000), program] = process.argv.slice(2)
if (program === undefined) await ensureBuilt(root)
const folder = mkdtempSync(join(tmpdir(), 'webhook-sandbox-crash-'))
const began = performance.now()
say(`${kills} kills, seed ${seed}`)
const { findings, counts } = await runCrashes({
  program: resolve(program ?? join(root, 'dist/server/main.js')),
  folder,
  kills: Number(kills),
  seed: Number(seed),
  say,
})
const moments = Object.entries(counts.kills).map(([moment, n]) => `${n} ${moment}`)
say(
  `Killed ${moments.join(', ')} in ${Math.round((performance.now() - began) / 1000)} s: ${countsLine(counts)}.`,
)
if (findings.length === 0) {
  say('Nothing was lost, invented or written twice.')
  rmSync(folder, { recursive: true })
} else {
  for (const finding of findings) say(`FOUND: ${finding}`)
  say(`Again: npm run crash -- ${kills} ${seed}. The database is kept: ${folder}`)
  process.exitCode = 1
}
