// Rates of the built program as ratios against bare baselines in the same run: `npm run bench`.
// Machines are noisy; a ratio says more than a rate. Loopback only, bounded in count.
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { Pool } from 'undici'
import { ensureBuilt } from '../../server/setup/build.mjs'
import { root } from '../../server/setup/root.mjs'

const requests = Number(process.argv[2] ?? 20_000)
const connections = 50
const body = JSON.stringify({ event: 'card.created', filler: 'x'.repeat(950) })

/** @param {string} line */
const say = (line) => void process.stdout.write(`${line}\n`)

/**
 * Sends `count` requests, 50 at a time, and answers how many a second came back with a status below 300.
 * @param {string} origin
 * @param {{ path: string, method: 'GET' | 'POST', headers: Record<string, string>, body?: string }} request
 */
async function rate(origin, request, count = requests) {
  const pool = new Pool(origin, { connections })
  let left = count
  const began = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (left-- > 0) {
        const response = await pool.request(request)
        await response.body.dump()
        if (response.statusCode >= 300) throw new Error(`${request.path} answered ${response.statusCode}`)
      }
    }),
  )
  const seconds = (performance.now() - began) / 1000
  await pool.destroy()
  return count / seconds
}

/** A server that reads the request and answers 200: the least there can be. */
async function bareServer(onRequest = () => {}) {
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      onRequest()
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

/** The least that hono can do: parse a JSON body, answer JSON. */
async function bareHono() {
  const app = new Hono()
  app.get('/webhooks', (c) => c.json({ webhook_subscriptions: [] }))
  app.post('/webhooks', async (c) => c.json({ webhook_subscription: await c.req.json() }, 201))
  /** @type {import('@hono/node-server').ServerType} */
  let server
  const port = await new Promise((resolve) => {
    server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, (info) => resolve(info.port))
  })
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

async function startProgram() {
  const child = spawn(
    process.execPath,
    ['dist/server/main.js', '--port', '0', '--data', ':memory:', '--bare', '--json'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  )
  const line = await new Promise((resolve) => child.stdout.once('data', (chunk) => resolve(String(chunk))))
  return { url: JSON.parse(line).url, stop: () => child.kill('SIGTERM') }
}

const json = { 'content-type': 'application/json' }
const demo = { authorization: 'demo', identity: 'demo' }

/**
 * Events triggered at once and delivered to a bare receiver: deliveries a second from the first to the last.
 * @param {{ url: string }} program
 */
async function deliveryRate(program) {
  let received = 0
  /** @type {(value?: unknown) => void} */
  let done = () => {}
  const receiver = await bareServer(() => ++received === requests && done())
  /** @param {string} path @param {unknown} value */
  const post = (path, value, headers = {}) =>
    fetch(`${program.url}${path}`, {
      method: 'POST',
      headers: { ...json, ...headers },
      body: JSON.stringify(value),
    })
  const made = await post('/api/v0.1/webhooks', { url: receiver.url, events: ['card.created'] }, demo)
  const { webhook_subscription } = await made.json()
  await fetch(`${program.url}/sandbox/subscriptions/${webhook_subscription.id}`, {
    method: 'PATCH',
    headers: json,
    body: JSON.stringify({ concurrency: connections }),
  })
  const all = new Promise((resolve) => {
    done = resolve
  })
  const began = performance.now()
  await post('/sandbox/events', { event: 'card.created', count: requests })
  await all
  const seconds = (performance.now() - began) / 1000
  receiver.close()
  return requests / seconds
}

await ensureBuilt(root)
const bare = await bareServer()
const post = /** @type {const} */ ({ path: '/', method: 'POST', headers: json, body })
await rate(bare.url, post, 2000)
const baseline = await rate(bare.url, post)

/** @type {[name: string, rate: number][]} */
const rows = []
const program = await startProgram()
await rate(program.url, { ...post, path: '/in/bench' }, 1000)
rows.push(['POST /in/bench, captured and verified', await rate(program.url, { ...post, path: '/in/bench' })])
rows.push([
  'GET /api/v0.1/webhooks, recorded',
  await rate(program.url, { path: '/api/v0.1/webhooks', method: 'GET', headers: demo }),
])
rows.push(['trigger to delivered, signed and recorded', await deliveryRate(program)])
const hono = await bareHono()
const subscription = {
  headers: { ...json, ...demo },
  method: /** @type {const} */ ('POST'),
  body: JSON.stringify({ url: 'http://127.0.0.1:9/hook', events: ['card*'], status: 'STATUS_DISABLED' }),
}
await rate(hono.url, { ...subscription, path: '/webhooks' }, 1000)
const [honoGet, honoPost] = [
  await rate(hono.url, { path: '/webhooks', method: 'GET', headers: demo }),
  await rate(hono.url, { ...subscription, path: '/webhooks' }),
]
const platformPost = await rate(program.url, { ...subscription, path: '/api/v0.1/webhooks' })
program.stop()
bare.close()
hono.close()

say(`bare node:http, POST 1 KB, ${connections} connections: ${Math.round(baseline)}/s = 1.00`)
const platformGet = rows[1]?.[1] ?? 0
say(`bare hono handler, GET: ${Math.round(honoGet)}/s; POST: ${Math.round(honoPost)}/s`)
say(`GET /webhooks beside bare hono: ${Math.round(platformGet)}/s = ${(platformGet / honoGet).toFixed(2)}`)
say(
  `POST /webhooks beside bare hono: ${Math.round(platformPost)}/s = ${(platformPost / honoPost).toFixed(2)}`,
)
for (const [name, value] of rows) say(`${name}: ${Math.round(value)}/s = ${(value / baseline).toFixed(2)}`)
