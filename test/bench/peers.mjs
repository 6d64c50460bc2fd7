import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ensurePackages } from '../setup/packages.mjs'
import { byTurns, median, perSecond, ratioOf } from './figures.mjs'
import { startBareClient, startProgram } from './processes.mjs'
import { eventPost, inFolder, pause } from './work.mjs'

const folder = fileURLToPath(new URL('./peers', import.meta.url))
const secret = 'whsec_d2ViaG9vayBzYW5kYm94IGJlbmNobWFyaw=='
const connections = 50
/** json-server writes its whole file anew for each request, so that it gets less to do, and forgets what it has between the rounds. */
const fewer = 20

/**
 * A tool as it is started for this: every request is answered 200 with JSON and kept, by its own means.
 * @typedef {object} Peer
 * @property {string} name
 * @property {string} keeps how it keeps what came
 * @property {string} path
 * @property {(port: number, folder: string, spare: number) => string[]} command one more port is free for its own API
 * @property {number} [share] of the requests that the others get
 */

/** @type {Peer[]} */
const peers = [
  {
    name: 'mockttp 4.6.5',
    keeps: 'memory',
    path: '/hook',
    command: (port) => ['--input-type=module', '--eval', mockttp(port)],
  },
  {
    name: 'mountebank 2.9.2',
    keeps: 'memory',
    path: '/hook',
    command(port, at, spare) {
      const is = { statusCode: 200, headers: { 'content-type': 'application/json' }, body: '{"ok":true}' }
      const imposter = { port, protocol: 'http', recordRequests: true, stubs: [{ responses: [{ is }] }] }
      writeFileSync(join(at, 'imposters.json'), JSON.stringify({ imposters: [imposter] }))
      const own = ['--port', String(spare), '--nologfile', '--configfile', join(at, 'imposters.json')]
      return [join(folder, 'node_modules/@mbtest/mountebank/bin/mb'), 'start', ...own]
    },
  },
  {
    name: '@mockoon/cli 9.9.0',
    keeps: 'memory, the last 100',
    path: '/hook',
    command(port, at) {
      writeFileSync(join(at, 'mockoon.json'), JSON.stringify(mockoon(port)))
      const own = ['--data', join(at, 'mockoon.json'), '--disable-log-to-file']
      return [join(folder, 'node_modules/@mockoon/cli/bin/run.js'), 'start', ...own]
    },
  },
  {
    name: 'json-server 0.17.4',
    keeps: 'a file',
    path: '/posts',
    command(port, at) {
      writeFileSync(join(at, 'db.json'), '{"posts":[]}')
      const own = ['--port', String(port), '--host', '127.0.0.1', '--quiet', join(at, 'db.json')]
      return [join(folder, 'node_modules/json-server/lib/cli/bin.js'), ...own]
    },
    share: 1 / fewer,
  },
]

/** As its users start it. @param {number} port */
const mockttp = (port) => `
import mockttp from ${JSON.stringify(pathToFileURL(join(folder, 'node_modules/mockttp/dist/main.js')).href)}
const server = mockttp.getLocal()
await server.start(${port})
await server.forAnyRequest().thenJson(200, { ok: true })`

/** @param {number} port */
const mockoon = (port) => ({
  uuid: '00000000-0000-4000-8000-000000000000',
  lastMigration: 33,
  name: 'bench',
  port,
  hostname: '127.0.0.1',
  routes: [
    {
      uuid: '00000000-0000-4000-8000-000000000001',
      type: 'http',
      method: 'post',
      endpoint: 'hook',
      responses: [
        {
          uuid: '00000000-0000-4000-8000-000000000002',
          body: '{"ok":true}',
          statusCode: 200,
          headers: [{ key: 'Content-Type', value: 'application/json' }],
          default: true,
        },
      ],
    },
  ],
  rootChildren: [{ type: 'route', uuid: '00000000-0000-4000-8000-000000000001' }],
})

/** @returns {Promise<number>} a port that was free a moment ago */
const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** @param {Peer} peer @param {string} at */
async function startPeer(peer, at) {
  const port = await freePort()
  const child = spawn(process.execPath, peer.command(port, at, await freePort()), {
    stdio: 'ignore',
    cwd: at,
  })
  let hasEnded = false
  const ended = new Promise((resolve) =>
    child.on('close', () => {
      hasEnded = true
      resolve(undefined)
    }),
  )
  const url = `http://127.0.0.1:${port}`
  for (;;) {
    if (hasEnded) throw new Error(`${peer.name} ended before it was ready`)
    const { path } = peer
    const answer = await fetch(url + path, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    }).catch(() => undefined)
    await answer?.text()
    if (answer?.ok) break
    await pause(100)
  }
  return {
    url,
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/**
 * Captures beside other tools from the registry that keep what they receive: the same signed posts over the same 50
 * connections, by turns, each peer beside ours.
 * @param {import('./figures.mjs').Sizes} sizes
 * @returns {Promise<import('./figures.mjs').Row[]>}
 */
export async function measurePeers({ requests, rounds }) {
  await ensurePackages(folder, { what: 'the peers (170 MB)', again: 'npm run bench -- peers' })
  const rows = []
  for (const peer of peers) rows.push(await inFolder((at) => beside(peer, at, { requests, rounds })))
  return rows
}

/** @param {Peer} peer @param {string} at @param {{ requests: number, rounds: number }} sizes @returns {Promise<import('./figures.mjs').Row>} */
async function beside(peer, at, { requests, rounds }) {
  const client = await startBareClient()
  const program = await startProgram(join(at, 'sandbox.db'))
  const other = await startPeer(peer, at)
  try {
    await program.ask('POST', '/sandbox/endpoints', { name: 'bench', scheme: 'standard-webhooks', secret })
    const post = { ...eventPost, secret, connections }
    const theirs = Math.ceil(requests * (peer.share ?? 1))
    const measurements = {
      ours: () => client.rate({ ...post, origin: program.url, count: requests }),
      bare: () => client.rate({ ...post, origin: other.url, path: peer.path, count: theirs }),
    }
    await byTurns(1, measurements)
    const { ours, bare } = await byTurns(rounds, measurements)
    return {
      name: `captures beside ${peer.name}`,
      ours: perSecond(median(ours)),
      bare: `${perSecond(median(bare))} kept in ${peer.keeps}`,
      ratio: ratioOf(ours, bare),
      limit: { atLeast: 1 },
    }
  } finally {
    client.stop()
    await other.stop()
    await program.stop()
  }
}
