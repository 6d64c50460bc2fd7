import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { Delivery, Subscription } from '../../server/wire.ts'
import { startProcess, startProgram } from '../helpers/program.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { waitFor } from '../helpers/waiting.ts'

const readme = readFileSync('README.md', 'utf8')
const run = promisify(execFile)

/** The code blocks of a language below a heading, up to the next heading. */
function blocks(heading: string, language: string): string[] {
  const section = readme.split(/^## /m).find((part) => part.startsWith(heading)) ?? ''
  return [...section.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
    ([, code = '']) => code,
  )
}

/** The commands of a block, continued lines joined. */
const commands = (block: string) => block.replaceAll('\\\n', ' ').trim().split('\n')

test('the curl story of the README runs as written and does what it says', async () => {
  const sandbox = await startProgram(['--port', '0', '--data', ':memory:'])
  const answers: unknown[] = []
  for (const block of blocks('Five minutes with curl', 'sh')) {
    for (const command of commands(block)) {
      const { stdout } = await run('bash', ['-c', command.replaceAll('http://127.0.0.1:4400', sandbox.url)], {
        env: { ...process.env, SANDBOX_URL: sandbox.url },
      })
      answers.push(command.startsWith('npx') ? stdout : JSON.parse(stdout))
    }
  }
  const [subscribed, triggered, posted, waited, endpoint, manual, fired, advanced, listed, real, reset] =
    answers
  expect(subscribed).toHaveProperty('webhook_subscription.status', 'STATUS_ENABLED')
  expect(triggered).toMatch(/^card\.created evt_\w+\n(?: {2}--> http\S+ dlv_\w+\n){2}$/)
  expect(posted).toHaveProperty('events.0.event', 'card.created')
  expect(waited).toHaveProperty('timed_out', false)
  expect(endpoint).toHaveProperty('endpoint.name', 'orders')
  expect(manual).toHaveProperty('clock.mode', 'manual')
  expect(fired).toHaveProperty('counts.deliveries', 2)
  expect(advanced).toHaveProperty('settled', true)
  const { deliveries } = listed as { deliveries: Delivery[] }
  expect(deliveries.map(({ state, attempts_made }) => [state, attempts_made])).toEqual(
    expect.arrayContaining([
      ['succeeded', 3],
      ['succeeded', 1],
    ]),
  )
  expect(real).toHaveProperty('clock.mode', 'real')
  expect(reset).toEqual({ reset: true, kept: [] })
})

test('the story of a customer runs as one script, and ends where the README says', async () => {
  const sandbox = await startSandbox({ bare: false })
  const [script = ''] = blocks('A platform with state', 'sh')
  const { stdout } = await run('bash', ['-c', script.replaceAll('http://127.0.0.1:4400', sandbox.url)])
  const [kyc, deposit, payment, transfer] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(kyc).toHaveProperty('status', 'submitted')
  expect(deposit).toMatchObject({ state: 'settled', amount: '100.00' })
  expect(payment).toMatchObject({ state: 'pending', amount: '-21.93' })
  expect(transfer).toMatchObject({ Status: 400, Code: 'insufficient_funds' })
  const heard = await (await fetch(`${sandbox.url}/sandbox/captures`)).json()
  expect(heard.captures.map((capture: { event: string }) => capture.event).toSorted()).toEqual([
    'card.created',
    'kyc.verification.success',
    'transactions',
    'transactions',
  ])
})

test('the story of the README is listed, runs, and takes its variable', async () => {
  const sandbox = await startSandbox({ bare: false })
  const [block = ''] = blocks('A story as a file', 'sh')
  const said: string[] = []
  for (const command of commands(block)) {
    const { stdout } = await run('bash', ['-c', command], {
      env: { ...process.env, SANDBOX_URL: sandbox.url },
    })
    said.push(stdout)
  }
  const [listed, ran] = said
  expect(listed).toMatch(/^virtual-card-spends {2}/m)
  expect(ran).toMatch(/succeeded/)
  const { events } = await (await fetch(`${sandbox.url}/sandbox/events?q=48.00`)).json()
  expect(events).toHaveLength(2)
  const { scenarios } = await (await fetch(`${sandbox.url}/sandbox/scenarios`)).json()
  expect(scenarios, 'thirteen, the README says').toHaveLength(13)
})

test('the errors of the README are answered and armed as it says', async () => {
  const sandbox = await startSandbox({ bare: false })
  const [header, command, raw] = await Promise.all(
    blocks('An error on demand', 'sh').map(async (block) => {
      const { stdout } = await run('bash', ['-c', block.replaceAll('http://127.0.0.1:4400', sandbox.url)], {
        env: { ...process.env, SANDBOX_URL: sandbox.url },
      })
      return stdout
    }),
  )
  expect(JSON.parse(header ?? '')).toMatchObject({ Status: 504, Code: 'process_connection' })
  expect(command).toContain('unknown_create_transfer')
  expect(JSON.parse(raw ?? '')).toMatchObject({
    armed_error: { status: 504, path: '/cards*', probability: 0.5 },
  })
})

test('the receiver of the README verifies what is delivered to it', async () => {
  const [code = ''] = blocks('A receiver that verifies', 'js')
  // Inside node_modules, so that it finds the library as a project of its own would.
  mkdirSync('node_modules/.cache/readme', { recursive: true })
  writeFileSync('node_modules/.cache/readme/receiver.mjs', code)
  const sandbox = await startSandbox()
  const port = await freePort()
  const { webhook_subscription } = (await (
    await fetch(`${sandbox.url}/api/v0.1/webhooks`, {
      method: 'POST',
      headers: { authorization: 'demo', identity: 'demo', 'content-type': 'application/json' },
      body: JSON.stringify({ url: `http://127.0.0.1:${port}/`, events: ['*'] }),
    })
  ).json()) as { webhook_subscription: Subscription }
  const receiver = startProcess(process.execPath, ['node_modules/.cache/readme/receiver.mjs'], {
    env: { SECRET: webhook_subscription.secret, PORT: String(port) },
  })
  await listening(port)
  await fetch(`${sandbox.url}/sandbox/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"event":"card.created"}',
  })
  await waitFor(
    async (path) => (await fetch(`${sandbox.url}${path}`)).json(),
    'kind=delivery&state=succeeded',
  )
  expect(receiver.stdout()).toBe('verified card.created\n')
})

test('npm start with the options of the README prints its one line and stops on SIGTERM', async () => {
  const started = startProcess(process.execPath, [
    'server/setup/start.mjs',
    '--port',
    '0',
    '--data',
    ':memory:',
    '--seed',
    '7',
    '--json',
  ])
  await new Promise<void>((resolve) =>
    started.process.stdout.on('data', () => started.stdout().includes('\n') && resolve()),
  )
  expect(JSON.parse(started.stdout())).toEqual({
    ready: true,
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
  })
  started.process.kill('SIGTERM')
  expect(await started.ended).toBe(0)
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Fulfilled once something listens on a port. */
function listening(port: number): Promise<void> {
  return new Promise((resolve) => {
    const attempt = () => {
      const socket = connect(port, '127.0.0.1', () => resolve(void socket.destroy()))
      socket.on('error', () => setImmediate(attempt))
    }
    attempt()
  })
}

test('npm start that is stopped by its process id takes the sandbox with it', async () => {
  const npm = startProcess('npm', ['start', '--silent', '--', '--port', '0', '--data', ':memory:', '--json'])
  await new Promise<void>((resolve) =>
    npm.process.stdout.on('data', () => npm.stdout().includes('\n') && resolve()),
  )
  const port = Number(new URL(JSON.parse(npm.stdout()).url).port)
  npm.process.kill('SIGTERM')
  await refusing(port)
})

/** Fulfilled once nothing listens on a port any more. */
function refusing(port: number): Promise<void> {
  return new Promise((resolve) => {
    const attempt = () => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy()
        setImmediate(attempt)
      })
      socket.on('error', () => resolve())
    }
    attempt()
  })
}

test('the faulty delivery of the README ends as it says, and the one after it well', async () => {
  const sandbox = await startSandbox({ bare: false })
  const [block = ''] = blocks('A delivery that goes wrong', 'sh')
  const said: string[] = []
  for (const command of commands(block)) {
    const { stdout } = await run('bash', ['-c', command], {
      env: { ...process.env, SANDBOX_URL: sandbox.url },
    })
    said.push(stdout)
  }
  const [triggered, listed, resent] = said
  expect(triggered).toMatch(/ {2}--> \S+\/in\/demo dlv_\w+ fault tamper\(signature\)\n$/)
  expect(listed).toMatch(/ dlv_\w+ .* fault tamper\(signature\)/)
  expect(resent).toMatch(/\n1 sent again\n.* succeeded .*\n$/)
  const { deliveries } = await (await fetch(`${sandbox.url}/sandbox/deliveries`)).json()
  expect(deliveries.map(({ state }: Delivery) => state)).toEqual(['succeeded', 'wrongly_accepted'])
})
