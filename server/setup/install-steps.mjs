/** Runs the steps of an installation with npm, and explains failures. */
import { runQuietly } from './child.mjs'
import { installedSqliteMajor, lockedSqliteMajor, readManifest, treeFits } from './install-facts.mjs'
import { planInstall, rangeOfMajor, wantedMajor } from './install-plan.mjs'
import { runNpm } from './npm.mjs'
import { cacheAdvice, folderAdvice, lastLines, npmReason, SetupError, say } from './report.mjs'

/** @typedef {import('./install-plan.mjs').Step} Step */
/** @typedef {{ say: string, args: (root: string) => string[], failed: (output: string, root: string) => string }} StepEntry */

const napi = Number(process.versions.napi)
const nodeName = `Node ${process.versions.node}`
const quiet = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error']
// The build needs development packages, whatever NODE_ENV or npm's `omit` says.
const everything = '--include=dev'

/** @type {Record<Step, StepEntry>} */
const steps = {
  packages: {
    say: `Installing packages (first start, ${wantedMajor(napi) === 12 ? 'about a minute' : 'some 20 seconds'})…`,
    args: () => ['ci', '--ignore-scripts', everything, ...quiet],
    failed: (output, root) =>
      `npm ci could not install the packages:\n${npmReason(output)}\n${packagesAdvice(output, root)}`,
  },
  fetch: {
    say: `Fetching the better-sqlite3 that fits ${nodeName}…`,
    args: (root) => {
      const range = rangeOfMajor(readManifest(root).dependencies['better-sqlite3'] ?? '', wantedMajor(napi))
      // npm reads the lock file without writing it. Without the file, npm would update all other packages, too.
      const keepFiles = ['--no-save', '--package-lock=true']
      return ['install', `better-sqlite3@${range}`, ...keepFiles, '--ignore-scripts', everything, ...quiet]
    },
    failed: (output, root) =>
      `npm could not fetch the better-sqlite3 that fits ${nodeName}:\n${npmReason(output)}\n${packagesAdvice(output, root)}`,
  },
  compile: {
    say: `Preparing better-sqlite3 for ${nodeName} (once; compiling takes about a minute)…`,
    // This package needs its install script, even if scripts are switched off.
    args: () => ['rebuild', 'better-sqlite3', '--ignore-scripts=false', ...quiet],
    failed: (output, root) =>
      `better-sqlite3 could not be prepared for ${nodeName}:\n${lastLines(output)}\n${compilingAdvice(root)} Or switch to Node 22.14 or newer, which needs no compiler, and start again.`,
  },
}

/** @type {import('./install.mjs').Installer} */
export const npmInstaller = {
  async plan(root, { trustTree }) {
    const major = installedSqliteMajor(root)
    const installed = major === undefined ? null : { major, opens: await opens(root, major) }
    const fits = trustTree && treeFits(root)
    return planInstall({ napi, treeFits: fits, lockedMajor: lockedSqliteMajor(root), installed })
  },
  async perform(root, step, { started }) {
    const entry = steps[step]
    say(entry.say)
    const { code, output } = await runNpm(entry.args(root), root, started)
    if (code !== 0) throw new SetupError(entry.failed(output, root))
  },
}

/**
 * Whether better-sqlite3 works. Checked in a separate process, which a wrong binary would crash.
 * @param {string} root
 * @param {number} major
 */
async function opens(root, major) {
  if (major !== wantedMajor(napi)) return false
  const script = "new (require('better-sqlite3'))(':memory:').close()"
  return (await runQuietly(process.execPath, ['-e', script], { cwd: root })).code === 0
}

/** @param {string} root */
function compilingAdvice(root) {
  const [sign] = /['"`$()]/.exec(root) ?? []
  return sign === undefined
    ? 'Compiling it needs python3, make and a C++ compiler.'
    : `make cannot compile in ${root}, because its path contains ${sign}. Move the folder to a path without ${sign}.`
}

/**
 * @param {string} output
 * @param {string} root
 */
function packagesAdvice(output, root) {
  if (output.includes('EUSAGE'))
    return 'package.json and package-lock.json disagree. If you changed package.json, run `npm install`. Otherwise restore both files with `git checkout package.json package-lock.json`.'
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/.test(output))
    return "npm's registry cannot be reached. Check the network and `npm config get registry`, then start again. Only the first start needs the network."
  if (output.includes('ENOTCACHED'))
    return 'npm is set to work offline, and its cache lacks a package. Start once with the network: `npm_config_offline=false npm start`.'
  if (/spawn \S+ ENOENT/.test(output))
    return 'npm was not found. It comes with Node. Install npm, or add its folder to PATH, then start again.'
  return (
    cacheAdvice(output, root) ??
    folderAdvice(output) ??
    'Start again to retry. `npm ci` shows the whole output.'
  )
}
