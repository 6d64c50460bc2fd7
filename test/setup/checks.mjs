import { join } from 'node:path'
import { ensureBuilt } from '../../server/setup/build.mjs'
import { runQuietly } from '../../server/setup/child.mjs'
import { SetupError } from '../../server/setup/report.mjs'
import { firstView, overweight } from './bundle.mjs'

/** @typedef {{ name: string, run: (root: string) => Promise<string | undefined> }} Check gives what is wrong */

/** Of the sources, with the packages: side by side, as a part of each uses one processor only. @type {Check[]} */
export const sourceChecks = [
  { name: 'format and lint', run: tool('@biomejs/biome/bin/biome', 'check', '--error-on-warnings') },
  // One checker takes half the processor time of several, which check much of the same twice.
  { name: 'types', run: tool('typescript/bin/tsc', '--noEmit', '--pretty', 'false', '--checkers', '1') },
  { name: 'dead exports', run: tool('knip/bin/knip.js', '--no-progress') },
]

/** Behind those, in their order: beside a build its draft would be looked at. @type {Check[]} */
export const buildChecks = [
  { name: 'build', run: build },
  { name: 'weight of the first view', run: async (root) => overweight(firstView(join(root, 'dist/ui'))) },
]

/**
 * @param {string} script inside node_modules
 * @param {string[]} args
 * @returns {Check['run']}
 */
function tool(script, ...args) {
  return async (root) => {
    const path = join(root, 'node_modules', script)
    // The compiler of types is written in Go, whose memory is collected less often by this.
    const env = { ...process.env, GOGC: '400' }
    const { code, output } = await runQuietly(process.execPath, [path, ...args], { cwd: root, env })
    return code === 0 ? undefined : output
  }
}

/** @type {Check['run']} */
async function build(root) {
  try {
    await ensureBuilt(root)
    return undefined
  } catch (error) {
    if (error instanceof SetupError) return error.message
    throw error
  }
}
