import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { realOutside } from '../../../server/outside.ts'
import { type DeliveryRow, frameOf } from '../../../server/wire.ts'
import { holdTimers } from '../../helpers/held-time.ts'
import { startReceiver } from '../../helpers/receiver.ts'
import { startSandbox, type TestSandbox } from '../../helpers/sandbox.ts'
import { until } from './holding.ts'

/** The deliveries in the order in which they are told to have succeeded. */
function tellsSucceeded(sandbox: TestSandbox): string[] {
  const told: string[] = []
  sandbox.listen((news) => {
    for (const frame of news.map(frameOf))
      if (frame.kind === 'delivery' && frame.data.state === 'succeeded') told.push(frame.data.id)
  })
  return told
}

/** A receiver that answers four requests at once, the last first. */
async function startTurningReceiver() {
  let held: ServerResponse[] = []
  return startReceiver([
    (response) => {
      held.push(response)
      if (held.length < 4) return
      for (const one of held.reverse()) one.end()
      held = []
    },
  ])
}

test('on a stopped clock, responses count in the order of their attempts', async () => {
  const receiver = await startTurningReceiver()
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual' })
  await sandbox.subscribe(receiver.url)
  const told = tellsSucceeded(sandbox)
  const { deliveries } = await sandbox.trigger('card.created', { count: 4 })
  await sandbox.settle()
  expect(told).toEqual(deliveries.map(({ id }) => id))
})

test('on a clock that runs, they count as they come', async () => {
  const receiver = await startTurningReceiver()
  const sandbox = await startSandbox()
  await sandbox.subscribe(receiver.url)
  const told = tellsSucceeded(sandbox)
  const { deliveries } = await sandbox.trigger('card.created', { count: 4 })
  await sandbox.waitFor('kind=delivery&state=succeeded&count=4')
  expect(told).not.toEqual(deliveries.map(({ id }) => id))
})

test('one that is not answered is waited for a moment, and then no more', async () => {
  const receiver = await startReceiver([() => {}, 200])
  const patience = holdTimers(25)
  const sandbox = await startSandbox({ delivery: { timeout: '0', concurrency: 2 } }, patience.outside)
  await sandbox.clock({ mode: 'manual' })
  await sandbox.subscribe(receiver.url)
  await sandbox.trigger('card.created', { count: 40 })
  for (let step = 0; step < 6; step++) {
    await until(sandbox, () => patience.waiting() === 1)
    expect(await sandbox.deliveries('?state=succeeded')).toEqual([])
    patience.release()
  }
  // Nothing runs a timer any more.
  await sandbox.waitFor('kind=delivery&state=succeeded&count=39')
})

test('on a stopped clock, captures are numbered in the order of their deliveries, however long the transactions take', async () => {
  let ms = 0
  const slow = { ...realOutside(), elapsed: () => (ms += 20) }
  const sandbox = await startSandbox({ delivery: { concurrency: 50 } }, slow)
  await sandbox.clock({ mode: 'manual' })
  for (const name of ['a', 'b', 'c']) await sandbox.subscribe(`${sandbox.url}/in/${name}`)
  await sandbox.request('POST', '/sandbox/endpoints', { name: 'b', reply: { delay_ms: 20 } })
  const { deliveries } = await sandbox.trigger('card.created', { count: 25 })
  await sandbox.settle()
  const again = await sandbox.post<{ deliveries: DeliveryRow[] }>('/sandbox/deliveries/resend', {
    state: 'succeeded',
  })
  await sandbox.settle()
  const captures = (await sandbox.captures('?limit=500')).toReversed()
  const began = [deliveries, again.deliveries].flatMap((made) =>
    ['a', 'b', 'c'].flatMap((name) => made.filter(({ url }) => url.endsWith(`/${name}`)).map(({ id }) => id)),
  )
  expect(captures.map(({ delivery_id }) => delivery_id)).toEqual(began)
})

test("the sandbox's own endpoints date their answers by its clock", async () => {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T09:00:00Z' })
  const { headers } = await sandbox.request('POST', '/in/a', 'x')
  expect(headers.get('date')).toBe('Thu, 01 Jan 2026 09:00:00 GMT')
})
