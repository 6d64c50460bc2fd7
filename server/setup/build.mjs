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
/** What a build leaves in `.sandbox`, where databases lie as well: `build-` and the id of its process. */
const draftForm = /^build-\d+(-old)?$/

/**
 * Makes dist/ fit the sources; does nothing, quickly, when it does already.
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
 * Into a folder of its own first: a failed or interrupted build leaves dist/ as it was.
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
  // vite goes by a NODE_ENV that is set: of development the page would tell the paths of its sources.
  const env = { ...process.env, NODE_ENV: 'production' }
  // A process of its own: vite keeps much memory.
  const { code, output } = await runQuietly(process.execPath, [script, root, out], { cwd: root, env })
  if (code !== 0)
    throw new SetupError(
      `The build failed; dist/ is left as it was:\n${lastLines(output, 30)}\nMend the file named above and start again.`,
    )
}

/** @param {string[]} files */
async function demand(files) {
  const missing = files.filter((file) => !existsSync(file))
  if (missing.length === 0) return
  const { SetupError } = await import('./report.mjs')
  throw new SetupError(
    `The build ended without ${missing.join(' and ')}. See ui/vite.config.ts: what does it build?`,
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
