import { expect, test } from 'vitest'
import { exampleOf } from '../../server/events/catalogue.ts'
import type { CaptureRow, Mistake } from '../../server/wire.ts'
import { ownFolder } from '../helpers/folder.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'

const golden = exampleOf('card.created') as { card: { card_id: string; customer_id: string } }
const at = (seconds: number) => `2026-01-05T09:00:${String(seconds).padStart(2, '0')}.000000+00:00`
const created = (seconds: number) => ({ ...golden, occurred_at: at(seconds) })

async function sent(
  sandbox: TestSandbox,
  body: unknown,
  headers: Record<string, string> = {},
  path = '/in/a',
): Promise<CaptureRow> {
  await sandbox.request('POST', path, body, headers)
  return sandbox.newestCapture()
}
const words = ({ mistakes }: Pick<CaptureRow, 'mistakes'>) => mistakes.map(({ mistake }) => mistake)
const detailOf = ({ mistakes }: CaptureRow, word: Mistake['mistake']) =>
  mistakes.find(({ mistake }) => mistake === word)?.detail ?? ''

async function manual(config: Record<string, unknown> = {}) {
  const sandbox = await startSandbox(config)
  await sandbox.clock({ mode: 'manual', set: '2026-01-05T10:00:00Z' })
  return sandbox
}

test('what is right has no mistakes', async () => {
  const sandbox = await manual()
  expect((await sent(sandbox, created(1), { 'webhook-id': 'a' })).mistakes).toEqual([])
  expect((await sent(sandbox, created(1), { 'webhook-id': 'b' })).mistakes).toEqual([])
  expect((await sent(sandbox, created(2))).mistakes).toEqual([])
})

test('a repeated id is reported with the earlier capture, its reply, the count and the time between', async () => {
  const sandbox = await manual()
  const first = await sent(sandbox, created(1), { 'svix-id': 'msg_1' })
  await sandbox.clock({ advance: '90s' })
  const second = await sent(sandbox, created(1), { 'svix-id': 'msg_1' })
  const facts = { apart_us: 90_000_000, answered: 200, same_body: true }
  expect(second.mistakes).toMatchObject([{ mistake: 'duplicate', capture_id: first.id, times: 2, ...facts }])
  const third = await sent(sandbox, created(2), { 'svix-id': 'msg_1' })
  expect(third.mistakes).toMatchObject([
    { mistake: 'duplicate', capture_id: second.id, times: 3, apart_us: 0, same_body: false },
  ])
})

test('a retry of a refused request is recognised, and only captures of the same endpoint are compared', async () => {
  const sandbox = await manual()
  await sent(sandbox, 'text', { 'webhook-id': 'x' }, '/in/a/503')
  expect(words(await sent(sandbox, 'text', { 'webhook-id': 'x' }, '/in/b'))).toEqual([])
  const retry = await sent(sandbox, 'text', { 'webhook-id': 'x' })
  expect(retry.mistakes).toMatchObject([{ mistake: 'duplicate', answered: 503 }])
  expect(words(await sent(sandbox, 'text'))).toEqual([])
})

test('the same id at many other endpoints hides nothing', async () => {
  const sandbox = await manual()
  await sent(sandbox, 'x', { 'webhook-id': 'x' })
  await Promise.all(
    Array.from({ length: 40 }, (_, n) => sandbox.request('POST', `/in/n${n}`, 'x', { 'webhook-id': 'x' })),
  )
  expect(words(await sent(sandbox, 'x', { 'webhook-id': 'x' }))).toEqual(['duplicate'])
})

test('two that come together: one of them is the second', async () => {
  const sandbox = await manual()
  const both = [1, 2].map(() => sandbox.request('POST', '/in/a', created(1), { 'webhook-id': 'x' }))
  await Promise.all(both)
  expect((await sandbox.captures()).map(words)).toEqual([['duplicate'], []])
})

test('an event older than the newest that came is out of order, and told by how much', async () => {
  const sandbox = await manual()
  await sent(sandbox, created(1))
  const newest = await sent(sandbox, created(30))
  const late = await sent(sandbox, created(20))
  expect(late.mistakes).toMatchObject([
    { mistake: 'out_of_order', capture_id: newest.id, times: null, apart_us: 10_000_000 },
  ])
  const before = { ...golden, occurred_at: '2026-01-04T08:59:17.250000+00:00' }
  expect((await sent(sandbox, before)).mistakes).toMatchObject([
    { mistake: 'out_of_order', apart_us: 86_472_750_000 },
  ])
  // Still held against the newest, not against the one before.
  expect(words(await sent(sandbox, created(25)))).toEqual(['out_of_order'])
  expect(words(await sent(sandbox, created(30)))).toEqual([])
  expect(words(await sent(sandbox, created(10), {}, '/in/b'))).toEqual([])
})

test('only events about the same object are compared', async () => {
  const sandbox = await manual()
  await sent(sandbox, created(30))
  const account = { event: 'account.statements.ready', occurred_at: at(20), details: { account_id: 'a' } }
  expect(words(await sent(sandbox, account))).not.toContain('out_of_order')
  const otherCard = {
    ...created(10),
    card: { ...golden.card, card_id: 'b0a1c2d3-0000-4000-8000-000000000000' },
  }
  expect(words(await sent(sandbox, otherCard))).toEqual([])
  // The customer is the same, but the event is about the card.
  const { customer_id } = golden.card
  const customer = { ...exampleOf('customer.updated'), customer_id, occurred_at: at(40) }
  await sent(sandbox, customer)
  expect(words(await sent(sandbox, created(35)))).toEqual([])
  expect(words(await sent(sandbox, { ...customer, occurred_at: at(5) }))).toEqual(['out_of_order'])
  const activated = exampleOf('card.status.active') as { card: object }
  const { card_id } = golden.card
  expect(
    words(await sent(sandbox, { ...activated, occurred_at: at(1), card: { ...activated.card, card_id } })),
  ).toEqual(['out_of_order'])
})

test('a copy of what was accepted upsets no order; the retry of what was refused does', async () => {
  const sandbox = await manual()
  await sent(sandbox, created(1), { 'webhook-id': 'taken' })
  await sent(sandbox, created(2), { 'webhook-id': 'refused' }, '/in/a/503')
  await sent(sandbox, created(3))
  expect(words(await sent(sandbox, created(1), { 'webhook-id': 'taken' }))).toEqual(['duplicate'])
  expect(words(await sent(sandbox, created(2), { 'webhook-id': 'refused' }))).toEqual([
    'duplicate',
    'out_of_order',
  ])
})

test('a request whose signature fails makes nothing after it late', async () => {
  const sandbox = await manual()
  await sandbox.post('/sandbox/endpoints', { name: 'a', scheme: 'github', secret: 'right' })
  const forged = { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` }
  expect((await sent(sandbox, created(50), forged)).verdict.result).toBe('failed')
  expect(words(await sent(sandbox, created(10)))).toEqual([])
})

test('a reset and a recreated endpoint start the counts again', async () => {
  const sandbox = await manual()
  await sent(sandbox, created(30), { 'webhook-id': 'x' })
  await sandbox.post('/sandbox/reset', { keep: ['endpoints'] })
  expect(words(await sent(sandbox, created(20), { 'webhook-id': 'x' }))).toEqual([])
  expect(words(await sent(sandbox, created(10)))).toEqual(['out_of_order'])
  await sandbox.request('DELETE', '/sandbox/endpoints/a')
  expect(words(await sent(sandbox, created(5)))).toEqual([])
})

test('a restart forgets nothing', async () => {
  const data = `${ownFolder()}/sandbox.db`
  const first = await startSandbox({ data })
  const newest = await sent(first, created(30), { 'webhook-id': 'x' }, '/in/a/503')
  await first.close()
  const second = await startSandbox({ data })
  const again = await sent(second, created(20), { 'webhook-id': 'x' })
  expect(again.mistakes).toMatchObject([
    { mistake: 'duplicate', capture_id: newest.id, times: 2 },
    { mistake: 'out_of_order', capture_id: newest.id },
  ])
})

test('a timestamp beyond the limit of its scheme is stale, also where no secret is known', async () => {
  const sandbox = await manual({ delivery: { timestamps: 'clock' } })
  const now = Date.parse('2026-01-05T10:00:00Z') / 1000
  const signed = (seconds: number) => ({
    'webhook-id': `at ${seconds}`,
    'webhook-timestamp': `${seconds}`,
    'webhook-signature': 'v1,AAAA',
  })
  expect(words(await sent(sandbox, created(1), signed(now - 300)))).toEqual([])
  const stale = await sent(sandbox, created(1), signed(now - 301))
  expect(stale.mistakes).toMatchObject([
    {
      mistake: 'stale',
      age_s: 301,
      limit_s: 300,
    },
  ])
  // A scheme without a limit has no stale requests, and an old event may come late.
  expect(words(await sent(sandbox, created(2), { signature: `t=${now - 9000},v2=00` }))).toEqual([])
})

test.for<[string, unknown, string | null]>([
  ['of the platform, misspelt', { event: 'card.craeted', occurred_at: at(1) }, 'Did you mean card.created?'],
  ['of the platform, far from all', { event: 'zzzzzzzzzzzzzzzz', occurred_at: at(1) }, 'card.*'],
  ['of the platform, without a name', { event: '', occurred_at: at(1) }, 'no event without a name'],
  ['of another sender', { event: 'Order Completed', sent_at: at(1) }, null],
  ['of a sender with times of its own', { event: 'order.completed', occurred_at: 'yesterday' }, null],
  ['of no sender', { event: 7, occurred_at: at(1) }, null],
  ['in a list', [{ event: 'card.craeted', occurred_at: at(1) }], null],
  ['in what is no JSON', '{"event":"card.craeted","occurred_at":', null],
])('an unknown event %s', async ([, body, says]) => {
  const capture = await sent(await manual(), body)
  expect(words(capture)).toEqual(says === null ? [] : ['unknown_event'])
  expect(detailOf(capture, 'unknown_event')).toContain(says ?? '')
})

test('a payload that does not match its schema is reported by path, with the expected value', async () => {
  const sandbox = await manual()
  const { card } = golden
  const wrong = { ...golden, card: { ...card, last_four: 4242, status: 'Lost', customer_id: 'nobody', x: 1 } }
  const capture = await sent(sandbox, wrong)
  expect(words(capture)).toEqual(['schema_violation'])
  const said = detailOf(capture, 'schema_violation')
  expect(said).toContain('card.last_four: 4242, a number, must be text')
  expect(said).toMatch(/card\.status: "Lost", text, must be one of "/)
  expect(said).toMatch(/; and 1 more\.$/)
  const lacking = await sent(sandbox, { event: 'card.created' })
  expect(detailOf(lacking, 'schema_violation')).toBe(
    'occurred_at: it is missing and must be text; card: it is missing and must be an object.',
  )
})

test('a member that its schema does not have is a violation, told with the nearest that it has', async () => {
  const sandbox = await manual()
  const capture = await sent(sandbox, { ...golden, card: { ...golden.card, last_fuor: '4242' }, more: {} })
  expect(detailOf(capture, 'schema_violation')).toBe(
    'card.last_fuor: card.created has no such field; did you mean card.last_four?; more: card.created has no such field.',
  )
  const own = await sent(sandbox, JSON.stringify(golden).replace('"card":{', '"card":{"__proto__":1,'))
  expect(detailOf(own, 'schema_violation')).toContain('card.__proto__: card.created has no such field')
})

test('a large body is not held against a schema', async () => {
  const padded = (length: number) => ({ ...golden, padding: 'x'.repeat(length) })
  const sandbox = await manual()
  expect(words(await sent(sandbox, padded(1000)))).toEqual(['schema_violation'])
  expect(words(await sent(sandbox, padded(70_000)))).toEqual([])
})

/** Two deliveries to an endpoint of the sandbox itself, the second with a fault; answers the newest captures first. */
async function faulty(fault: string, options: Record<string, unknown> = {}) {
  const sandbox = await manual()
  await sandbox.subscribe(`${sandbox.url}/in/own`)
  await sandbox.trigger('card.created', { count: 1 })
  await sandbox.clock({ advance: '1s' })
  await sandbox.trigger('card.created', { fault, ...options })
  await sandbox.clock({ advance: '10m' })
  return sandbox.captures()
}

test.for<[string, string[][]]>([
  ['duplicate(2)', [['duplicate'], [], []]],
  ['duplicate(3, 1m)', [['duplicate'], ['duplicate'], [], []]],
  ['skew(-10m)', [['stale'], []]],
  ['replay(1h)', [['duplicate', 'stale'], []]],
  ['unknown_event', [['unknown_event'], []]],
  ['unknown_event | missing_field(occurred_at)', [['unknown_event'], []]],
  ['missing_field(card.status)', [['schema_violation'], []]],
  ['extra_field', [['schema_violation'], []]],
  ['reserialise', [[], []]],
  ['delay(5m)', [[], []]],
])('the fault %s is seen where it arrives', async ([fault, mistakes]) => {
  expect((await faulty(fault)).map(words)).toEqual(mistakes)
})

test('an event that another overtook is out of order, and so is the retry that comes too late', async () => {
  const sandbox = await manual()
  await sandbox.subscribe(`${sandbox.url}/in/own`)
  const about = { set: { 'card.card_id': golden.card.card_id }, force: true }
  await sandbox.trigger('card.created', { ...about, fault: 'delay(5m)' })
  await sandbox.clock({ advance: '1s' })
  await sandbox.trigger('card.created', about)
  await sandbox.clock({ advance: '10m' })
  expect((await sandbox.captures()).map(words)).toEqual([['out_of_order'], []])
  await sandbox.post('/sandbox/endpoints', { name: 'own', reply: [{ status: 503 }, { status: 200 }] })
  await sandbox.trigger('card.created')
  await sandbox.clock({ advance: '2m' })
  const [retry] = await sandbox.captures()
  expect(retry?.mistakes[0]).toMatchObject({ mistake: 'duplicate', answered: 503 })
})
