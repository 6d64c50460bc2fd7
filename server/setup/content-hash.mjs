/** Hashes the sources and the outputs of a build. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The sources of a build. server/setup only starts builds and is not part of them. */
const sources = ['server', 'ui', 'fixtures', 'package.json', 'package-lock.json', 'tsconfig.json']
const leftOut = 'server/setup'

/**
 * A hash of the names and bytes of all sources. Times do not count, so that a checkout or a copy changes nothing.
 * @param {string} root
 * @returns {string}
 */
export function sourcesHash(root) {
  const hash = createHash('sha256')
  for (const path of sources.flatMap((source) => filesUnder(root, source))) {
    const bytes = readFileSync(join(root, path))
    hash.update(`${path}\0${bytes.length}\0`)
    hash.update(bytes)
  }
  return hash.digest('hex')
}

/**
 * A hash of the names, sizes and times of the built files, which shows later changes.
 * @param {string} folder
 * @param {string} except a file name to ignore
 * @returns {string}
 */
export function outputMark(folder, except) {
  const hash = createHash('sha256')
  for (const path of filesUnder(folder, '').filter((file) => file !== except)) {
    const { size, mtimeMs } = statSync(join(folder, path))
    hash.update(`${path}\0${size}\0${mtimeMs}\0`)
  }
  return hash.digest('hex')
}

/**
 * @param {string} root
 * @param {string} path
 * @returns {string[]} sorted, with forward slashes; without dotfiles of editors and systems
 */
function filesUnder(root, path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false })
  if (!stat || path === leftOut) return []
  if (!stat.isDirectory()) return [path]
  const names = readdirSync(join(root, path)).filter((name) => !name.startsWith('.'))
  return names.sort().flatMap((name) => filesUnder(root, path ? `${path}/${name}` : name))
}
