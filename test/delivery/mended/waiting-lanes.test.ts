import { expect, test } from 'vitest'
import { sample } from '../../helpers/long.ts'
import { startReceiver } from '../../helpers/receiver.ts'
import { startSandbox } from '../../helpers/sandbox.ts'

test('what is tried at once keeps its place before what came later, also where it was due already', async () => {
  const holds: (() => void)[] = []
  const receiver = await startReceiver([(response) => void holds.push(() => response.end())])
  const sandbox = await startSandbox({ bare: true })
  const { id } = await sandbox.subscribe(receiver.url)
  await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { concurrency: 1 })
  const { deliveries } = await sandbox.trigger('card.created', { count: 6 })
  for (let answered = 0; answered < 6; answered++) {
    await expect.poll(() => holds.length).toBe(1)
    // The second and the fourth wait for the first to be answered.
    if (answered === 0)
      for (const at of [3, 1]) await sandbox.post(`/sandbox/deliveries/${deliveries[at]?.id}/attempt-now`)
    holds.shift()?.()
  }
  await sandbox.settle()
  const order = receiver.requests.map(({ headers }) => headers['webhook-id'])
  expect(order).toEqual(deliveries.map(({ event_id }) => event_id))
})

test.each([true, false])(
  'no delivery leaves while it is being cancelled in bulk (subscription named: %s)',
  async (isNamed) => {
    const holds: (() => void)[] = []
    let lets = false
    const receiver = await startReceiver([
      (response) => {
        if (lets) response.end()
        else holds.push(() => response.end())
      },
    ])
    const sandbox = await startSandbox({ bare: true, delivery: { timeout: '0' } })
    const { id } = await sandbox.subscribe(receiver.url)
    for (let times = 0; times < sample(2, 5); times++) await sandbox.trigger('card.created', { count: 1000 })
    await expect.poll(() => holds.length).toBe(8)
    const cancelling = sandbox.post<{ counts: { deliveries: number } }>(
      '/sandbox/deliveries/cancel',
      isNamed ? { subscription_id: id } : { event: 'card.*' },
    )
    const cancelled = async () =>
      (await sandbox.get<{ deliveries: unknown[] }>('/sandbox/deliveries?state=cancelled&limit=1')).deliveries
    await expect.poll(async () => (await cancelled()).length, { interval: 1 }).toBe(1)
    lets = true
    for (const release of holds) release()
    expect((await cancelling).counts.deliveries).toBe(sample(2000, 5000))
    await sandbox.settle()
    expect(receiver.requests).toHaveLength(8)
    await sandbox.trigger('card.created')
    await sandbox.settle()
    expect(receiver.requests).toHaveLength(9)
  },
)
