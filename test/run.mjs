/**
 * `npm test`: every check and every test but the long ones, from a fresh clone on. `npm test -- FILE…` runs the tests of these
 * files, long ones included. `npm run test:long [-- FILE…]` brings what the long tests need and runs the files that hold them.
 */
import { constants, setPriority } from 'node:os'
import { ensureBuilt } from '../server/setup/build.mjs'
import { ensureInstalled } from '../server/setup/install.mjs'
import { npmInstaller } from '../server/setup/install-steps.mjs'
import { Interrupted, reportFailure, SetupError } from '../server/setup/report.mjs'
import { root } from '../server/setup/root.mjs'
import { ensureFrameworks } from './code/frameworks/install.mjs'
import { ensureJest } from './library/jest/install.mjs'
import { buildChecks, sourceChecks } from './setup/checks.mjs'
import { ensureChromium, locate } from './setup/chromium.mjs'
import { early, late } from './setup/projects.mjs'
import { closing, emptyTally, sum } from './setup/tally.mjs'
import { treeChanges, treeState } from './setup/tree.mjs'
import { runVitest } from './setup/vitest.mjs'
import { ensureVendors } from './vendors/install.mjs'

/** @typedef {import('./setup/tally.mjs').Tally} Tally */

const isLong = process.argv[2] === '--long'
const filters = process.argv.slice(isLong ? 3 : 2)
const tally = await (isLong ? runLong() : filters.length > 0 ? runSome() : runAll())
process.stdout.write(`${closing(tally)}\n`)
if (tally.failed > 0) process.exitCode = 1

/** @returns {Promise<Tally>} */
async function runAll() {
  const before = await treeState(root)
  /** @type {Promise<Tally[]> | undefined} */
  let begun
  const besideCompiling = () => (begun ??= Promise.all([bringChromium(), checkSources()]))
  // npm compiles on one processor, for a minute or more: the other does what needs none of that.
  const brought = await install({
    ...npmInstaller,
    perform(root, step, options) {
      if (step === 'compile') besideCompiling()
      return npmInstaller.perform(root, step, options)
    },
  })
  if (brought.failed > 0) return sum([brought, ...((await begun) ?? [])])
  const looked = await besideCompiling()
  const built = []
  for (const one of buildChecks) built.push(await check(one))
  const tested = await runVitest(root, { projects: late, env: quick() })
  return sum([brought, ...looked, ...built, tested, await checkTree(before)])
}

/** @returns {Promise<Tally>} */
async function checkSources() {
  const looked = await Promise.all(sourceChecks.map(check))
  // Everything else waits for the compiler, so that it goes first.
  const giveWay = (/** @type {number} */ pid) => setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  return sum([...looked, await runVitest(root, { projects: early, env: quick() }, giveWay)])
}

/** Chromium is in the environment by then. */
function quick() {
  return { ...process.env, TESTS: 'quick' }
}

/** @returns {Promise<Tally>} */
async function runLong() {
  const installed = await install(npmInstaller)
  if (installed.failed > 0) return installed
  const brought = await Promise.all([
    attempt('build', () => ensureBuilt(root)),
    bringChromium(),
    attempt('vendors', () => ensureVendors()),
    attempt('frameworks', () => ensureFrameworks()),
    attempt('jest', () => ensureJest()),
  ])
  return sum([...brought, await runVitest(root, { filters, env: { ...process.env, TESTS: 'long' } })])
}

/** @returns {Promise<Tally>} */
async function runSome() {
  const installed = await install(npmInstaller)
  if (installed.failed > 0) return installed
  const built = await attempt('build', () => ensureBuilt(root))
  const chromium = locate()
  if (chromium) process.env.CHROMIUM_PATH = chromium
  return sum([built, await runVitest(root, { filters, env: process.env })])
}

/**
 * @param {import('../server/setup/install.mjs').Installer} installer
 * @returns {Promise<Tally>}
 */
function install(installer) {
  return attempt('install', () => ensureInstalled(root, installer))
}

/**
 * @param {import('./setup/checks.mjs').Check} one
 * @returns {Promise<Tally>}
 */
async function check({ name, run }) {
  return checked(name, await run(root))
}

/** @returns {Promise<Tally>} */
function bringChromium() {
  return attempt('chromium', async () => {
    process.env.CHROMIUM_PATH = await ensureChromium(root)
  })
}

/**
 * @param {string | undefined} before
 * @returns {Promise<Tally>}
 */
async function checkTree(before) {
  const name = 'clean tree'
  const after = await treeState(root)
  if (before === undefined || after === undefined) return report(name, 'skipped', 'not a git clone')
  const changes = treeChanges(before, after)
  return checked(name, changes.length > 0 ? `The run changed files:\n${changes.join('\n')}` : undefined)
}

/**
 * A step that is only counted when it fails.
 * @param {string} name
 * @param {() => Promise<void>} work
 * @returns {Promise<Tally>}
 */
async function attempt(name, work) {
  try {
    await work()
    return emptyTally()
  } catch (error) {
    if (error instanceof Interrupted) process.exit(reportFailure(error))
    return report(name, 'failed', error instanceof SetupError ? error.message : String(error))
  }
}

/**
 * @param {string} name
 * @param {string | undefined} wrong
 * @returns {Tally}
 */
function checked(name, wrong) {
  return wrong === undefined ? report(name, 'passed') : report(name, 'failed', wrong)
}

/**
 * @param {string} name
 * @param {'passed' | 'failed' | 'skipped'} result
 * @param {string} [detail]
 * @returns {Tally}
 */
function report(name, result, detail = '') {
  const mark = { passed: 'ok', failed: 'FAILED', skipped: 'skipped' }[result]
  process.stdout.write(`${name}: ${mark}${detail ? `\n${detail.trimEnd()}` : ''}\n`)
  const failures = result === 'failed' ? [`${name}\n${detail}`] : []
  return { ...emptyTally(), [result]: 1, failures }
}
