import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { sample } from '../helpers/long.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { turnsDuring } from '../helpers/turns.ts'

const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYX'
/** The signature of nobody: the search for its cause is as long as any. */
const headers = {
  'content-type': 'application/json',
  'webhook-id': 'evt_1',
  'webhook-timestamp': '1767258000',
  'webhook-signature': 'v1,AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
}
const body = '{"event":"card.created","n":1.50}'

async function startWith() {
  const sandbox = await startSandbox()
  await sandbox.post('/sandbox/endpoints', { name: 'demo', scheme: 'standard-webhooks', secret })
  const send = (over: Record<string, string> = {}) =>
    fetch(`${sandbox.url}/in/demo`, { method: 'POST', body, headers: { ...headers, ...over } })
  return { sandbox, send }
}

test('a search for causes gives other work its turns: POST /sandbox/verify', async () => {
  const { sandbox } = await startWith()
  const asked = { headers, body, secret, scheme: 'standard-webhooks' }
  // Without slices, the whole request takes a handful of turns.
  expect(await turnsDuring(sandbox.request('POST', '/sandbox/verify', asked))).toBeGreaterThan(10)
})

test.each(sample([false], [false, true]))(
  'a search for causes gives other work its turns: a capture, stopped clock %s',
  async (isManual) => {
    const { sandbox, send } = await startWith()
    if (isManual) await sandbox.clock({ mode: 'manual', set: '2026-01-05T10:00:00Z' })
    const turns = await turnsDuring(send().then(sandbox.newestCapture))
    expect((await sandbox.newestCapture()).verdict).toMatchObject({ result: 'failed', explained: true })
    expect(turns).toBeGreaterThan(10)
  },
)

test('among many subscriptions to other places, the secret of the oldest is found too', async () => {
  const sandbox = await startSandbox()
  const { secret: oldest, id } = await sandbox.subscribe('http://127.0.0.1:9/first')
  for (let n = 0; n < 120; n++) await sandbox.subscribe(`http://127.0.0.1:9/${n}`)
  const now = String(Math.floor(Date.now() / 1000))
  const value = createHmac('sha256', Buffer.from(oldest.slice(6), 'base64'))
    .update(`evt_1.${now}.${body}`)
    .digest('base64')
  await fetch(`${sandbox.url}/in/other`, {
    method: 'POST',
    body,
    headers: { ...headers, 'webhook-timestamp': now, 'webhook-signature': `v1,${value}` },
  })
  const { verdict } = await sandbox.newestCapture()
  expect(verdict).toMatchObject({ result: 'verified', explained: true, secret_of: { id } })
})

test('on a stopped clock the numbers of captures do not depend on the search', async () => {
  const numbers = []
  for (const _ of ['one', 'other']) {
    const { sandbox, send } = await startWith()
    await sandbox.clock({ mode: 'manual', set: '2026-01-05T10:00:00Z' })
    for (const id of sample(['a', 'b'], ['a', 'b', 'c'])) await send({ 'webhook-id': id })
    const captures = await sandbox.captures()
    numbers.push(captures.map(({ seq }) => seq))
    expect(captures.every(({ verdict }) => verdict.explained)).toBe(true)
  }
  expect(numbers[1]).toEqual(numbers[0])
  const [last = 0, ...others] = numbers[0] ?? []
  // Each capture is announced once, with its causes.
  expect(others).toEqual(others.map((_, at) => last - 1 - at))
})

test('a capture that is deleted while its causes are searched stays deleted', async () => {
  const { sandbox, send } = await startWith()
  await send()
  await sandbox.post('/sandbox/reset')
  await send()
  expect(await sandbox.captures()).toHaveLength(1)
  expect((await sandbox.newestCapture()).verdict.explained).toBe(true)
  expect(sandbox.troubles).toEqual([])
})
