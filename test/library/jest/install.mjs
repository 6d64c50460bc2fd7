/** `node test/library/jest/install.mjs`: brings jest, which the library for jest is run in, once. */
import { fileURLToPath } from 'node:url'
import { reportFailure } from '../../../server/setup/report.mjs'
import { ensurePackages } from '../../setup/packages.mjs'

const folder = fileURLToPath(new URL('.', import.meta.url))

/** Installs the packages of the lock when they are not here. */
export const ensureJest = () =>
  ensurePackages(folder, {
    what: 'jest (54 MB)',
    again: 'node test/library/jest/install.mjs',
  })

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await ensureJest()
  } catch (error) {
    process.exitCode = reportFailure(error)
  }
}
