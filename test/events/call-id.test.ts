import { expect, test } from 'vitest'
import type { CallRow, DeliveryRow, EventRow, Run } from '../../server/wire.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import { createWorld } from '../platform/successes.ts'

const eventsOf = async (sandbox: TestSandbox, query: string) =>
  (await sandbox.get<{ events: EventRow[] }>(`/sandbox/events?${query}`)).events
const callsOf = async (sandbox: TestSandbox, query: string) =>
  (await sandbox.get<{ calls: CallRow[] }>(`/sandbox/calls?${query}`)).calls

test('an event names the call that caused it, and is found by it with its deliveries', async () => {
  const sandbox = await startSandbox()
  await sandbox.subscribe('http://127.0.0.1:9/hook')
  const world = createWorld(sandbox)
  const account_id = await world.account()
  await world.card({ account_id })
  await world.card({ account_id })
  const [second, first] = await callsOf(sandbox, 'path=/cards')
  const [event, ...others] = await eventsOf(sandbox, `call_id=${first?.id}`)
  expect(others).toEqual([])
  expect(event).toMatchObject({ event: 'card.created', call_id: first?.id, source: 'call' })
  const whole = await sandbox.get<{ event: EventRow }>(`/sandbox/events/${event?.id}`)
  expect(whole.event.call_id).toBe(first?.id)
  const { deliveries } = await sandbox.get<{ deliveries: DeliveryRow[] }>(
    `/sandbox/deliveries?call_id=${first?.id}`,
  )
  expect(deliveries.map(({ event_id }) => event_id)).toEqual([event?.id])
  const rest = await eventsOf(sandbox, `event=card.created&q=-call_id:${first?.id}`)
  expect(rest).toMatchObject([{ call_id: second?.id }])
})

test('an event that a call planned names it too; what is triggered or comes by the calendar names none', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-01-05T09:00:00Z' })
  const world = createWorld(sandbox)
  await world.verification('123-45-6789')
  await world.account({ type: 'credit' })
  await sandbox.clock({ advance: '40d' })
  await sandbox.post('/sandbox/events', { event: 'card.created' })
  const [verification] = await callsOf(sandbox, 'path=/customers/*/verification-kyc')
  const causes = async (name: string) =>
    (await eventsOf(sandbox, `event=${name}&limit=500`)).map(({ call_id }) => call_id)
  expect(await causes('kyc.verification.success')).toContain(verification?.id)
  expect(await causes('card.created')).toEqual([null])
  const calendar = await causes('*statement*')
  expect(calendar.length).toBeGreaterThan(0)
  expect(new Set(calendar)).toEqual(new Set([null]))
})

test('the calls of a run are named as well, and the same seed gives the same ids', async () => {
  const ids = async () => {
    const sandbox = await startSandbox()
    const { run } = await sandbox.post<{ run: Run }>('/sandbox/scenarios/onboarding-passes/run', { seed: 3 })
    await sandbox.settle()
    await expect
      .poll(async () => (await sandbox.get<{ run: Run }>(`/sandbox/runs/${run.id}`)).run.state)
      .toBe('succeeded')
    const events = await eventsOf(sandbox, `run_id=${run.id}&limit=500`)
    const calls = await callsOf(sandbox, `run_id=${run.id}&limit=500`)
    const pathOf = new Map(calls.map(({ id, path }) => [id, path.replace(/.*\//, '/')]))
    expect(events.map(({ event, call_id }) => [event, pathOf.get(call_id ?? '')])).toEqual([
      ['transactions', '/settlement'],
      ['card.created', '/cards'],
      ['kyc.verification.success', '/verification-kyc'],
    ])
    return events.map(({ id, call_id }) => [id, call_id])
  }
  expect(await ids()).toEqual(await ids())
})
