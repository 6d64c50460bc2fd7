import { expect, test } from 'vitest'
import type { FaultRule, Subscription } from '../../server/wire.ts'
import { settings } from '../delivery/engine/holding.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { runHere } from './here.ts'
import { startStub } from './stub.ts'

/** A sandbox with one delivery that waits to be tried again. */
async function waiting(statuses: Parameters<typeof startReceiver>[0] = [503, 200]) {
  const sandbox = await startSandbox()
  const receiver = await startReceiver(statuses)
  const subscription = await sandbox.subscribe(receiver.url)
  await sandbox.clock({ mode: 'manual' })
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const here = (...args: string[]) => runHere([...args, '--url', sandbox.url])
  return { sandbox, receiver, subscription, here, id: deliveries[0]?.id ?? '' }
}

test('attempt-now tries a waiting delivery at once', async () => {
  const { sandbox, here, id } = await waiting()
  const { code, out, log } = await here('attempt-now', id)
  expect([code, out.length, log]).toEqual([0, 1, []])
  expect(out[0]).toContain(`  ${id}  sending  `)
  await sandbox.settle()
  expect((await sandbox.delivery(id)).state).toBe('succeeded')
})

test('attempt-now in a full lane says that it waits for a place', async () => {
  const { sandbox, receiver, subscription, here, id } = await waiting([503, () => {}])
  await settings(sandbox, subscription.id, { concurrency: 1 })
  const { deliveries } = await sandbox.trigger('card.created', { subscription_id: subscription.id })
  await expect.poll(() => receiver.requests.length).toBe(2)
  const { code, out, log } = await here('attempt-now', id)
  expect([code, log]).toEqual([0, [`${id} is due, and starts when a place of its subscription is free.`]])
  expect(out[0]).toMatch(new RegExp(`  ${id}  retrying  .*  again once a place is free`))
  await here('abort', deliveries[0]?.id ?? '')
})

test('cancel ends deliveries, and says of each how it stands', async () => {
  const { sandbox, here, id } = await waiting()
  const { code, out } = await here('cancel', id, '--json')
  expect([code, JSON.parse(out[0] ?? '')]).toMatchObject([0, { delivery: { id, state: 'cancelled' } }])
  const again = await here('cancel', id)
  expect([again.code, again.out]).toEqual([1, []])
  expect((await sandbox.delivery(id)).state).toBe('cancelled')
})

test.each([
  [
    'attempt-now',
    '0 due now, 1 skipped: already ended, under way, waiting for their turn in an ordered subscription, or of a disabled subscription',
  ],
  ['cancel', '0 cancelled, 1 skipped: already ended'],
])('%s of all that match says why it skips some', async (act, said) => {
  const { here, id } = await waiting()
  await here('cancel', id)
  expect(await here(act, '--state', 'cancelled')).toMatchObject({ code: 0, out: [said] })
})

test('cancel goes on behind a delivery that it is refused, tells why, and ends with 1', async () => {
  const { sandbox, here, id } = await waiting([503])
  const more = await sandbox.trigger('card.created', { count: 2 })
  await sandbox.settle()
  const [first, last] = more.deliveries.map((one) => one.id)
  expect((await here('cancel', id)).code).toBe(0)
  const { code, out, log } = await here('cancel', first ?? '', id, 'dlv_nobody', last ?? '')
  expect(out).toEqual([expect.stringContaining(`${first}`), expect.stringContaining(`${last}`)])
  expect([code, log]).toEqual([
    1,
    [
      expect.stringContaining('cancelled'),
      expect.stringContaining('No delivery has the id dlv_nobody.'),
      '2 of 4 were refused. The reasons are printed above. The others are done.',
    ],
  ])
  for (const one of [first, last]) expect((await sandbox.delivery(`${one}`)).state).toBe('cancelled')
  expect((await here('cancel', id, 'dlv_nobody')).log.at(-1)).toBe(
    '2 of 2 were refused. The reasons are printed above.',
  )
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const mixed = await here('cancel', id, deliveries[0]?.id ?? '')
  expect(mixed.log.at(-1)).toBe('1 of 2 was refused. The reasons are printed above. The others are done.')
})

test('release lets the next start, and abort cuts the attempt under way', async () => {
  const sandbox = await startSandbox({ delivery: { timeout: '0' } })
  const receiver = await startReceiver([() => {}])
  const { id: subscription } = await sandbox.subscribe(receiver.url)
  await sandbox.request('PATCH', `/sandbox/subscriptions/${subscription}`, { ordered: true })
  const { deliveries } = await sandbox.trigger('card.created')
  const id = deliveries[0]?.id ?? ''
  await sandbox.waitFor('kind=delivery&state=sending')
  expect(await sandbox.delivery(id)).toMatchObject({ state: 'sending', attempts: [{ released: false }] })
  const released = await runHere(['release', id, '--url', sandbox.url])
  expect([released.code, released.out[0]]).toEqual([0, expect.stringContaining('  sending  ')])
  expect(await sandbox.delivery(id)).toMatchObject({ state: 'sending', attempts: [{ released: true }] })
  const detail = await runHere(['deliveries', id, '--url', sandbox.url])
  expect(detail.out.join('\n')).toContain('waiting for your handler, released')
  const aborted = await runHere(['abort', id, '--url', sandbox.url])
  expect([aborted.code, aborted.out[0]]).toEqual([0, expect.stringContaining(id)])
  await sandbox.waitFor('kind=delivery&state=retrying')
  expect(await sandbox.delivery(id)).toMatchObject({
    last_outcome: { kind: 'aborted' },
    attempts: [{ outcome: { kind: 'aborted' }, released: false }],
  })
})

test.each(['attempt-now', 'abort', 'release', 'cancel'])(
  '%s of a delivery that there is not is refused with exit code 1',
  async (act) => {
    const { here } = await waiting()
    const { code, out, log } = await here(act, 'dlv_nobody')
    expect([code, out]).toEqual([1, []])
    expect(log[0]).toContain('No delivery has the id dlv_nobody.')
  },
)

test('rotate prints the new secret, and the old one with the time until which it signs', async () => {
  const { here, subscription } = await waiting()
  const { code, out } = await here('rotate', subscription.id, '--overlap', '10m')
  expect(code).toBe(0)
  expect(out).toEqual([
    expect.stringMatching(/^whsec_\S+$/),
    expect.stringMatching(/^ {2}whsec_\S+ signs until \d{4}-\S+Z$/),
  ])
  expect(out[0]).not.toBe(subscription.secret)
  expect(out[1]).toContain(subscription.secret)
  const json = await here('rotate', subscription.id, '--json')
  const rotated = (JSON.parse(json.out[0] ?? '') as { subscription: Subscription }).subscription
  expect(rotated.id).toBe(subscription.id)
  expect((await here('rotate', 'nobody')).code).toBe(1)
})

test('fault-rule adds, lists and removes standing rules', async () => {
  const { sandbox, here, subscription } = await waiting()
  expect((await here('fault-rule', 'list')).log).toEqual([
    'There are no fault rules.',
    `Add a rule with: webhook-sandbox fault-rule add FAULT --url ${sandbox.url}`,
  ])
  const conditions = ['--event', 'card.*', '--subscription', subscription.id, '--first', '2']
  const added = await here('fault-rule', 'add', 'drop', ...conditions)
  const id = /^\S+/.exec(added.out[0] ?? '')?.[0] ?? ''
  expect(added.out).toEqual([
    `${id} drop on card.*, to ${subscription.id}, first 2 matches; matched 0, fired 0`,
  ])
  expect(added.log).toEqual([
    `Remove the rule with: webhook-sandbox fault-rule remove ${id} --url ${sandbox.url}`,
  ])
  await here('fault-rule', 'add', 'duplicate(2)', '--every', '3', '--probability', '0.5')
  const { out } = await here('fault-rule', 'list')
  expect(out).toEqual([
    added.out[0],
    expect.stringContaining(
      ' duplicate(2) on every event, 1 of every 3 matches, with probability 0.5; matched 0',
    ),
  ])
  expect((await here('fault-rule', 'remove', id)).out).toEqual([`${added.out[0]}, removed`])
  const rest = await here('fault-rule', 'remove', '--all', '--json')
  expect(JSON.parse(rest.out.join())).toMatchObject({ fault_rules: [{ fault: 'duplicate(2)' }] })
  const { fault_rules } = await sandbox.get<{ fault_rules: FaultRule[] }>('/sandbox/fault-rules')
  expect(fault_rules).toEqual([])
})

test('fault-rule list has the order in which deliveries are held against the rules', async () => {
  const rule = {
    event: '*',
    subscription_id: null,
    every: null,
    first: null,
    probability: null,
    matched: 0,
    fired: 0,
  }
  // A restart has made those of the config anew.
  const fault_rules = [
    { ...rule, id: 'flt_4', fault: 'http10', source: 'config' },
    { ...rule, id: 'flt_3', fault: 'drop', source: 'config' },
    { ...rule, id: 'flt_2', fault: 'chunked', source: 'api' },
    { ...rule, id: 'flt_1', fault: 'unsigned', source: 'api' },
  ]
  const { url } = await startStub({ 'GET /sandbox/fault-rules?limit=500': { fault_rules, next: null } })
  const { out } = await runHere(['fault-rule', 'list', '--url', url])
  expect(out).toEqual([
    'flt_3 drop on every event, from the configuration; matched 0, fired 0',
    'flt_4 http10 on every event, from the configuration; matched 0, fired 0',
    'flt_1 unsigned on every event; matched 0, fired 0',
    'flt_2 chunked on every event; matched 0, fired 0',
  ])
})

test.each([
  [['add', 'drp'], 'Did you mean drop?'],
  [['remove'], 'An id or --all is required.'],
  [['remove', 'flr_nobody', '--all'], 'An id and --all cannot be combined.'],
  [['remove', 'flr_nobody'], 'No standing rule has the id flr_nobody.'],
])('fault-rule %j is refused with the next move and exit code 1', async (args, says) => {
  const sandbox = await startSandbox()
  const { code, out, log } = await runHere(['fault-rule', ...args, '--url', sandbox.url])
  expect([code, out]).toEqual([1, []])
  expect(log[0]).toContain(says)
})

test('reset empties the sandbox, but for what is kept', async () => {
  const { sandbox, here, subscription } = await waiting()
  const { code, out } = await here('reset', '--keep', 'subscriptions,endpoints')
  expect([code, out]).toEqual([
    0,
    [`The sandbox at ${sandbox.url} is empty except for its subscriptions and endpoints.`],
  ])
  const kept = async () =>
    (await sandbox.get<{ subscriptions: Subscription[] }>('/sandbox/subscriptions')).subscriptions
  expect((await kept()).map(({ id }) => id)).toEqual([subscription.id])
  expect(await sandbox.deliveries()).toEqual([])
  expect((await here('reset')).out).toEqual([`The sandbox at ${sandbox.url} is empty.`])
  expect(await kept()).toEqual([])
  const refused = await here('reset', '--keep', 'cards')
  expect([refused.code, refused.log[0]]).toEqual([1, expect.stringContaining('keep')])
})
