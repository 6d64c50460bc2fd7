/**
 * Plans the installation of packages. A lock file pins one version of better-sqlite3, but no version works on every Node.
 * Version 13 needs Node-API 10, and crashes without a message on Node 20. Version 12 is compiled for the ABI of one Node, and
 * crashes on the newest.
 */

/** @typedef {'packages' | 'fetch' | 'compile'} Step */
/**
 * @typedef {object} Facts
 * @property {number} napi highest Node-API version of the running Node
 * @property {boolean} treeFits node_modules is what package-lock.json asks for, better-sqlite3 aside
 * @property {number} lockedMajor better-sqlite3's major version in package-lock.json
 * @property {{ major: number, opens: boolean } | null} installed better-sqlite3 in node_modules; null when absent
 */

/**
 * @param {number} napi
 * @returns {12 | 13}
 */
export function wantedMajor(napi) {
  return napi >= 10 ? 13 : 12
}

/**
 * @param {Facts} facts
 * @returns {Step[]} in order; nothing to do is an empty list
 */
export function planInstall({ napi, treeFits, lockedMajor, installed }) {
  const wanted = wantedMajor(napi)
  /** @type {Step[]} */
  const fetch = lockedMajor === wanted ? [] : ['fetch']
  /** @type {Step[]} */
  const compile = wanted === 12 ? ['compile'] : []
  if (!treeFits || !installed) return ['packages', ...fetch, ...compile]
  if (installed.major !== wanted)
    return [...(fetch.length > 0 ? fetch : /** @type {Step[]} */ (['packages'])), ...compile]
  if (installed.opens) return []
  return wanted === 12 ? ['compile'] : ['packages', ...fetch]
}

/**
 * @param {string} range as in package.json: `^12.11.1 || ^13.2.0`
 * @param {number} major
 * @returns {string} the alternative with that major
 */
export function rangeOfMajor(range, major) {
  const found = range.split('||').find((part) => majorOf(part) === major)
  return found?.trim() ?? `^${major}.0.0`
}

/**
 * @param {string} version a version or a range with one
 * @returns {number}
 */
export function majorOf(version) {
  return Number(/\d+/.exec(version)?.[0] ?? Number.NaN)
}
