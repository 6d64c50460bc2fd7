import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { expect, test } from 'vitest'
import { detailLines } from '../../../server/cli/delivery-detail.ts'
import { paint } from '../../../server/cli/paint.ts'
import type { DeliveryRow } from '../../../server/wire.ts'
import { ownFolder } from '../../helpers/folder.ts'
import { holdTimers } from '../../helpers/held-time.ts'
import { startReceiver } from '../../helpers/receiver.ts'
import { startSandbox } from '../../helpers/sandbox.ts'
import { watch } from '../../live/world.ts'
import { startHoldingReceiver, until } from '../engine/holding.ts'

/** How long a sandbox that closes waits for its attempts, in ms of real time. */
const drainMs = 5000

/** A sandbox on a file with three deliveries, of which the first waits for an answer that does not come. */
async function startUnderWay() {
  const folder = ownFolder()
  const file = join(folder, 'first.db')
  const time = holdTimers(drainMs)
  const holding = await startHoldingReceiver()
  const delivery = { concurrency: 1, timeout: '0', jitter: 0 }
  const sandbox = await startSandbox({ data: file, delivery }, time.outside)
  await sandbox.subscribe(holding.url)
  const { events } = await sandbox.trigger('card.created', { count: 3 })
  await until(sandbox, () => holding.waiting() === 1)
  return { folder, file, time, holding, sandbox, delivery, ids: events.map(({ id }) => id) }
}

/** Has what a file holds go to another receiver. */
function point(file: string, url: string) {
  const database = new BetterSqlite3(file)
  for (const table of ['deliveries', 'subscriptions'])
    database.prepare(`UPDATE ${table} SET url = ?`).run(url)
  database.close()
}

/** What is committed, and nothing after: what a kill leaves. */
function asKilled({ folder, file }: { folder: string; file: string }): string {
  const copy = join(folder, 'copy.db')
  const reader = new BetterSqlite3(file)
  reader.prepare('VACUUM INTO ?').run(copy)
  reader.close()
  return copy
}

test('an attempt cut by a kill is recorded with an unknown result', async () => {
  const world = await startUnderWay()
  const { holding, sandbox, delivery } = world
  const before = await watch(sandbox.url)
  await before.greeted()
  const next = await startSandbox({ data: asKilled(world), delivery })
  await until(next, () => holding.waiting() === 2)
  // Who comes back has it under way, until told.
  const back = await watch(next.url, { since: before.frames[0]?.seq ?? 0 })
  const told = () => back.frames.flatMap(({ kind, data }) => (kind === 'attempt' ? [data] : []))
  await back.until(() => told().some(({ number }) => number === 2))
  expect(told()).toMatchObject([
    { number: 1, outcome: { kind: 'interrupted' } },
    { number: 2, outcome: null },
  ])
  const first = (await next.deliveries()).at(-1)
  expect(first).toMatchObject({ last_outcome: { kind: 'interrupted' }, last_duration_ms: null })
  const whole = await next.delivery(first?.id ?? '')
  expect(whole.attempts[0]).toMatchObject({ duration_ms: null, phases: null, request: { sent_bytes: null } })
  const said = detailLines(whole, { all: true }).map((line) => paint(line, { colour: false }))
  expect(said.find((line) => line.startsWith('Attempt 1 '))).toMatch(/it may have arrived$/)
  expect(said.join('\n')).not.toMatch(/bytes sent/)
  holding.open()
  await next.settle()
  await sandbox.settle()
})

test('what a kill interrupts goes first at the next start: the events come in their order', async () => {
  const world = await startUnderWay()
  const { holding, sandbox, delivery, ids } = world
  const copy = asKilled(world)
  holding.open()
  const receiver = await startReceiver()
  point(copy, receiver.url)
  const next = await startSandbox({ data: copy, delivery })
  await next.settle()
  expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual(ids)
  const first = (await next.deliveries()).at(-1)
  expect((await next.attempts(first?.id ?? '')).map(({ outcome }) => outcome?.kind)).toEqual([
    'interrupted',
    'responded',
  ])
  await sandbox.settle()
})

test('what a stop interrupts goes first at the next start, too', async () => {
  const { file, time, holding, sandbox, delivery, ids } = await startUnderWay()
  const closed = sandbox.close()
  while (time.waiting() === 0) await new Promise((resolve) => setImmediate(resolve))
  time.release()
  await closed
  holding.open()
  const receiver = await startReceiver()
  point(file, receiver.url)
  const next = await startSandbox({ data: file, delivery })
  await next.settle()
  expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual(ids)
  const [cut] = await next.attempts((await next.deliveries()).at(-1)?.id ?? '')
  expect(cut).toMatchObject({ outcome: { kind: 'interrupted' }, phases: expect.anything() })
  expect(cut?.duration_ms).toBeGreaterThan(0)
  expect(cut?.request.sent_bytes).toBeGreaterThan(0)
})

test('a stop waits for no attempt of a delivery that was cancelled, and records it as cut', async () => {
  const { file, sandbox, delivery } = await startUnderWay()
  const { body } = await sandbox.request<{ deliveries: DeliveryRow[] }>(
    'POST',
    '/sandbox/deliveries/cancel',
    { event: '*' },
  )
  expect(sandbox.underWay()).toBe(0)
  // Were it waited for, no timer would ever end that.
  await sandbox.close()
  const next = await startSandbox({ data: file, delivery })
  const attempts = await next.attempts(body.deliveries[0]?.id ?? '')
  expect(attempts).toMatchObject([{ outcome: { kind: 'interrupted', code: 'stopped' }, response: null }])
  expect((await next.deliveries()).map(({ state }) => state)).toEqual(['cancelled', 'cancelled', 'cancelled'])
})
