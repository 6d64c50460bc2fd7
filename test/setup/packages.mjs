import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runNpm } from '../../server/setup/npm.mjs'
import { npmReason, SetupError, say } from '../../server/setup/report.mjs'

/**
 * Installs the packages of a folder's lock when they are not there: those that the project itself must not carry.
 * @param {string} folder
 * @param {{ what: string, again: string }} said what they are, and the command that brings them
 */
export async function ensurePackages(folder, { what, again }) {
  const stamp = join(folder, 'node_modules/.stamp')
  const wanted = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  say(`Installing ${what}, once…`)
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
  const { code, output } = await runNpm(args, folder)
  if (code !== 0)
    throw new SetupError(
      `npm ${args.join(' ')} failed in ${folder}:\n${npmReason(output)}\nThe registry must be reached once: go online, then run ${again} and the tests again.`,
    )
  // Last of all: a stamp means that everything is there.
  writeFileSync(stamp, wanted)
}
