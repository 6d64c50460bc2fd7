/** `npm run build` and `prepack`: what a start does before it starts. */

import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { reportFailure } from './report.mjs'
import { root } from './root.mjs'

try {
  await ensureInstalled(root)
  await ensureBuilt(root)
} catch (error) {
  process.exitCode = reportFailure(error)
}
