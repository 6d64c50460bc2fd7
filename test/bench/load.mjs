import { join } from 'node:path'
import { runQuietly } from '../../server/setup/child.mjs'
import { runNpm } from '../../server/setup/npm.mjs'
import { lastLines, SetupError, say } from '../../server/setup/report.mjs'
import { root } from '../../server/setup/root.mjs'
import { downloadNode, runWith } from '../setup/node-download.mjs'
import { startProgram } from './processes.mjs'
import { inFolder } from './work.mjs'

/** @typedef {import('./processes.mjs').Program} Program */
/** @typedef {import('./figures.mjs').Row} Row */

const artillery = 'artillery@2.0.34'
const [rate, seconds] = [20, 2]

/** Options that a scheme needs, or that change how it signs. */
const variants = [
  {
    scheme: 'custom',
    scheme_options: {
      headers: { 'X-Own': 't={ts},s={signature}' },
      signs: '{ts}.{url}.{body}',
      digest: 'sha512',
    },
  },
  { scheme: 'http-message-signatures', scheme_options: { algorithm: 'ed25519' } },
]

/**
 * Runs the exported load tests with their engines: Artillery on Node 22 with every scheme, Locust with a master and two workers if
 * Python has it. The ratio is the share of requests that arrived verified, each with an id of its own.
 * @returns {Promise<Row[]>}
 */
export const load = () =>
  inFolder(async (folder) => {
    say(`Installing Node 22 and ${artillery} (650 MB) in a temporary folder…`)
    const node = await downloadNode(folder, '22')
    const at = join(folder, 'artillery')
    const { code, output } = await runNpm(
      ['install', '--prefix', at, '--ignore-scripts', '--no-audit', artillery],
      folder,
    )
    if (code !== 0) throw new SetupError(`npm has no ${artillery} for us:\n${lastLines(output)}`)
    const program = await startProgram(':memory:')
    try {
      const { schemes } = await program.ask('GET', '/sandbox/catalogue/schemes')
      const signings = [
        ...schemes.filter((/** @type {{ scheme: string }} */ { scheme }) => scheme !== 'custom'),
        ...variants,
      ].map(({ scheme, scheme_options = {} }) => ({ scheme, scheme_options }))
      const rows = []
      for (const [number, signing] of signings.entries()) {
        const name = `artillery-${number}`
        const { out, secret } = await exported(program, { engine: 'artillery', name, folder, signing })
        await runWith(
          { ...node, env: { ...node.env, WEBHOOK_SECRET: secret } },
          ['node', join(at, 'node_modules/artillery/bin/run'), 'run', 'load.yml'],
          out,
        )
        const title = `Artillery, ${signing.scheme} ${Object.values(signing.scheme_options).length > 0 ? 'with options' : ''}`
        rows.push(await arrived(program, name, title.trim()))
      }
      return [...rows, ...(await byLocust(program, folder))]
    } finally {
      await program.stop()
    }
  })

/**
 * Subscribes an endpoint, and exports a load test by the command. Returns the folder of the files.
 * @param {Program} program
 * @param {{ engine: string, name: string, folder: string, signing: object }} asked
 */
async function exported(program, { engine, name, folder, signing }) {
  const id = await program.subscribe(`${program.url}/in/${name}`, signing)
  const { subscription } = await program.ask('GET', `/sandbox/subscriptions/${id}`)
  const out = join(folder, name)
  const args = [
    'load',
    engine,
    '--subscription',
    id,
    '--event',
    'card.*',
    '--rate',
    `${rate}`,
    '--for',
    `${seconds}s`,
  ]
  const command = [join(root, 'dist/server/main.js'), ...args, '--out', out, '--url', program.url]
  const { code, output } = await runQuietly(process.execPath, command, { cwd: folder })
  if (code !== 0) throw new SetupError(`The export failed:\n${output}`)
  return { out, secret: subscription.secret }
}

/**
 * What arrived at an endpoint. A request without a signature cannot be verified, so its id alone counts.
 * @param {Program} program
 * @param {string} endpoint
 * @param {string} name
 * @returns {Promise<Row>}
 */
async function arrived(program, endpoint, name) {
  /** @type {{ captures: { webhook_id: string, verdict: { result: string } }[] }} */
  const { captures } = await program.ask('GET', `/sandbox/captures?endpoint=${endpoint}&limit=500`)
  const wanted = name === 'Artillery, none' ? 'unsigned' : 'verified'
  const right = captures.filter(({ verdict }) => verdict.result === wanted)
  const ids = new Set(right.map(({ webhook_id }) => webhook_id))
  return {
    name,
    ours: `${ids.size} ${wanted}`,
    bare: `${captures.length} arrived`,
    ratio: ids.size / captures.length,
    limit: { atLeast: 1 },
  }
}

/** Debian's package has an empty version, with which its master refuses every worker. */
const locust = `
import sys, types
version = types.ModuleType("locust._version")
version.version = "2.12.1"
sys.modules["locust._version"] = version
from locust.main import main
sys.exit(main())`

/** @param {Program} program @param {string} folder @returns {Promise<Row[]>} */
async function byLocust(program, folder) {
  const python = await pythonWithLocust(folder)
  if (python === undefined) {
    say('Locust is not installed, so its export was not run. Install python3-locust.')
    return []
  }
  const signing = { scheme: 'standard-webhooks' }
  const { out, secret } = await exported(program, { engine: 'locust', name: 'locust', folder, signing })
  /** @param {string[]} args */
  const run = (...args) =>
    runQuietly(python, ['-c', locust, ...args, '--master-bind-port', '15557', '--master-port', '15557'], {
      cwd: out,
      env: { ...process.env, WEBHOOK_SECRET: secret, PYTHONDONTWRITEBYTECODE: '1' },
    })
  const shared = [
    '--headless',
    '--users',
    `${rate}`,
    '--spawn-rate',
    `${rate}`,
    '--run-time',
    `${seconds + 2}s`,
  ]
  const ended = await Promise.all([
    run('--master', '--master-bind-host', '127.0.0.1', '--expect-workers', '2', ...shared),
    run('--worker', '--master-host', '127.0.0.1'),
    run('--worker', '--master-host', '127.0.0.1'),
  ])
  const failed = ended.find(({ code }) => code !== 0)
  if (failed) throw new SetupError(`Locust failed:\n${lastLines(failed.output)}`)
  return [await arrived(program, 'locust', 'Locust, a master and two workers')]
}

/** @param {string} folder */
async function pythonWithLocust(folder) {
  for (const python of ['python3', '/usr/bin/python3']) {
    const { code } = await runQuietly(python, ['-c', 'import locust'], { cwd: folder })
    if (code === 0) return python
  }
  return undefined
}
