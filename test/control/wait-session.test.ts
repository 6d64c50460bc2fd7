import { expect, test } from 'vitest'
import { createSessions } from '../../server/control/wait/sessions.ts'
import { createBus } from '../../server/live/bus.ts'
import { realOutside } from '../../server/outside.ts'
import { startSandbox, type TestSandbox } from '../helpers/sandbox.ts'
import type { Waited } from './wait-world.ts'

/** Requests of a session, each with a command of its own unless it is named. */
function sessionAt(sandbox: TestSandbox, name: string) {
  let commands = 0
  async function ask<Answer>(method: string, path: string, body?: unknown, command = `c${commands++}`) {
    const answer = await fetch(sandbox.url + path, {
      method,
      headers: { 'content-type': 'application/json', 'sandbox-session': `${name}; command=${command}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return (await answer.json()) as Answer
  }
  return {
    ask,
    trigger: (event: string, command?: string) => ask('POST', '/sandbox/events', { event }, command),
    wait: (query: string) => ask<Waited>('GET', `/sandbox/wait?timeout_ms=0&${query}`),
  }
}
const created = 'kind=event&event=card.created'

test('a session begins with its first use', async () => {
  const sandbox = await startSandbox()
  await sandbox.trigger('card.created')
  const session = sessionAt(sandbox, 'a')
  expect(await session.wait(created)).toMatchObject({ met: false, matched: [] })
  await sandbox.trigger('card.created')
  expect(await session.wait(created)).toMatchObject({ met: true })
})

test('a session counts from the time at which it began', async () => {
  let ms = 0
  const sandbox = await startSandbox({}, { ...realOutside(), wallTime: () => ms * 1000 })
  ms = 1000
  await sandbox.trigger('card.created')
  ms = 2000
  await sandbox.trigger('card.created')
  ms = 3000
  const counted = async (began: number) =>
    (await sessionAt(sandbox, `s${began}; began=${began}`).wait(`${created}&count=2`)).matched.length
  expect([await counted(2500), await counted(1500), await counted(500), await counted(0)]).toEqual([
    0, 1, 2, 2,
  ])
})

test.for<[string, string, unknown]>([
  ['a trigger', '/sandbox/events', { event: 'kyc.verification.error' }],
  ['a resend', '/sandbox/deliveries/resend', { event: 'card.created' }],
  ['a scenario run', '/sandbox/scenarios/kyc-fails/run', {}],
])('after %s of the session, older records do not count', async ([, path, body]) => {
  const sandbox = await startSandbox()
  const [session, other] = [sessionAt(sandbox, 'a'), sessionAt(sandbox, 'b')]
  await session.wait(created)
  await other.wait(created)
  await sandbox.trigger('card.created')
  await session.ask('POST', path, body)
  const { met, matched } = await session.wait(`${created}&source=trigger`)
  expect([met, matched]).toEqual([false, []])
  expect(await other.wait(created)).toMatchObject({ met: true })
})

test('the requests of one command begin a wait once', async () => {
  const sandbox = await startSandbox()
  const session = sessionAt(sandbox, 'a')
  await session.trigger('card.created', 'first')
  await session.trigger('card.created', 'first')
  expect(await session.wait(`${created}&count=2`)).toMatchObject({ met: true })
  await session.trigger('card.created', 'second')
  expect(await session.wait(`${created}&count=2`)).toMatchObject({ met: false, matched: [{}] })
})

test('a record that a wait matched is not matched by a later wait of the session, in order neither', async () => {
  const sandbox = await startSandbox()
  const session = sessionAt(sandbox, 'a')
  await session.wait(created)
  const { events: first } = await sandbox.trigger('card.created')
  const { events: second } = await sandbox.trigger('card.created')
  // A wait that is not met takes nothing.
  expect((await session.wait(`${created}&count=3`)).matched).toHaveLength(2)
  expect((await session.wait(created)).matched).toMatchObject([{ id: first[0]?.id }])
  expect((await session.wait('kind=event&in_order=card.*')).matched).toMatchObject([{ id: second[0]?.id }])
  expect(await session.wait(created)).toMatchObject({
    met: false,
    arrived_instead: [],
    closest: null,
    earlier: { count: 2 },
  })
  expect(await session.wait(`${created}&since=start`)).toMatchObject({ met: true })
  expect(await session.wait(`${created}&since=1h`)).toMatchObject({ met: false })
})

test('a wait that is not met says how many older records would match, and from when the newest is', async () => {
  const sandbox = await startSandbox()
  const { events } = await sandbox.trigger('card.created', { count: 3 })
  const session = sessionAt(sandbox, 'a')
  const newest_at = events[2]?.occurred_at
  expect(await session.wait(created)).toMatchObject({
    newest_match_at: newest_at,
    earlier: { count: 3, newest_at },
  })
  expect(await session.wait('kind=event&in_order=card.created,kyc.*')).toMatchObject({
    earlier: { count: 3, newest_at },
  })
  expect(await session.wait('kind=event&event=kyc.*')).toMatchObject({ newest_match_at: null, earlier: null })
})

test('the newest thousand sessions are kept', () => {
  const bus = createBus(5)
  const sessionOf = createSessions({ bus, outside: realOutside() })
  const oldest = sessionOf('oldest', 'wait')
  for (let at = 0; at < 999; at++) sessionOf(`s${at}`, 'wait')
  expect(sessionOf('oldest', 'wait')).toBe(oldest)
  for (let at = 0; at < 1000; at++) sessionOf(`t${at}`, 'wait')
  expect(sessionOf('oldest', 'wait')).not.toBe(oldest)
})
