/** `npm run test:nodes [-- 22 24.21.0]`: from a clone and from the package, with every Node we say we support. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reportFailure, SetupError } from '../server/setup/report.mjs'
import { root } from '../server/setup/root.mjs'
import { copyClone } from './setup/copy.mjs'
import { downloadNode, runWith } from './setup/node-download.mjs'
import { closing, emptyTally } from './setup/tally.mjs'
import { tryOut } from './setup/trial.mjs'

/** @typedef {import('./setup/node-download.mjs').OtherNode} OtherNode */

const asked = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'webhook-sandbox-nodes-'))
process.exitCode = await tryVersions(asked.length > 0 ? asked : ['20', '22', '24', '26']).catch(reportFailure)
rmSync(folder, { recursive: true, force: true })

/**
 * @param {string[]} versions
 * @returns {Promise<number>} exit code
 */
async function tryVersions(versions) {
  const tally = emptyTally()
  print(row('node', 'from', 'ready after', 'result'))
  for (const wanted of versions) {
    const node = await downloadNode(folder, wanted)
    for (const [from, trial] of /** @type {const} */ ([
      ['clone', fromClone],
      ['package', fromPackage],
    ])) {
      const { ok, took, result } = await outcomeOf(trial, node)
      print(row(node.version, from, took, result))
      if (ok) tally.passed += 1
      else {
        tally.failed += 1
        tally.failures.push(`Node ${node.version} from ${from}: ${result}`)
      }
    }
  }
  print(closing(tally))
  return tally.failed > 0 ? 1 : 0
}

/**
 * @param {(node: OtherNode) => Promise<number>} trial
 * @param {OtherNode} node
 */
async function outcomeOf(trial, node) {
  try {
    return { ok: true, took: `${((await trial(node)) / 1000).toFixed(1)} s`, result: 'ok' }
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    return { ok: false, took: '', result: `FAILED\n${error.message}` }
  }
}

/**
 * A fresh clone: `npm start` installs, builds and starts.
 * @param {OtherNode} node
 */
async function fromClone(node) {
  const clone = cloneOf(node)
  await copyClone(root, clone)
  return tryOut(node, ['npm', 'start', '--', ...sandboxArguments(node, 'clone')], clone)
}

/**
 * The package made of that clone, installed in an empty folder: nothing is built there.
 * @param {OtherNode} node
 */
async function fromPackage(node) {
  const home = join(folder, `home-${node.version}`)
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n')
  await runWith(node, ['npm', 'pack', '--pack-destination', home], cloneOf(node))
  const tarball = readdirSync(home).find((name) => name.endsWith('.tgz'))
  await runWith(node, ['npm', 'install', `./${tarball}`], home)
  return tryOut(node, ['npx', 'webhook-sandbox', ...sandboxArguments(node, 'package')], home)
}

/** @param {OtherNode} node */
function cloneOf(node) {
  return join(folder, `clone-${node.version}`)
}

/**
 * @param {OtherNode} node
 * @param {string} name
 */
function sandboxArguments(node, name) {
  return ['--port', '0', '--data', join(folder, `${name}-${node.version}.db`), '--json']
}

/**
 * @param {string} node
 * @param {string} from
 * @param {string} took
 * @param {string} result
 */
function row(node, from, took, result) {
  return `${node.padEnd(10)}${from.padEnd(10)}${took.padEnd(13)}${result}`
}

/** @param {string} line */
function print(line) {
  process.stdout.write(`${line}\n`)
}
