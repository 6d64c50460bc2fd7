/** `npm start`: prepares the clone if needed, then runs the sandbox. Plain JavaScript without packages. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { nodeAdvice, nodeFits } from './node-version.mjs'

if (nodeFits(process.versions.node)) await start()
else refuse()

async function start() {
  const { root } = await import('./root.mjs')
  const main = join(root, 'dist/server/main.js')
  const parent = process.ppid
  if (!(await prepare(root))) return
  // npm was killed meanwhile. The sandbox must not run without npm.
  if (process.ppid !== parent) return
  // From here on, the process is the program itself, with the same arguments and name.
  process.argv = [process.execPath, main, ...process.argv.slice(2)]
  await import(pathToFileURL(main).href)
}

/** @param {string} root */
async function prepare(root) {
  try {
    const { ensureInstalled } = await import('./install.mjs')
    const { ensureBuilt } = await import('./build.mjs')
    await ensureInstalled(root)
    await ensureBuilt(root)
    return true
  } catch (error) {
    const { reportFailure } = await import('./report.mjs')
    process.exitCode = reportFailure(error)
    return false
  }
}

function refuse() {
  process.stderr.write(`${nodeAdvice(process.versions.node)}\n`)
  process.exitCode = 1
}
