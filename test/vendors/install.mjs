/** `node test/vendors/install.mjs`: brings the vendors' own verifiers into this folder, once. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runNpm } from '../../server/setup/npm.mjs'
import { npmReason, reportFailure, SetupError, say } from '../../server/setup/report.mjs'

const folder = fileURLToPath(new URL('.', import.meta.url))
const stamp = join(folder, 'node_modules/.stamp')

/** @returns {string} what the packages are installed by */
const wanted = () =>
  createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')

/** @returns {boolean} whether the packages of the lock are here */
const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted()

/** Installs the packages of the lock when they are not here. */
export async function ensureVendors() {
  if (isInstalled()) return
  say("Installing the vendors' verifiers (227 MB, once)…")
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
  const { code, output } = await runNpm(args, folder)
  if (code !== 0)
    throw new SetupError(
      `npm ${args.join(' ')} failed in test/vendors:\n${npmReason(output)}\nThe registry must be reached once: go online, then run node test/vendors/install.mjs and the tests again.`,
    )
  // Last of all: a stamp means that everything is there.
  writeFileSync(stamp, wanted())
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await ensureVendors()
  } catch (error) {
    process.exitCode = reportFailure(error)
  }
}
