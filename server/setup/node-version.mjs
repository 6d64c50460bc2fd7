/** The Nodes the sandbox runs on: package.json's `engines`, for Nodes too old to be asked by npm. */
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
  return `Webhook Sandbox needs Node 20.19 or newer (of the 20 line), or 22.14 or newer; this is Node ${version}. Install one from https://nodejs.org and run the same command again.`
}
