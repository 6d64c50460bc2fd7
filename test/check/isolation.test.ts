import { expect, test } from 'vitest'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { begun, checked, ended, headerIn, secret, startAnswering, startRight, wrongIn } from './world.ts'

const subscriptionsOf = async (sandbox: TestSandbox) =>
  (await sandbox.get<{ subscriptions: unknown[] }>('/sandbox/subscriptions')).subscriptions

test('nothing that is set in the sandbox changes what a check sends or judges', async () => {
  const sandbox = await startSandbox({ delivery: { timestamps: 'clock', retry_delays: ['1s', '2s'] } })
  const other = await startReceiver()
  await sandbox.subscribe(other.url)
  await sandbox.clock({ mode: 'manual' })
  await sandbox.clock({ advance: '400d' })
  const armed = await sandbox.request('POST', '/sandbox/armed-errors', {
    status: 503,
    path: '/webhooks',
    times: 9,
  })
  expect(armed.status).toBe(201)
  const rule = await sandbox.request('POST', '/sandbox/fault-rules', { event: '*', fault: 'unsigned' })
  expect(rule.status).toBe(201)
  const before = await subscriptionsOf(sandbox)
  const [errors, rules] = [
    await sandbox.get('/sandbox/armed-errors'),
    await sandbox.get('/sandbox/fault-rules'),
  ]

  const receiver = await startRight()
  const check = await checked(sandbox, { url: receiver.url })

  expect(wrongIn(check)).toEqual({})
  expect(check.score).toBe(100)
  expect(other.requests).toEqual([])
  expect(await subscriptionsOf(sandbox)).toEqual(before)
  expect(await sandbox.get('/sandbox/armed-errors')).toEqual(errors)
  expect(await sandbox.get('/sandbox/fault-rules')).toEqual(rules)
  const signed = Number(headerIn(receiver.asked[0] ?? { headers: [] }, 'webhook-timestamp'))
  expect(Math.abs(signed - Date.now() / 1000)).toBeLessThan(600)
})

test('a running check gets no event of others, and the platform does not show its subscription', async () => {
  const sandbox = await startSandbox()
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  const receiver = await startAnswering(async () => {
    await held
    return 200
  })
  const { id } = await begun(sandbox, { url: receiver.url, only: ['accepts-valid'], timeout_ms: 60_000 })
  await expect.poll(() => receiver.asked.length).toBe(1)

  const { counts } = await sandbox.trigger('*')
  expect(counts.events).toBeGreaterThan(10)
  expect(counts.deliveries).toBe(0)
  const shown = await sandbox.call<{ webhook_subscriptions: unknown[] }>('GET', '/webhooks')
  expect(shown.body.webhook_subscriptions).toEqual([])
  const described = { identity: id, description: `Check of :${receiver.port}/hook` }
  expect(await subscriptionsOf(sandbox)).toMatchObject([described])

  answer()
  await ended(sandbox, id)
  expect(await subscriptionsOf(sandbox)).toEqual([])
  expect(receiver.asked.filter(({ method }) => method === 'POST').length).toBe(1)
})

test('the check of a subscription uses its scheme and secret, and changes nothing of it', async () => {
  const sandbox = await startSandbox()
  const receiver = await startRight({ scheme: 'github' })
  await sandbox.post('/sandbox/subscriptions', {
    url: receiver.url,
    events: ['transactions'],
    scheme: 'github',
    secret,
  })
  const before = (await subscriptionsOf(sandbox)) as { id: string }[]
  expect(before.length).toBe(1)
  const { status, body } = await sandbox.request<{ check: { id: string } }>('POST', '/sandbox/checks', {
    subscription_id: before[0]?.id,
    seed: 7,
  })
  expect(status).toBe(201)
  const check = await ended(sandbox, body.check.id)
  expect(check).toMatchObject({ scheme: 'github', subscription_id: before[0]?.id, score: 100 })
  const sent = new Set(receiver.asked.flatMap((one) => headerIn(one, 'x-github-event') ?? []))
  expect([...sent].toSorted()).toEqual(['loyalty.points.granted', 'transactions'])
  expect(await subscriptionsOf(sandbox)).toEqual(before)
})
