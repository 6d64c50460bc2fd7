/** `npm run build` and `prepack`: prepares the clone as a start does, without starting. */

import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { nodeAdvice, nodeFits } from './node-version.mjs'
import { reportFailure, SetupError } from './report.mjs'
import { root } from './root.mjs'

try {
  const { node } = process.versions
  if (!nodeFits(node)) throw new SetupError(nodeAdvice(node))
  await ensureInstalled(root)
  await ensureBuilt(root)
} catch (error) {
  process.exitCode = reportFailure(error)
}
