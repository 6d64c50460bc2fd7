/** Builds dist/ if the sources have changed since the last build. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { outputMark, sourcesHash } from './content-hash.mjs'

/** @typedef {(root: string, out: string) => Promise<void>} Builder builds into `out`, or throws a SetupError */

const stampName = 'stamp.json'
/** The names of draft folders in `.sandbox`, where databases are, too: `build-` and the id of the process. */
const draftForm = /^build-\d+(-old)?$/

/**
 * Builds dist/ unless it fits the sources already, which is a quick check.
 * @param {string} root
 * @param {Builder} [builder]
 */
export async function ensureBuilt(root, builder = buildWithVite) {
  if (isFresh(root, sourcesHash(root))) return
  const { withLock } = await import('./lock.mjs')
  await withLock(root, async () => {
    const sources = sourcesHash(root)
    if (!isFresh(root, sources)) await build(root, sources, builder)
  })
}

/**
 * Builds into a draft folder first, so that a failed or interrupted build leaves dist/ unchanged.
 * @param {string} root
 * @param {string} sources
 * @param {Builder} builder
 */
async function build(root, sources, builder) {
  const workshop = join(root, '.sandbox')
  const draft = join(workshop, `build-${process.pid}`)
  clearDrafts(workshop)
  mkdirSync(draft, { recursive: true })
  try {
    await builder(root, draft)
    const main = join(draft, 'server/main.js')
    await demand([main, join(draft, 'ui/index.html')])
    chmodSync(main, 0o755)
    writeFileSync(join(draft, stampName), JSON.stringify({ sources, output: outputMark(draft, stampName) }))
    replace(join(root, 'dist'), draft, `${draft}-old`)
  } finally {
    clearDrafts(workshop)
  }
}

/**
 * @param {string} root
 * @param {string} sources
 */
function isFresh(root, sources) {
  const dist = join(root, 'dist')
  try {
    const stamp = JSON.parse(readFileSync(join(dist, stampName), 'utf8'))
    return stamp.sources === sources && stamp.output === outputMark(dist, stampName)
  } catch {
    return false
  }
}

/** @type {Builder} */
async function buildWithVite(root, out) {
  const { runQuietly } = await import('./child.mjs')
  const { lastLines, SetupError, say } = await import('./report.mjs')
  const { requireBuildable } = await import('./place.mjs')
  requireBuildable(root)
  say('Building…')
  const script = fileURLToPath(new URL('./vite-build.mjs', import.meta.url))
  // Vite uses NODE_ENV. With `development`, the page would contain the paths of its sources.
  const env = { ...process.env, NODE_ENV: 'production' }
  // In a separate process, since Vite keeps much memory.
  const { code, output } = await runQuietly(process.execPath, [script, root, out], { cwd: root, env })
  if (code !== 0)
    throw new SetupError(
      `The build failed, and dist/ is unchanged:\n${lastLines(output, 30)}\nCorrect the file named above, then start again.`,
    )
}

/** @param {string[]} files */
async function demand(files) {
  const missing = files.filter((file) => !existsSync(file))
  if (missing.length === 0) return
  const { SetupError } = await import('./report.mjs')
  throw new SetupError(
    `The build did not write ${missing.join(' and ')}. Check the outputs in ui/vite.config.ts.`,
  )
}

/**
 * @param {string} place
 * @param {string} fresh
 * @param {string} old
 */
function replace(place, fresh, old) {
  if (existsSync(place)) renameSync(place, old)
  renameSync(fresh, place)
}

/** @param {string} workshop */
function clearDrafts(workshop) {
  if (!existsSync(workshop)) return
  for (const entry of readdirSync(workshop, { withFileTypes: true })) {
    if (entry.isDirectory() && draftForm.test(entry.name))
      rmSync(join(workshop, entry.name), { recursive: true, force: true })
  }
}
