import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { kinds } from '../../server/events/builders.ts'
import type { Load } from '../../server/wire.ts'
import { runAt } from '../cli/here.ts'
import { ownFolder } from '../helpers/folder.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import {
  capturesOf,
  type Engine,
  loadOf,
  notByK6,
  resultOf,
  type Signed,
  secretIn,
  signings,
  subscribeAll,
  written,
} from './exports.ts'
import { artilleryWorker, k6Script } from './scripts.ts'

test("Artillery's hook signs by every scheme", async () => {
  const sandbox = await startSandbox()
  for (const signing of await subscribeAll(sandbox)) {
    const load = await loadOf(sandbox, 'artillery', signing.id)
    const next = artilleryWorker(written(load), secretIn(load))
    const captures = await capturesOf(sandbox, signing.name, [await next(), await next()])
    expect(
      captures.map(({ verdict }) => verdict.result),
      signing.name,
    ).toEqual([resultOf(signing), resultOf(signing)])
  }
})

const python = (...args: string[]) =>
  spawnSync('python3', args, { encoding: 'utf8', env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' } })
const hasPython = python('-c', 'import cryptography').status === 0

test.skipIf(!hasPython)("Locust's user signs by every scheme, and no id comes twice", async () => {
  const sandbox = await startSandbox()
  const subscribed = await subscribeAll(sandbox)
  const tests = await Promise.all(
    subscribed.map(async ({ name, id }) => {
      const load = await loadOf(sandbox, 'locust', id)
      return { name, folder: written(load), secret: secretIn(load) }
    }),
  )
  const harness = fileURLToPath(new URL('harness.py', import.meta.url))
  const { stdout, stderr } = spawnSync('python3', [harness], {
    encoding: 'utf8',
    input: JSON.stringify(tests),
  })
  expect(stderr).toBe('')
  const made: Record<string, Signed[]> = JSON.parse(stdout)
  for (const signing of subscribed) {
    const captures = await capturesOf(sandbox, signing.name, made[signing.name] ?? [])
    const results = captures.map(({ verdict }) => verdict.result)
    expect(results, signing.name).toEqual(Array(4).fill(resultOf(signing)))
  }
  expectNoIdTwice(Object.values(made).flat())
})

test("k6's script signs by every scheme but those that need a key pair, which are refused", async () => {
  const sandbox = await startSandbox()
  for (const signing of await subscribeAll(sandbox)) {
    if (notByK6.includes(signing.name)) {
      const query = `engine=k6&subscription_id=${signing.id}&rate=20&for=5s`
      const answer = await sandbox.request<{ error: { code: string } }>('GET', `/sandbox/load?${query}`)
      expect([answer.status, answer.body.error.code], signing.name).toEqual([422, 'invalid_field'])
      continue
    }
    const load = await loadOf(sandbox, 'k6', signing.id)
    const captures = await capturesOf(sandbox, signing.name, [k6Script(written(load), secretIn(load))()])
    expect(
      captures.map(({ verdict }) => verdict.result),
      signing.name,
    ).toEqual([resultOf(signing)])
  }
})

test("k6's script passes the type check with the types of k6, and the README names what k6 cannot sign", async () => {
  const sandbox = await startSandbox()
  const { id } = await sandbox.subscribe(`${sandbox.url}/in/k6`)
  const load = await loadOf(sandbox, 'k6', id)
  const folder = written(load)
  const types = resolve('node_modules/@types')
  const compilerOptions = {
    allowJs: true,
    checkJs: true,
    strict: true,
    noEmit: true,
    target: 'es2023',
    lib: ['es2023'],
    module: 'esnext',
    moduleResolution: 'bundler',
    typeRoots: [types],
    types: ['k6'],
    paths: { k6: [`${types}/k6`], 'k6/*': [`${types}/k6/*`] },
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['script.js'] }))
  const tsc = resolve('node_modules/typescript/bin/tsc')
  const { status, stdout } = spawnSync(process.execPath, [tsc, '--project', folder], { encoding: 'utf8' })
  expect(stdout).toBe('')
  expect(status).toBe(0)
  for (const scheme of ['standard-webhooks-ed25519', 'plaid'])
    expect(textOf(load, 'README.md')).toContain(scheme)
})

const textOf = ({ files }: Load, name: string) => files.find((file) => file.name === name)?.text ?? ''

const uuids = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Ids may repeat inside of one payload, where they mean the same object. */
function expectNoIdTwice(webhooks: readonly Signed[]) {
  const ids = webhooks.flatMap(({ headers, body }) => [
    Object.values(headers).find((value) => value.startsWith('evt_')),
    ...new Set(body.match(uuids)),
  ])
  expect(ids.length).toBeGreaterThan(webhooks.length)
  expect(new Set(ids).size).toBe(ids.length)
}

test('two workers of Artillery send no id twice, and an event id has the form of the sandbox', async () => {
  const sandbox = await startSandbox()
  const { id } = await sandbox.subscribe(`${sandbox.url}/in/one`)
  const load = await loadOf(sandbox, 'artillery', id)
  const folder = written(load)
  const [one, two] = [artilleryWorker(folder, secretIn(load)), artilleryWorker(folder, secretIn(load))]
  const webhooks = [await one(), await one(), await two(), await two()]
  expectNoIdTwice(webhooks)
  for (const { headers } of webhooks) expect(headers['webhook-id']).toMatch(/^evt_[0-9a-z]{26}$/)
})

test('the pool holds payloads of the named events that fit their schemas, and no event happens', async () => {
  const sandbox = await startSandbox()
  // The times of payloads come from the clock.
  await sandbox.clock({ mode: 'manual' })
  const { id } = await sandbox.subscribe(`${sandbox.url}/in/pool`, { events: ['kyc.*'] })
  const poolOf = async (more: string) =>
    textOf(await loadOf(sandbox, 'k6', id, more), 'payloads.jsonl')
      .trim()
      .split('\n')
      .map((line): { event: keyof typeof kinds } => JSON.parse(line))
  const pool = await poolOf('&event=card.*')
  for (const payload of pool) expect(kinds[payload.event].schema.safeParse(payload).success).toBe(true)
  const names = Object.keys(kinds).filter((name) => name.startsWith('card.'))
  expect(new Set(pool.map(({ event }) => event))).toEqual(new Set(names))
  expect(new Set(pool.map((payload) => JSON.stringify(payload))).size).toBe(pool.length)
  expect(await poolOf('&event=card.*')).toEqual(pool)
  expect((await poolOf('')).every(({ event }) => event.startsWith('kyc.'))).toBe(true)
  expect((await sandbox.get<{ events: unknown[] }>('/sandbox/events')).events).toEqual([])
})

test('what an exported payload is sent with: the event that its scheme names, and the current time', async () => {
  const sandbox = await startSandbox()
  const { id } = await sandbox.subscribe(`${sandbox.url}/in/github`)
  await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { scheme: 'github' })
  const load = await loadOf(sandbox, 'artillery', id)
  const before = Date.now()
  const { headers, body } = await artilleryWorker(written(load), secretIn(load))()
  const { event, occurred_at } = JSON.parse(body)
  expect(headers['X-GitHub-Event']).toBe(event)
  expect(Date.parse(occurred_at)).toBeGreaterThanOrEqual(before)
})

test('no file of any engine holds the secret or the password', async () => {
  const sandbox = await startSandbox()
  const subscribed = await subscribeAll(sandbox)
  for (const engine of ['artillery', 'k6', 'locust'] satisfies Engine[])
    for (const { name, id, secret } of subscribed) {
      if (engine === 'k6' && notByK6.includes(name)) continue
      const { files } = await loadOf(sandbox, engine, id)
      const whole = files.map(({ text }) => text).join('')
      for (const part of [secret, secret.replace(/^wh\w+_/, ''), 'pass:word'])
        expect(whole.includes(part), `${engine} ${name}`).toBe(false)
    }
})

const refusalOf = async (sandbox: TestSandbox, query: string) => {
  const { status, body } = await sandbox.request<{ error: { code: string; fix: string } }>(
    'GET',
    `/sandbox/load?${query}`,
  )
  return { status, ...body.error }
}

test('what cannot be exported is refused with the next move', async () => {
  const sandbox = await startSandbox()
  const { id } = await sandbox.subscribe(`${sandbox.url}/in/refused`)
  const { id: withLogin } = await sandbox.subscribe('http://ada:geheim@127.0.0.1:9/hook')
  const asked = `subscription_id=${id}&rate=1&for=1s`
  expect(await refusalOf(sandbox, `engine=gatling&${asked}`)).toMatchObject({ code: 'invalid_query' })
  expect(await refusalOf(sandbox, `engine=k6&${asked}&event=crad.*`)).toMatchObject({
    code: 'event_name_unknown',
    fix: expect.stringContaining('card.*'),
  })
  expect(await refusalOf(sandbox, 'engine=k6&subscription_id=nobody&rate=1&for=1s')).toMatchObject({
    code: 'subscription_unknown',
  })
  for (const flaw of ['rate=0&for=1s', 'rate=1.5&for=1s', 'rate=1&for=10ms', 'rate=1&for=2d'])
    expect(await refusalOf(sandbox, `engine=k6&subscription_id=${id}&${flaw}`)).toMatchObject({
      code: 'invalid_query',
    })
  expect(await refusalOf(sandbox, `engine=k6&subscription_id=${withLogin}&rate=1&for=1s`)).toMatchObject({
    code: 'invalid_field',
  })
})

test('the command writes what the API answers to a new folder, and refuses a folder with files', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual' })
  const { id, secret } = await sandbox.subscribe(`${sandbox.url}/in/cli`)
  const folder = join(ownFolder(), 'deep/out')
  const command = [
    'load',
    'locust',
    '--subscription',
    id,
    '--event',
    'card.*',
    '--rate',
    '20',
    '--for',
    '5s',
    '--out',
  ]
  const { code, out, log } = await runAt(sandbox, ...command, folder)
  expect(code).toBe(0)
  const load = await loadOf(sandbox, 'locust', id, '&event=card.*')
  expect(out).toEqual(load.files.map(({ name }) => join(folder, name)))
  for (const { name, text } of load.files) expect(readFileSync(join(folder, name), 'utf8')).toBe(text)
  expect(log.join('\n')).toContain(secret)
  const again = await runAt(sandbox, ...command, folder)
  expect([again.code, again.out]).toEqual([1, []])
  expect((await runAt(sandbox, 'load', 'locust')).code).toBe(1)
})

test('each scheme has a signing here', async () => {
  const sandbox = await startSandbox()
  const { schemes } = await sandbox.get<{ schemes: { scheme: string }[] }>('/sandbox/catalogue/schemes')
  expect(new Set(signings.map(({ scheme }) => scheme))).toEqual(new Set(schemes.map(({ scheme }) => scheme)))
})
