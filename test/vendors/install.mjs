/** `node test/vendors/install.mjs`: brings the vendors' own verifiers into this folder, once. */
import { fileURLToPath } from 'node:url'
import { reportFailure } from '../../server/setup/report.mjs'
import { ensurePackages } from '../setup/packages.mjs'

const folder = fileURLToPath(new URL('.', import.meta.url))

/** Installs the packages of the lock when they are not here. */
export const ensureVendors = () =>
  ensurePackages(folder, {
    what: "the vendors' verifiers (228 MB)",
    again: 'node test/vendors/install.mjs',
  })

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await ensureVendors()
  } catch (error) {
    process.exitCode = reportFailure(error)
  }
}
