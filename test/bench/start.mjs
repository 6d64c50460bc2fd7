import { execFile, spawn } from 'node:child_process'
import { get } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { root } from '../../server/setup/root.mjs'
import { ensurePackages } from '../setup/packages.mjs'
import { byTurns, median, ms, ratioOf } from './figures.mjs'

const here = (/** @type {string} */ name) => fileURLToPath(new URL(name, import.meta.url))
const folder = here('./peers')
const inPeers = (/** @type {string} */ path) => pathToFileURL(join(folder, 'node_modules', path)).href
const tests = 20

const programs = {
  ours: [join(root, 'dist/server/main.js'), '--port', '0', '--data', ':memory:', '--bare', '--json'],
  bare: [here('./bare-start.mjs')],
}
const libraries = {
  sandbox: pathToFileURL(join(root, 'dist/server/library.js')).href,
  mockttp: inPeers('mockttp/dist/main.js'),
  emulate: inPeers('emulate/dist/api.js'),
}
const peerNames = { mockttp: 'mockttp 4.6.5 (sends nothing)', emulate: 'emulate 0.12.2 (keeps no record)' }

/** ms from the spawn of a program to its first answer. @param {string[]} args */
async function firstAnswer(args) {
  const began = performance.now()
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => child.on('close', resolve))
  try {
    /** @type {string} */
    const url = await new Promise((resolve) =>
      child.stdout.once('data', (line) => resolve(JSON.parse(String(line)).url)),
    )
    await new Promise((resolve, reject) => {
      get(`${url}/sandbox/health`, { agent: false }, (answer) => answer.resume().on('end', resolve)).on(
        'error',
        reject,
      )
    })
    return performance.now() - began
  } finally {
    child.kill('SIGKILL')
    await ended
  }
}

/**
 * One run of start-once.mjs.
 * @param {keyof typeof libraries} name
 * @returns {Promise<{ firstMs: number, secondMs: number, secondMb: number, testMs: number }>}
 */
async function once(name) {
  const args = ['--expose-gc', here('./start-once.mjs'), name, libraries[name], String(tests)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout)
}

/**
 * The start of the program and of the library, and one test, beside a bare server and two libraries for the same work.
 * @param {import('./figures.mjs').Sizes} sizes
 * @returns {Promise<import('./figures.mjs').Row[]>}
 */
export async function start({ rounds }) {
  await ensurePackages(folder, { what: 'the peers (170 MB)', again: 'npm run bench -- start' })
  const answers = await byTurns(rounds * 3, {
    ours: () => firstAnswer(programs.ours),
    bare: () => firstAnswer(programs.bare),
  })
  /** @type {Record<keyof typeof libraries, Awaited<ReturnType<typeof once>>[]>} */
  const runs = { sandbox: [], mockttp: [], emulate: [] }
  for (let round = 0; round < rounds; round++)
    for (const name of /** @type {(keyof typeof libraries)[]} */ (Object.keys(libraries)))
      runs[name].push(await once(name))

  const mb = (/** @type {number} */ value) => `${value.toFixed(1)} MB`
  const figures = /** @type {const} */ ([
    ['import and first start', 'firstMs', ms],
    ['second start in the process', 'secondMs', ms],
    ['heap of the second', 'secondMb', mb],
    ['one test: reset, receiver, trigger, wait', 'testMs', ms],
  ])
  const limits = { firstMs: 300, secondMs: 40, secondMb: 15, testMs: 15 }
  const beside = figures.flatMap(([what, figure, said]) =>
    /** @type {const} */ (['mockttp', 'emulate']).map((peer) => {
      const ours = runs.sandbox.map((run) => run[figure])
      const theirs = runs[peer].map((run) => run[figure])
      return {
        name: `${what} (at most ${limits[figure]} ${figure === 'secondMb' ? 'MB' : 'ms'})`,
        ours: said(median(ours)),
        bare: `${said(median(theirs))} ${peerNames[peer]}`,
        ratio: ratioOf(ours, theirs),
        limit: null,
      }
    }),
  )
  return [
    {
      name: 'program to its first answer',
      ours: ms(median(answers.ours)),
      bare: `${ms(median(answers.bare))} bare node:http`,
      ratio: ratioOf(answers.ours, answers.bare),
      limit: null,
    },
    ...beside,
  ]
}
