import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** What a build is made of. server/setup only starts builds, and does not go into them. */
const sources = ['server', 'ui', 'fixtures', 'package.json', 'package-lock.json', 'tsconfig.json']
const leftOut = 'server/setup'

/**
 * Names and bytes of everything a build is made of; times do not count, so that a checkout or a copy changes nothing.
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
 * Names, sizes and times of built files: tells whether something else wrote there since.
 * @param {string} folder
 * @param {string} except file name that is not counted
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
 * @returns {string[]} sorted, with forward slashes; dotfiles of editors and systems are passed over
 */
function filesUnder(root, path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false })
  if (!stat || path === leftOut) return []
  if (!stat.isDirectory()) return [path]
  const names = readdirSync(join(root, path)).filter((name) => !name.startsWith('.'))
  return names.sort().flatMap((name) => filesUnder(root, path ? `${path}/${name}` : name))
}
