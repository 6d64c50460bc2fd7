import { expect, test } from 'vitest'
import { holdTimers } from '../helpers/held-time.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { runHere, startHere } from './here.ts'
import { startStub } from './stub.ts'

test('--wait ends with 0 once all succeeded, also where they are many', async () => {
  // The receiver shares this one thread, and none of its time is its own where that is busy.
  const sandbox = await startSandbox({ delivery: { timeout: '0' } })
  const receiver = await startReceiver()
  await sandbox.subscribe(receiver.url)
  const one = await runHere(['trigger', 'card.created', '--wait', '--url', sandbox.url])
  expect([one.code, one.out[2]]).toEqual([0, expect.stringContaining('  succeeded  card.created  ')])
  const json = await runHere(['trigger', 'card.created', '--wait', '--json', '--url', sandbox.url])
  expect(JSON.parse(json.out[0] ?? '')).toMatchObject({ deliveries: [{ state: 'succeeded' }] })
  const many = await runHere(['trigger', 'card.created', '--count', '1200', '--wait', '--url', sandbox.url], {
    watched: true,
  })
  expect([many.code, many.out]).toEqual([0, ['1200 events, 1200 deliveries']])
  expect(many.painted.at(-2)).toEqual(['1200 of 1200 deliveries have ended'])
  expect(receiver.requests).toHaveLength(1202)
})

test('--wait ends with 1 when one did not end well, or nothing was delivered', async () => {
  const sandbox = await startSandbox()
  const nobody = await runHere(['trigger', 'card.created', '--wait', '--url', sandbox.url])
  expect([nobody.code, nobody.log.length]).toEqual([1, 1])
  expect(nobody.log[0]).toContain('Nothing was delivered')
  const receiver = await startReceiver([500])
  const { id } = await sandbox.subscribe(receiver.url)
  await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { retry_delays: [] })
  const failed = await runHere(['trigger', 'card.created', '--wait', '--url', sandbox.url])
  expect(failed.code).toBe(1)
  expect(failed.log[0]).toMatch(/^1 of 1 did not end well\. webhook-sandbox deliveries dlv_/)
})

test('waiting says what it waits for where a delivery is tried again, and how it is tried at once', async () => {
  const sandbox = await startSandbox()
  await sandbox.subscribe((await startReceiver([401, 401, 200])).url)
  const waiting = startHere(['trigger', 'card.created', '--wait', '--url', sandbox.url])
  await waiting.until(() => waiting.log.length === 1)
  const id = /dlv_\w{26}/.exec(waiting.out[1] ?? '')?.[0]
  expect(waiting.out[2]).toMatch(
    new RegExp(`  ${id}  retrying  card\\.created  --> .+  401  .+ms  again at (?:[\\d-]{10} )?[\\d:]{8}$`),
  )
  const hint = ` is tried again at ${/again at ((?:[\d-]{10} )?[\d:]{8})/.exec(waiting.out[2] ?? '')?.[1]}; webhook-sandbox attempt-now ${id} --url ${sandbox.url} does so at once; webhook-sandbox deliveries ${id} --url ${sandbox.url} says why`
  expect(waiting.log).toEqual([`${id}${hint}`])
  for (const seen of [4, 5]) {
    await sandbox.post(`/sandbox/deliveries/${id}/attempt-now`)
    await waiting.until(() => waiting.out.length === seen)
  }
  expect(await waiting.ended).toBe(0)
  expect(waiting.out.slice(3)).toEqual([
    expect.stringMatching(/ {2}retrying .+ {2}401 {2}.+ {2}attempt 2 of 8 {2}again at /),
    expect.stringMatching(/ {2}succeeded .+ {2}200 {2}.+ {2}attempt 3 of 8$/),
  ])
  expect(waiting.log).toHaveLength(1)
})

test('waiting ends with 1 where the sandbox is reset meanwhile, which ends nothing that was sent', async () => {
  const sandbox = await startSandbox()
  await sandbox.subscribe((await startReceiver([503])).url)
  const waiting = startHere(['trigger', 'card.created', '--wait', '--url', sandbox.url])
  await waiting.until(() => waiting.log.length === 1)
  await sandbox.post('/sandbox/reset')
  expect(await waiting.ended).toBe(1)
  expect(waiting.log.at(-1)).toBe(
    `The sandbox at ${sandbox.url} has begun anew, and knows nothing of what was sent. Trigger the events again.`,
  )
})

test('waiting for what is tried again says where the clock stands', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual' })
  await sandbox.subscribe((await startReceiver([401, 200])).url)
  const waiting = startHere(['trigger', 'card.created', '--wait', '--url', sandbox.url])
  await waiting.until(() => waiting.log.length === 1)
  expect(waiting.log[0]).toMatch(/ is tried again at (?:[\d-]{10} )?[\d:]{8}, but the clock stands; /)
  await sandbox.clock({ advance: '2m' })
  expect(await waiting.ended).toBe(0)
})

test.each(['real', 'manual'])(
  'waiting on a %s clock names no time that is over of what is due already',
  async (mode) => {
    const [row, clock] = [
      { id: 'dlv_1', seq: 1, state: 'retrying', attempts_made: 1, attempts_max: 8, finished_at: null },
      { mode, now: '2026-01-01T09:00:05.000000Z' },
    ]
    const at = { created_at: '2026-01-01T09:00:00.000000Z', next_attempt_at: '2026-01-01T09:00:04.000000Z' }
    const delivery = {
      ...row,
      ...at,
      event: 'card.created',
      url: '',
      last_outcome: null,
      last_duration_ms: null,
      fault: null,
      reason: null,
      reason_facts: null,
    }
    const stub = await startStub({
      'GET /sandbox/health': { platform: {}, seq: 1 },
      'GET /sandbox/clock': { clock },
      'POST /sandbox/deliveries/dlv_0/resend': { delivery },
    })
    stub.tell({ seq: 2, kind: 'delivery', data: delivery as never })
    const waiting = startHere(['resend', 'dlv_0', '--wait', '--url', stub.url])
    await waiting.until(() => waiting.log.length === 1)
    expect(waiting.log[0]).toMatch(/^dlv_1 is tried again once a place is free; webhook-sandbox attempt-now /)
  },
)

test('waiting that a signal breaks off ends with 1 and says where to look', async () => {
  const sandbox = await startSandbox()
  await sandbox.subscribe((await startReceiver([503])).url)
  const waiting = startHere(['trigger', 'card.created', '--wait', '--url', sandbox.url], { watched: true })
  await waiting.until(() => waiting.painted.some(([line]) => line?.startsWith('0 of 1 deliver')))
  await waiting.until(() => waiting.log.length === 1)
  expect(await waiting.signal()).toBe(1)
  expect(waiting.log.slice(1)).toEqual([
    `broken off; webhook-sandbox deliveries --url ${sandbox.url} shows how they fare`,
  ])
})

/** A command that waits 2 s for what it sends, which are over once it has printed these states and said what is tried again. */
async function overAfter(args: string[], ...states: string[]) {
  const time = holdTimers(2000)
  const waiting = startHere([...args, '--wait', '--timeout', '2s'], { outside: time.outside })
  const isPrinted = (state: string) => waiting.out.some((line) => line.includes(`  ${state}  `))
  await waiting.until(() => states.every(isPrinted) && waiting.log.length > 0)
  time.release()
  return { code: await waiting.ended, out: waiting.out, log: waiting.log }
}

test('--timeout bounds the waiting: what had not ended by then is told as it stands, and the exit code is 1', async () => {
  const sandbox = await startSandbox()
  const at = ['--url', sandbox.url]
  await sandbox.subscribe((await startReceiver([503])).url)
  const { id: good } = await sandbox.subscribe((await startReceiver()).url)
  const { code, out, log } = await overAfter(['trigger', 'card.created', ...at], 'succeeded', 'retrying')
  expect([code, out.filter((line) => line.includes('  succeeded  '))]).toEqual([1, [expect.any(String)]])
  const waits = /dlv_\w{26}/.exec(out.find((line) => line.includes('  retrying  ')) ?? '')?.[0]
  expect(log.at(-1)).toBe(
    `1 of 2 had not ended within 2 s. webhook-sandbox deliveries ${waits} --url ${sandbox.url} says why.`,
  )
  const again = await overAfter(['resend', `${waits}`, '--json', ...at])
  expect([again.code, JSON.parse(again.out[0] ?? '')]).toMatchObject([
    1,
    { deliveries: [{ state: 'retrying' }] },
  ])
  const ended = await runHere([
    ...['trigger', 'card.created', '--subscription', good, '--wait', '--timeout', '1m', ...at],
  ])
  expect(ended.code).toBe(0)
})

test('--timeout tells what ended badly and what had not ended apart', async () => {
  const sandbox = await startSandbox()
  await sandbox.subscribe((await startReceiver([503])).url)
  const { id } = await sandbox.subscribe((await startReceiver([500])).url)
  await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { retry_delays: [] })
  const { log } = await overAfter(['trigger', 'card.created', '--url', sandbox.url], 'failed', 'retrying')
  expect(log.at(-1)).toMatch(
    /^1 of 2 did not end well\. 1 of 2 had not ended within 2 s\. webhook-sandbox del/,
  )
})

test('--timeout without --wait is refused before anything is sent', async () => {
  const sandbox = await startSandbox()
  for (const words of [
    ['trigger', 'card.created'],
    ['resend', '--state', 'failed'],
  ]) {
    const { code, log } = await runHere([...words, '--timeout', '5s', '--url', sandbox.url])
    expect([code, log]).toEqual([
      1,
      ['--timeout says nothing without --wait. Give both: --wait --timeout 30s.'],
    ])
  }
  expect((await sandbox.get<{ events: unknown[] }>('/sandbox/events')).events).toEqual([])
})
