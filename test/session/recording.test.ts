import { expect, test } from 'vitest'
import { sample } from '../helpers/long.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { replayOf, sessionOf, start } from './world.ts'

test('inputs are the requests that may change something, refused ones too, byte for byte', async () => {
  const sandbox = await startSandbox()
  await sandbox.call('GET', '/cards/nothing')
  await sandbox.trigger('nothing')
  await sandbox.post('/sandbox/verify', { headers: {} })
  await sandbox.get('/sandbox/events')
  await sandbox.request('DELETE', '/sandbox/endpoints/nothing')
  await fetch(`${sandbox.url}/in/x?a=1`, {
    method: 'POST',
    body: new Uint8Array([0xff, 0]),
    headers: { 'X-One': '1', date: 'now' },
  })
  const { inputs } = await sessionOf(sandbox)
  expect(inputs.map(({ method, path, status }) => `${method} ${path} ${status}`)).toEqual([
    'GET /api/v0.1/cards/nothing 404',
    'POST /sandbox/events 422',
    'DELETE /sandbox/endpoints/nothing 404',
    'POST /in/x?a=1 200',
  ])
  expect(inputs[1]).toMatchObject({ body: '{"event":"nothing"}', body_base64: null })
  expect(inputs[3]).toMatchObject({ body: null, body_base64: '/wA=' })
  const names = inputs.flatMap(({ headers }) => headers.map(([name]) => name.toLowerCase()))
  expect(names).toEqual(expect.arrayContaining(['x-one', 'authorization', 'host']))
  for (const name of ['connection', 'content-length', 'date']) expect(names).not.toContain(name)
})

test("the sandbox's own deliveries are no inputs, but what somebody sends again later is", async () => {
  const sandbox = await startSandbox()
  await sandbox.subscribe(`${sandbox.url}/in/own`)
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const { headers, body } = await sandbox.newestCapture()
  const own = headers.filter(([name]) => !['host', 'connection', 'content-length'].includes(name))
  await sandbox.request('POST', '/in/own', body, Object.fromEntries(own))
  expect(await sandbox.captures()).toHaveLength(2)
  const { inputs } = await sessionOf(sandbox)
  expect(inputs.filter(({ path }) => path === '/in/own')).toHaveLength(1)
})

test('recording takes none of the numbers of records', async () => {
  const sandbox = await startSandbox()
  await sandbox.trigger('nothing')
  await sandbox.request('DELETE', '/sandbox/endpoints/nothing')
  const { events } = await sandbox.trigger('card.created')
  expect(events[0]?.seq).toBe(1)
})

test('a reset that is refused is an input like any other; one that keeps an empty list begins a new session', async () => {
  const sandbox = await startSandbox()
  await sandbox.trigger('card.created')
  const refused = await sandbox.request('POST', '/sandbox/reset', { keeps: [] })
  expect(refused.status).toBe(422)
  const { inputs } = await sessionOf(sandbox)
  expect(inputs.map(({ path, status }) => [path, status])).toEqual([
    ['/sandbox/events', 201],
    ['/sandbox/reset', 422],
  ])
  await sandbox.post('/sandbox/reset', { keep: [] })
  expect((await sessionOf(sandbox)).inputs).toEqual([])
})

test('a request from outside is an input, whatever run it names', async () => {
  const sandbox = await startSandbox()
  const named = { 'sandbox-run': `run_${'0'.repeat(26)}` }
  await sandbox.call('GET', '/cards/nothing')
  await fetch(`${sandbox.url}/api/v0.1/cards/nothing`, { headers: named })
  await fetch(`${sandbox.url}/sandbox/traffic`, { method: 'POST', headers: named })
  const { inputs } = await sessionOf(sandbox)
  expect(inputs.map(({ path }) => path)).toEqual([
    '/api/v0.1/cards/nothing',
    '/api/v0.1/cards/nothing',
    '/sandbox/traffic',
  ])
})

test('a reset begins a new session; one that keeps something is part of the old one', async () => {
  const receiver = await startReceiver()
  const sandbox = await startSandbox({ bare: false })
  await sandbox.clock({ mode: 'manual', set: start })
  await sandbox.trigger('card.created')
  await sandbox.post('/sandbox/reset')
  expect(await sessionOf(sandbox)).toMatchObject({
    inputs: [],
    clock: { mode: 'manual', now: '2026-01-01T09:00:00.000000Z' },
    complete: true,
  })
  await sandbox.subscribe(receiver.url)
  await sandbox.trigger('card.created')
  await sandbox.settle()
  await sandbox.post('/sandbox/reset', { keep: ['subscriptions'] })
  await sandbox.trigger('customer.updated')
  await sandbox.settle()
  const session = await sessionOf(sandbox)
  expect(session.inputs.map(({ path }) => path)).toContain('/sandbox/reset')
  expect(session).toMatchObject({ complete: true, outcome: { events: [{ event: 'customer.updated' }] } })
  expect(await replayOf(session)).toMatchObject({ code: 0, log: '' })
})

test('a session whose first inputs are gone says so, and so does its replay', async () => {
  const sandbox = await startSandbox({ retention: { records: 100 } })
  await sandbox.clock({ mode: 'manual', set: start })
  for (let i = 0; i < 150; i++) await sandbox.call('GET', '/cards/nothing')
  await sandbox.trigger('card.created', { count: sample(60, 1100) })
  await sandbox.settle()
  await sandbox.trigger('card.created', { count: sample(60, 1100) })
  let session = await sessionOf(sandbox)
  for (let i = 0; i < 100 && session.complete; i++) session = await sessionOf(sandbox)
  expect(session.complete).toBe(false)
  expect(session.notes[0]).toMatch(/^\d+ of its inputs are no longer stored \(retention, or deleted captures/)
  const { log } = await replayOf(session)
  expect(log).toContain('The session is incomplete, which may cause differences:')
})

test('an input that was deleted with its capture is listed as deleted', async () => {
  const sandbox = await startSandbox()
  await sandbox.request('POST', '/in/x', 'from outside')
  const { id } = await sandbox.newestCapture()
  await sandbox.request('DELETE', `/sandbox/captures/${id}`)
  const { complete, notes, inputs } = await sessionOf(sandbox)
  expect([complete, inputs.map(({ method }) => method)]).toEqual([false, ['DELETE']])
  expect(notes).toEqual(['1 of its inputs are no longer stored (retention, or deleted captures).'])
})
