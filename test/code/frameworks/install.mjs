/** `node test/code/frameworks/install.mjs`: brings the frameworks that written receivers are started in, once. */
import { fileURLToPath } from 'node:url'
import { reportFailure } from '../../../server/setup/report.mjs'
import { ensurePackages } from '../../setup/packages.mjs'

const folder = fileURLToPath(new URL('.', import.meta.url))

/** Installs the packages of the lock when they are not here. */
export const ensureFrameworks = () =>
  ensurePackages(folder, {
    what: 'the frameworks of the receivers (20 MB)',
    again: 'node test/code/frameworks/install.mjs',
  })

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    await ensureFrameworks()
  } catch (error) {
    process.exitCode = reportFailure(error)
  }
}
