/** Checks the version of Node. */
/** The supported versions of Node, as in package.json's `engines`. An old npm does not check these. */
export const nodeRange = '^20.19.0 || >=22.14.0'

/**
 * @param {string} version as in `process.versions.node`
 * @returns {boolean}
 */
export function nodeFits(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 14) || major > 22
}

/**
 * @param {string} version
 * @returns {string} one line
 */
export function nodeAdvice(version) {
  return `Node ${version} is not supported: Webhook Sandbox needs Node 20.19 or newer in the 20 line, or 22.14 or newer. Install a supported Node from https://nodejs.org and run the command again.`
}
