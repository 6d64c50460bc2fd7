import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { resolve } from 'node:path'
import { Webhook } from 'standardwebhooks'

/**
 * What views are opened at, by what it is.
 * @typedef {Record<string, string | undefined>} Ids
 * @typedef {{ id: string, attempts_made: number }} Delivery
 * @typedef {{ id: string, webhook_id: string | null }} Capture
 */

const secret = `whsec_${Buffer.from('a secret for the pictures, no more').toString('base64')}`

/**
 * The built program with a seed and a clock that stand still, and an empty database.
 * @returns {Promise<{ url: string, stop: () => void }>}
 */
async function startSandbox() {
  const args = [resolve('dist/server/main.js'), 'serve', '--json', '--seed', '7', '--data', ':memory:']
  const child = spawn(process.execPath, [...args, '--port', '0'], { stdio: ['ignore', 'pipe', 'ignore'] })
  /** @type {string} */
  const line = await new Promise((done, fail) => {
    child.stdout.once('data', (data) => done(String(data).split('\n')[0] ?? ''))
    child.once('exit', (code) => fail(new Error(`The sandbox ended with ${code}. Is it built?`)))
  })
  return { url: JSON.parse(line).url, stop: () => child.kill() }
}

/** @param {import('node:http').Server} server */
function portOf(server) {
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('The receiver does not listen.')
  return address.port
}

/** A receiver that fails at first, as they do. */
async function startReceiver() {
  let seen = 0
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      seen++
      const status = seen <= 2 ? 503 : seen % 7 === 0 ? 500 : 200
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(status === 200 ? '{"received":true}' : '{"error":"the database is away"}')
    })
  })
  /** @param {number} port */
  const listen = (port) =>
    new Promise((done, fail) => {
      server.once('error', fail)
      server.listen(port, '127.0.0.1', () => done(undefined))
    })
  await listen(3000).catch(() => listen(0))
  return { url: `http://localhost:${portOf(server)}/webhooks`, stop: () => server.close() }
}

/** Starts what the pictures are taken of; `tell` plays the story into it and answers the ids it led to. */
export async function startWorld() {
  const [sandbox, receiver] = [await startSandbox(), await startReceiver()]
  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @param {Record<string, string>} [headers]
   */
  async function request(method, path, body, headers = {}) {
    const response = await fetch(sandbox.url + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
  /**
   * @param {string} path
   * @param {unknown} body
   */
  const post = (path, body) => request('POST', `/sandbox${path}`, body)
  /** @param {string} path */
  const get = (path) => request('GET', `/sandbox${path}`)
  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   */
  const platform = (method, path, body) =>
    request(method, `/api/v0.1${path}`, body, { authorization: 'demo', identity: 'demo' })
  /** @param {string} advance */
  const pass = (advance) => post('/clock', { advance })

  async function tell() {
    await post('/clock', { mode: 'manual', set: '2026-01-01T09:00:00Z' })
    const made = await platform('POST', '/webhooks', { url: receiver.url, events: ['*'] })
    await post('/scenarios/onboarding-passes/run', {})
    for (const step of ['1s', '5s', '10s', '30s']) await pass(step)
    await post('/endpoints', { name: 'mine', secret, scheme: 'standard-webhooks' })
    const body = '{"type":"invoice.paid", "amount":10.50,"name":"Ada"}'
    await send('msg_right', body, body)
    await send('msg_parsed', body, JSON.stringify(JSON.parse(body)))
    await pass('2s')
    await send('msg_late', body, body, -3600)
    await send('msg_else', body, 'something else altogether')
    await post('/armed-errors', { code: 'card_dne', path: '/cards/*', times: 1 })
    await platform('GET', '/cards/none').catch(() => {})
    await post('/armed-errors', { status: 503 })
    for (const event of ['kyc.verification.failure', 'card.created', 'card.status.inactive']) {
      await post('/events', { event, force: true })
      await pass('3s')
    }
    await post('/events', { event: 'card.created', fault: 'wrong_secret' })
    for (const step of ['30s', '1m', '10s']) await pass(step)
    await post('/events', { event: 'card.created' })
    await pass('0')
    /** @type {{ deliveries: Delivery[] }} */
    const { deliveries } = await get('/deliveries?limit=200')
    /** @type {{ captures: Capture[] }} */
    const { captures } = await get('/captures?verdict=failed&limit=50')
    const retried = deliveries.filter(({ attempts_made: made }) => made > 1)
    const parsed = captures.find(({ webhook_id: id }) => id === 'msg_parsed') ?? captures[0]
    const { runs } = await get('/runs')
    return {
      delivery: (retried.at(-1) ?? deliveries[0])?.id,
      capture: parsed?.id,
      run: runs[0]?.id,
      subscription: made?.webhook_subscription?.id,
    }
  }
  /**
   * @param {string} id
   * @param {string} body
   * @param {string} signed what the signature is made over
   * @param {number} [late] how far its time is off, s
   */
  async function send(id, body, signed, late = 0) {
    // A signature is as old as it is by the clock on the wall, whatever the sandbox's says.
    const at = new Date(Date.now() + late * 1000)
    await fetch(`${sandbox.url}/in/mine`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign(id, at, signed),
      },
      body,
    })
  }
  return {
    url: sandbox.url,
    tell,
    stop() {
      sandbox.stop()
      receiver.stop()
    },
  }
}
