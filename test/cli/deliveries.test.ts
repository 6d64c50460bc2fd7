import { expect, test } from 'vitest'
import type { Delivery, DeliveryRow, Frame } from '../../server/wire.ts'
import { addressName } from '../../server/words/receiver.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { runAt, startHere } from './here.ts'
import { startStub } from './stub.ts'

const idsOf = ({ out }: { out: string[] }) => out.map((line) => (JSON.parse(line) as DeliveryRow).id)

/** Deliveries that have ended: one succeeded, one failed for good, one that was cancelled while it waited. */
async function threeEnds(sandbox: TestSandbox) {
  const receiver = await startReceiver([200, 500, 500, 503])
  const subscription = await sandbox.subscribe(receiver.url)
  await sandbox.request('PATCH', `/sandbox/subscriptions/${subscription.id}`, { retry_delays: ['10ms'] })
  const ids: string[] = []
  for (const event of ['card.created', 'card.status.active', 'customer.updated']) {
    if (event === 'customer.updated')
      await sandbox.request('PATCH', `/sandbox/subscriptions/${subscription.id}`, { retry_delays: ['1h'] })
    const { deliveries } = await sandbox.trigger(event)
    ids.push(deliveries[0]?.id ?? '')
    const until = event === 'customer.updated' ? 'retrying' : undefined
    for (let state = ''; until ? state !== until : !/succeeded|failed/.test(state); )
      state = (await sandbox.delivery(ids.at(-1) ?? '')).state
  }
  await sandbox.post(`/sandbox/deliveries/${ids[2]}/cancel`)
  return { receiver, subscription, ids }
}

test('deliveries prints one line each, the newest last, with how it ended', async () => {
  const sandbox = await startSandbox()
  const { receiver, ids } = await threeEnds(sandbox)
  const { code, out, log } = await runAt(sandbox, 'deliveries')
  expect([code, log]).toEqual([0, []])
  const [succeeded, failed, cancelled] = out.map((line) => line.split('  '))
  expect(succeeded).toEqual([
    expect.stringMatching(/^\d\d:\d\d:\d\d\.\d{3}$/),
    ids[0],
    'succeeded',
    'card.created',
    (await sandbox.delivery(ids[0] ?? '')).summary,
    `--> ${addressName(receiver.url)}`,
    '200',
    expect.stringMatching(/^[\d.]+ m?s$/),
  ])
  expect(failed?.slice(1, 4)).toEqual([ids[1], 'failed', 'card.status.active'])
  expect(failed?.slice(5, 7)).toEqual([`--> ${addressName(receiver.url)}`, '500'])
  expect(failed).toContain('attempt 2 of 2')
  expect(cancelled?.slice(1, 3)).toEqual([ids[2], 'cancelled'])
})

test('the reason of a failed delivery is printed once', async () => {
  const sandbox = await startSandbox({ delivery: { retry_delays: ['1h'] } })
  await sandbox.subscribe('http://nobody.invalid/hook')
  const { deliveries } = await sandbox.trigger('card.created')
  await expect.poll(async () => (await sandbox.delivery(deliveries[0]?.id ?? '')).state).toBe('retrying')
  const { out } = await runAt(sandbox, 'deliveries')
  expect(out.join().match(/name not found/g)).toHaveLength(1)
})

test('why a delivery was given up is said beside its last outcome, which is not said again', async () => {
  const sandbox = await startSandbox({ delivery: { retry_delays: [] } })
  await sandbox.subscribe('http://nobody.invalid/hook')
  await sandbox.subscribe((await startReceiver([503])).url)
  await sandbox.subscribe((await startReceiver([204])).url)
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const { out } = await runAt(sandbox, 'deliveries')
  expect(out[0]).toMatch(/ {2}name not found: .+ {2}[\d.]+ m?s {2}gave up after 1 attempt$/)
  expect(out[1]).toMatch(/ {2}503 {2}[\d.]+ m?s {2}gave up after 1 attempt$/)
  expect(out[2]).toMatch(/ {2}204 {2}[\d.]+ m?s {2}gave up after 1 attempt; only 200 and 201 count/)
})

test('an attempt on a later day than its delivery was made says which', async () => {
  const receiver = await startReceiver([503, 503, 200])
  const sandbox = await startSandbox({ delivery: { jitter: 0, retry_delays: ['1m', '45h'] } })
  await sandbox.clock({ mode: 'manual' })
  await sandbox.clock({ set: '2026-01-01T09:00:00Z' })
  await sandbox.subscribe(receiver.url)
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.clock({ advance: '3d' })
  const { out } = await runAt(sandbox, 'deliveries', deliveries[0]?.id ?? '')
  const times = [...out.join('\n').matchAll(/^Attempt \d {3}(.*?)\.\d{3} UTC /gm)].map(([, time]) => time)
  expect(times).toEqual(['2026-01-03 06:01:00', '09:01:00', '09:00:00'])
})

test('deliveries filters as the list does and prints its shapes', async () => {
  const sandbox = await startSandbox()
  const { subscription, ids } = await threeEnds(sandbox)
  const found = async (...args: string[]) => idsOf(await runAt(sandbox, 'deliveries', '--json', ...args))
  expect(await found()).toEqual(ids)
  expect(await found('--limit', '2')).toEqual(ids.slice(1))
  expect(await found('--state', 'failed')).toEqual([ids[1]])
  expect(await found('--state', 'failed,cancelled')).toEqual(ids.slice(1))
  expect(await found('--state', 'failed,')).toEqual([ids[1]])
  expect(await found('--event', 'card.*')).toEqual(ids.slice(0, 2))
  expect(await found('--subscription', subscription.id)).toEqual(ids)
  expect(await found('--subscription', `nobody,${subscription.id}`)).toEqual(ids)
  expect(await found('--subscription', 'nobody')).toEqual([])
  const { event_id } = await sandbox.delivery(ids[2] ?? '')
  expect(await found('--q', event_id)).toEqual([ids[2]])
  const { out } = await runAt(sandbox, 'deliveries', '--json')
  expect(out.map((line) => JSON.parse(line))).toEqual((await sandbox.deliveries()).toReversed())
})

test('a delivery shows each attempt: outcome, phases, request and response', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver([
    (response) => response.writeHead(503, { 'x-why': 'tired' }).end('later\x1b[2J'),
    204,
  ])
  await sandbox.subscribe(receiver.url)
  await sandbox.clock({ mode: 'manual' })
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const id = deliveries[0]?.id ?? ''
  const { code, out } = await runAt(sandbox, 'deliveries', id, '--all')
  expect(code).toBe(0)
  const [request] = receiver.requests
  for (const text of [
    'Attempt 1   ',
    ' UTC   503 Service Unavailable in ',
    deliveries[0]?.event_id,
    `  POST ${receiver.url} HTTP/1.1  `,
    `  webhook-signature: ${request?.headers['webhook-signature']}`,
    `  ${request?.body}`,
    '  HTTP/1.1 503',
    '  x-why: tired',
    // What a receiver answers must not steer the terminal.
    '  later␛[2J',
  ])
    expect(out.join('\n')).toContain(text)
  expect(out.join('\n')).toMatch(
    /^time {5}(name [\d.]+ m?s, )?connect [\d.]+ m?s, send [\d.]+ m?s, wait [\d.]+ m?s/m,
  )
  expect(out.join()).not.toContain('\x1b')
  const answer = JSON.parse((await runAt(sandbox, 'deliveries', id, '--json')).out.join())
  expect(answer).toEqual({ delivery: await sandbox.delivery(id) })
})

test('a delivery shows what happened, then cause and fix, then its attempts, the newest first', async () => {
  const receiver = await startReceiver([503, (response) => response.writeHead(500).end('boom')])
  const sandbox = await startSandbox({ delivery: { jitter: 0, retry_delays: ['1m', '1h'] } })
  await sandbox.clock({ mode: 'manual' })
  await sandbox.subscribe(receiver.url)
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.clock({ advance: '2m' })
  const id = deliveries[0]?.id ?? ''
  const { out } = await runAt(sandbox, 'deliveries', id)
  const begins = (start: string) => out.findIndex((line) => line.startsWith(start))
  expect(out[0]).toMatch(/^✕ card\.created .* 500 Internal Server Error "boom" .* attempt 2 of 3, next at /)
  const places = ['Cause', 'Fix', 'Attempt 2', 'time', 'Attempt 1', 'ids'].map(begins)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
  expect(out.slice(begins('Attempt 1'))).toHaveLength(3)
  expect(out.join()).not.toContain('webhook-signature')
  expect(out.at(-1)).toContain(`deliveries ${id} --all`)
  const whole = (await runAt(sandbox, 'deliveries', id, '--all')).out.join('\n')
  expect(whole.match(/ webhook-signature: /g)).toHaveLength(2)
})

test('the changes of a fault are printed byte for byte', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver([401])
  await sandbox.subscribe(receiver.url)
  const triggered = await runAt(sandbox, 'trigger', 'card.created', '--fault', 'tamper(signature)')
  expect(triggered.out.at(-1)).toMatch(/^ {2}--> \S+ dlv_\w+ fault tamper\(signature\)$/)
  const id = /dlv_\w+/.exec(triggered.out.join())?.[0] ?? ''
  await sandbox.settle()
  const { out } = await runAt(sandbox, 'deliveries', id)
  const delivery: Delivery = await sandbox.delivery(id)
  expect(delivery.state).toBe('refused')
  expect(out[0]).toMatch(/^✓ .* 401 /)
  expect(out[1]).toContain('tamper(signature)')
  expect(delivery.attempts[0]?.changes).toHaveLength(1)
  for (const { fault, detail } of delivery.attempts[0]?.changes ?? [])
    expect(out).toContain(`changed  ${fault}: ${detail}`)
})

test('deliveries --follow goes on with each change that fits, none twice, until it is interrupted', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver([200, 500, 200])
  await sandbox.subscribe(receiver.url)
  await sandbox.clock({ mode: 'manual' })
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const following = startHere([
    'deliveries',
    '--follow',
    '--json',
    '--event',
    'card.*,no.such',
    '--url',
    sandbox.url,
  ])
  const told = () =>
    following.out.map((line) => {
      const { event, state } = JSON.parse(line) as DeliveryRow
      return `${event} ${state}`
    })
  const has = (text: string) => following.until(() => told().includes(text))
  await has('card.created succeeded')
  await sandbox.trigger('card.status.active')
  await sandbox.trigger('customer.updated')
  await has('card.status.active retrying')
  await sandbox.clock({ advance: '2m' })
  await has('card.status.active succeeded')
  expect(told()).toEqual([
    'card.created succeeded',
    'card.status.active pending',
    'card.status.active sending',
    'card.status.active retrying',
    'card.status.active sending',
    'card.status.active succeeded',
  ])
  expect([await following.signal(), following.log]).toEqual([0, []])
})

test('changes between the list and the live socket are printed in full, and nothing older than the list', async () => {
  const [old, young] = [{ id: 'dlv_old' }, { id: 'dlv_young' }]
  let last = 1
  const stub = await startStub({
    'GET /sandbox/health': () => ({ platform: 'sandbox', seq: last, now: '2026-01-01T00:00:00.000Z' }),
    'GET /sandbox/deliveries?limit=20': () => {
      last = 6
      return { deliveries: [{ ...old, state: 'sending' }] }
    },
  })
  for (const [at, data] of [
    { ...old, state: 'pending' },
    { ...old, state: 'sending' },
    { ...young, state: 'pending' },
    { ...young, state: 'sending' },
    { ...old, state: 'retrying' },
    { ...young, state: 'succeeded' },
  ].entries())
    stub.tell({ seq: at + 2, kind: 'delivery', data } as Frame)
  const following = startHere(['deliveries', '--follow', '--json', '--url', stub.url])
  await following.until(() => following.out.length === 5)
  expect(
    following.out.map((line) => {
      const { id, state } = JSON.parse(line) as DeliveryRow
      return `${id} ${state}`
    }),
  ).toEqual([
    'dlv_old sending',
    'dlv_young pending',
    'dlv_young sending',
    'dlv_old retrying',
    'dlv_young succeeded',
  ])
})

test.each([
  [['deliveries', 'dlv_nobody'], 'No delivery has the id dlv_nobody.'],
  [['deliveries', '--state', 'faild'], 'Unknown state: faild. Did you mean failed?'],
  [['deliveries', '--state', ','], 'Unknown state: ,.'],
  [['deliveries', '--state', 'failed,pendng'], 'Unknown state: pendng. Did you mean pending?'],
  [['deliveries', '--all'], 'Give an id'],
  [['deliveries', 'dlv_nobody', '--state', 'failed'], 'An id and a filter or --follow cannot be combined.'],
  [['deliveries', '--limit', '501'], 'must be a whole number from 1 to 500'],
  [['trigger', 'card.created', '--fault', 'tampr(body)'], 'Did you mean tamper?'],
])('%j is refused with the next move and exit code 1', async (args, says) => {
  const sandbox = await startSandbox()
  const { code, out, log } = await runAt(sandbox, ...args)
  expect([code, out]).toEqual([1, []])
  expect(log).toEqual([expect.stringContaining(says)])
})
