import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Session } from '../../server/session/session.ts'
import type { Event, Run } from '../../server/wire.ts'
import { holdWall } from '../helpers/held-wall.ts'
import { sample } from '../helpers/long.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { connectAssistant } from '../mcp/client.ts'
import { compared, endOf, recordedStory, replayOf, sessionOf, start } from './world.ts'

test('a session on the manual clock comes out the same: retries, jitter, faults, what is armed and changed', async () => {
  const { session } = await recordedStory()
  expect(session).toMatchObject({ complete: true, notes: [], seed: 7, clock: { mode: 'real' } })
  expect(session.outcome.attempts.length).toBeGreaterThan(10)
  const { code, out, log } = await replayOf(session)
  expect({ code, log }).toEqual({ code: 0, log: '' })
  expect(out.split('\n')).toEqual([
    `responses  ${session.inputs.length}: the same`,
    `events     ${session.outcome.events.length}: the same`,
    `deliveries ${session.outcome.deliveries.length}: the same`,
    `attempts   ${session.outcome.attempts.length}: the same`,
  ])
})

test('the receivers of the session are not asked again, but with --live they are', async () => {
  const { session, receiver } = await recordedStory()
  const before = receiver.requests.length
  await replayOf(session)
  expect(receiver.requests).toHaveLength(before)
  const live = await replayOf(session, { live: true })
  expect(receiver.requests.length).toBeGreaterThan(before)
  // It answers 200 by now, where it refused then.
  expect(live.code).toBe(1)
  expect(live.out).toContain('outcome.status')
})

test('a scenario that was run is run again, and its own calls are no inputs', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: start })
  const { run } = await sandbox.post<{ run: Run }>('/sandbox/scenarios/onboarding-passes/run', { seed: 3 })
  expect(await endOf(sandbox, run)).toBe('succeeded')
  const session = await sessionOf(sandbox)
  expect(session.inputs.map(({ path }) => path)).toEqual([
    '/sandbox/clock',
    '/sandbox/scenarios/onboarding-passes/run',
  ])
  expect(session.outcome.events.length).toBeGreaterThan(1)
  expect(await replayOf(session)).toMatchObject({ code: 0, log: '' })
})

test('requests of an assistant, which need no socket, come out the same', async () => {
  const receiver = await startReceiver()
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: start })
  const { call } = await connectAssistant(sandbox.url)
  await call('subscribe_receiver', { url: receiver.url })
  await call('trigger_event', { event: 'card.created' })
  await call('trigger_event', { event: 'card.creatd' })
  const session = await sessionOf(sandbox)
  expect(await replayOf(session)).toMatchObject({ code: 0, log: '' })
  // The library exports the session itself.
  expect(await replayOf(JSON.stringify(session))).toMatchObject({ code: 0, log: '' })
})

test('several runs and traffic come out the same', async () => {
  const sandbox = await startSandbox({ bare: false })
  await sandbox.clock({ mode: 'manual', set: start })
  for (const name of ['disorder-and-duplicates', 'secret-rotation', 'virtual-card-spends']) {
    const { run } = await sandbox.post<{ run: Run }>(`/sandbox/scenarios/${name}/run`, {})
    expect(await endOf(sandbox, run)).toBe('succeeded')
  }
  await sandbox.post('/sandbox/traffic', {
    rate: 0.1,
    shape: 'poisson',
    for: sample('4m', '10m'),
    fault: 'duplicate(2)',
  })
  await sandbox.clock({ advance: sample('2m', '5m') })
  await sandbox.trigger('card.*')
  await sandbox.clock({ advance: '1h' })
  const session = await sessionOf(sandbox)
  expect(session.outcome.attempts.length).toBeGreaterThan(sample(60, 100))
  expect(await replayOf(session)).toMatchObject({ code: 0, log: '' })
})

test('aborted, cancelled and unanswered attempts are the same in a replay', async () => {
  const receiver = await startReceiver([() => {}, () => {}, 200])
  const sandbox = await startSandbox({ delivery: { timeout: '0' } })
  await sandbox.clock({ mode: 'manual', set: start })
  await sandbox.subscribe(receiver.url)
  const [first] = (await sandbox.trigger('card.created')).deliveries
  await sandbox.request('POST', `/sandbox/deliveries/${first?.id}/abort`)
  await sandbox.request('POST', `/sandbox/deliveries/${first?.id}/cancel`)
  await sandbox.trigger('customer.updated')
  const session = await sessionOf(sandbox)
  expect(session.outcome.deliveries.map(({ state }) => state)).toEqual(['cancelled', 'sending'])
  expect(await replayOf(session)).toMatchObject({ code: 0, log: '' })
})

test('a session with a running clock is replayed without comparing its times', async () => {
  const receiver = await startReceiver([503, 200])
  const sandbox = await startSandbox({ delivery: { retry_delays: ['1m'] } })
  await sandbox.subscribe(receiver.url)
  await sandbox.trigger('card.created')
  await sandbox.clock({ advance: '2m' })
  await sandbox.trigger('kyc.verification.success', { fault: 'unsigned' })
  await sandbox.waitFor('kind=delivery&state=wrongly_accepted')
  const session = await sessionOf(sandbox)
  expect(session.outcome.attempts).toHaveLength(3)
  const { code, log } = await replayOf(session)
  expect({ code, log }).toEqual({
    code: 0,
    log: 'The clock ran during the recording, so times and the signatures over them are not compared.',
  })
})

test('another seed changes everything, and each difference is listed', async () => {
  const { session } = await recordedStory()
  const { code, out, log } = await replayOf({ ...session, seed: 8 })
  expect(code).toBe(1)
  expect(out).toMatch(/evt_\w{26} \(card\.created\): missing/)
  expect(out).toMatch(/^events +5: 5 missing, 5 unexpected, 0 different$/m)
  expect(log).toMatch(
    /^\d+ differences\. The first 20 are printed\. The first difference is probably the cause of the others\. Print all with --json\.$/,
  )
})

test('expected and actual values are listed by id and place', async () => {
  const { session } = await recordedStory()
  const event = session.outcome.events[0] as Event
  const [delivery, ...others] = session.outcome.deliveries
  const { state } = delivery ?? {}
  Object.assign((event.payload as { card: object }).card, { status: 'Melted' })
  const tampered = {
    ...session,
    inputs: session.inputs.map((input, at) => (at === 1 ? { ...input, status: 418 } : input)),
    outcome: {
      ...session.outcome,
      deliveries: [{ ...delivery, state: 'failed' }, ...others.slice(1)] as typeof others,
      attempts: session.outcome.attempts,
    },
  }
  const { code, out, log } = await replayOf(tampered)
  expect(code).toBe(1)
  expect(out).toContain('input 2 (POST /api/v0.1/webhooks): status\n  expected 418\n  received 201')
  expect(out).toMatch(new RegExp(`${event.id} \\(card.created\\): payload.card.status\n  expected "Melted"`))
  expect(out).toContain(`${delivery?.id} (card.created): state\n  expected "failed"\n  received "${state}"`)
  expect(out).toContain(`${others[0]?.id} (card.created): unexpected`)
  expect(log).toBe('4 differences. The first difference is probably the cause of the others.')
  expect(await compared(tampered)).toMatchObject({
    same: false,
    counts: { delivery: { expected: session.outcome.deliveries.length - 1 } },
    differences: [
      { kind: 'answer', id: '2', path: 'status', expected: 418, came: 201 },
      { kind: 'event', id: event.id, path: 'payload.card.status' },
      { kind: 'delivery', id: delivery?.id, path: 'state' },
      { kind: 'delivery', id: others[0]?.id, path: '' },
    ],
  })
})

test('an invalid session is refused at its place, with exit code 2, before anything is replayed', async () => {
  const { session } = await recordedStory()
  const { inputs, outcome } = session
  const inputWith = (index: number, over: object) => ({
    inputs: inputs.map((input, at) => (at === index ? { ...input, ...over } : input)),
  })
  const wrong: [Partial<Record<keyof Session, unknown>>, string][] = [
    [inputWith(8, { at: 'garbage' }), 'inputs.8.at: "garbage" is not a time'],
    [
      inputWith(2, { at: '2026-02-30T09:00:00.000000Z' }),
      'inputs.2.at: "2026-02-30T09:00:00.000000Z" is not a time',
    ],
    [{ clock: { ...session.clock, now: 'xx' } }, 'clock.now: "xx" is not a time'],
    [{ ended_at: '' }, 'ended_at: "" is not a time'],
    [{ base_url: 'garbage' }, 'base_url: "garbage" is not an http address'],
    [inputWith(3, { clock_after: 'later' }), 'inputs.3.clock_after: "later" is not a time'],
    [inputWith(1, { body: null, body_base64: '!!!' }), 'inputs.1.body_base64: "!!!" is not base64'],
    [inputWith(1, { body_base64: 'e30=' }), 'inputs.1.body_base64: is given in addition to a body'],
    [inputWith(1, { method: 'FOO' }), 'inputs.1.method: "FOO" is not an HTTP method'],
    [inputWith(1, { path: '/a b' }), 'inputs.1.path: "/a b" is not a path'],
    [inputWith(1, { headers: [['a b', 'c']] }), 'inputs.1.headers.0: "a b: c" is not a header'],
    [inputWith(0, { body: 'x' }), 'inputs.0.clock_after: is given, but the body is not an order'],
    [inputWith(0, { body: '5' }), 'inputs.0.clock_after: is given, but the body is not an order'],
    [inputWith(6, { at: start }), `inputs.6.at: "${start}" is before the time of the entry before it`],
    [
      { outcome: { ...outcome, attempts: [{ ...outcome.attempts[0], signed_at: 'x' }] } },
      'outcome.attempts.0.signed_at: "x" is not a time',
    ],
    [
      { outcome: { ...outcome, attempts: [{ ...outcome.attempts[0], started_at: 'x' }] } },
      'outcome.attempts.0.started_at: "x" is not a time',
    ],
  ]
  for (const [over, says] of wrong) {
    const { code, out, log } = await replayOf(JSON.stringify({ session: { ...session, ...over } }))
    expect([code, out], says).toEqual([2, ''])
    expect(log).toContain(`is not a recorded session: ${says}`)
  }
})

test('a session in which a reset brought the clock back is played', async () => {
  const wall = holdWall(start)
  const sandbox = await startSandbox({}, wall.outside)
  await sandbox.subscribe((await startReceiver()).url)
  await sandbox.clock({ advance: '90d' })
  await sandbox.trigger('card.created')
  await sandbox.settle()
  await sandbox.post('/sandbox/reset', { keep: ['subscriptions'] })
  wall.pass(1000)
  await sandbox.trigger('customer.updated')
  await sandbox.settle()
  const session = await sessionOf(sandbox)
  expect(session.inputs.map(({ at }) => at.slice(0, 19))).toContain('2026-04-01T09:00:00')
  expect(session.inputs.at(-1)?.at).toBe('2026-01-01T09:00:01.000000Z')
  expect((await replayOf(session)).code).toBe(0)
})

test('a session after a reset without a seed is played with the same ids, also past a reset that kept something', async () => {
  const receiver = await startReceiver()
  const sandbox = await startSandbox({ seed: null })
  await sandbox.clock({ mode: 'manual', set: start })
  await sandbox.subscribe(receiver.url)
  await sandbox.trigger('card.created', { count: 2 })
  await sandbox.settle()
  await sandbox.post('/sandbox/reset')
  await sandbox.subscribe(receiver.url)
  await sandbox.trigger('card.created', { count: 3 })
  await sandbox.settle()
  expect(await sessionOf(sandbox)).toMatchObject({ complete: true })
  expect((await replayOf(await sessionOf(sandbox))).code).toBe(0)

  await sandbox.post('/sandbox/reset', { keep: ['subscriptions'] })
  await sandbox.trigger('customer.updated')
  await sandbox.settle()
  const session = await sessionOf(sandbox)
  expect(session.outcome.events).toHaveLength(1)
  const { code, out } = await replayOf({ ...session, complete: true })
  expect([code, out]).toEqual([0, expect.stringContaining('the same')])
})

test('an attempt that was not recorded is one too many', async () => {
  const { session } = await recordedStory()
  const { outcome } = session
  const [first] = outcome.attempts
  const cut = { ...outcome, attempts: outcome.attempts.filter(({ id }) => id !== first?.id) }
  const { code, out } = await replayOf({ ...session, outcome: cut })
  expect(code).toBe(1)
  expect(out).toMatch(/attempt 1 of dlv_\w+\): unexpected/)
})

test.each([
  ['{"session":', 'is not valid JSON'],
  ['{"hello":1}', 'is not a recorded session. Export the session again: webhook-sandbox export FILE'],
  [
    '{"session":{"format":3}}',
    'has the format 3; this webhook-sandbox reads the format 2. Update webhook-sandbox.',
  ],
  [
    '{"session":{"format":"x"}}',
    'has the format "x"; this webhook-sandbox reads the format 2. Export the session',
  ],
  ['{"session":{"format":2}}', 'is not a recorded session: version: is missing; must be text.'],
])('%s is refused with the next move and exit code 2', async (text, says) => {
  const { code, out, log } = await replayOf(text)
  expect([code, out]).toEqual([2, ''])
  expect(log).toContain(says)
})

test('a session in the form of the version before, which told ends by sentences, comes out the same', async () => {
  const { session } = JSON.parse(readFileSync(new URL('form-1.jsonl', import.meta.url), 'utf8'))
  expect([session.format, session.outcome.attempts.length]).toEqual([1, 13])
  expect(await replayOf(session)).toMatchObject({ code: 0, log: '' })
})

test('a session recorded before the parts of faults existed gives the same result', async () => {
  const { session } = await recordedStory()
  const { deliveries, attempts } = session.outcome
  expect(deliveries.some((one) => one.fault_parts?.length === 2)).toBe(true)
  for (const one of [...deliveries, ...attempts]) delete one.fault_parts
  expect(await replayOf(session)).toMatchObject({ code: 0, log: '' })
})
