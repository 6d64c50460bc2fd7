import { expect } from 'vitest'
import type { Health } from '../../server/wire.ts'
import { quick, test } from '../helpers/long.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { runHere, startHere } from './here.ts'

quick('a large count is fired in requests of a bounded size, and how far it is can be watched', async () => {
  const sandbox = await startSandbox()
  const { code, out, painted } = await runHere(
    ['trigger', 'card.created', '--count', '2500', '--url', sandbox.url],
    { watched: true },
  )
  expect([code, out]).toEqual([0, ['2500 events, 0 deliveries']])
  expect(painted).toEqual([['1000 of 2500 fired'], ['2000 of 2500 fired'], []])
  expect((await sandbox.get<Health>('/sandbox/health')).counts.events).toBe(2500)
})

quick.each([
  ['card.created', 100_001, 'count: must be a whole number from 1 to 100,000.'],
  ['card.wallet.*', 50_001, 'count: 50001 times 2 events is more than 100000. Use at most 50000.'],
])(
  'more of %s than the sandbox fires for one request are refused before any is: %d',
  async (event, count, says) => {
    const sandbox = await startSandbox()
    const { code, log } = await runHere(['trigger', event, '--count', String(count), '--url', sandbox.url])
    expect([code, log]).toEqual([1, [expect.stringContaining(says)]])
    expect((await sandbox.get<Health>('/sandbox/health')).counts.events).toBe(0)
  },
)

quick('for many events of several names, the number of each is printed', async () => {
  const sandbox = await startSandbox()
  const { out } = await runHere(['trigger', 'card.wallet.*', '--count', '600', '--url', sandbox.url])
  const { events } = await sandbox.get<{ events: { event: string }[] }>('/sandbox/catalogue/events')
  const names = events.map(({ event }) => event).filter((name) => name.startsWith('card.wallet.'))
  expect(names.length).toBeGreaterThan(1)
  expect(out).toEqual([
    ...names.map((name) => `${name}: 600 events, 0 deliveries`),
    `${600 * names.length} events, 0 deliveries`,
  ])
})

test('Ctrl-C stops between two requests and says how far it came', async () => {
  const sandbox = await startSandbox()
  const firing = startHere(['trigger', 'card.created', '--count', '50000', '--url', sandbox.url], {
    watched: true,
  })
  await firing.until(() => firing.painted.length === 2)
  expect(await firing.signal()).toBe(1)
  const { counts } = await sandbox.get<Health>('/sandbox/health')
  expect(counts.events).toBeLessThan(50_000)
  expect(firing.out).toEqual([`${counts.events} events, 0 deliveries`])
  expect(firing.log).toEqual([expect.stringContaining(`webhook-sandbox deliveries --url ${sandbox.url}`)])
})
