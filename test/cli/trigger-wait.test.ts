import { expect } from 'vitest'
import { holdTimers } from '../helpers/held-time.ts'
import { quick, test } from '../helpers/long.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { runHere, startHere } from './here.ts'
import { startStub } from './stub.ts'

const settled = ['--wait', '--until', 'settled']

quick('--wait without --timeout ends after 30 s', async () => {
  const time = holdTimers(30_000)
  const sandbox = await startSandbox()
  await sandbox.subscribe((await startReceiver([() => {}])).url)
  const waiting = startHere(['trigger', 'card.created', '--wait', '--url', sandbox.url], {
    outside: time.outside,
    watched: true,
  })
  await waiting.until(() => waiting.painted.some(([line]) => line?.startsWith('0 of 1 ')))
  time.release()
  expect(await waiting.ended).toBe(1)
  expect(waiting.log.at(-1)).toMatch(/^1 of 1 .* 30 s\. /)
})

quick('--wait ends with 0 once all succeeded', async () => {
  const sandbox = await startSandbox()
  await sandbox.subscribe((await startReceiver()).url)
  const one = await runHere(['trigger', 'card.created', '--wait', '--url', sandbox.url])
  expect([one.code, one.out]).toEqual([0, [expect.stringMatching(/^✓ card\.created .* 200 /)]])
  const json = await runHere(['trigger', 'card.created', '--wait', '--json', '--url', sandbox.url])
  expect(JSON.parse(json.out[0] ?? '')).toMatchObject({ deliveries: [{ state: 'succeeded' }] })
})

test('--wait follows more deliveries than one answer lists', async () => {
  // The receiver shares this one thread, and none of its time is its own where that is busy.
  const sandbox = await startSandbox({ delivery: { timeout: '0' } })
  const receiver = await startReceiver()
  await sandbox.subscribe(receiver.url)
  const many = await runHere(['trigger', 'card.created', '--count', '1200', '--wait', '--url', sandbox.url], {
    watched: true,
  })
  expect([many.code, many.out]).toEqual([0, ['1200 events, 1200 deliveries']])
  expect(many.painted.at(-2)).toEqual(['1200 of 1200 deliveries have ended'])
  expect(receiver.requests).toHaveLength(1200)
})

quick('--wait ends with 1 when one did not end well, or nothing was delivered', async () => {
  const sandbox = await startSandbox()
  const nobody = await runHere(['trigger', 'card.created', '--wait', '--url', sandbox.url])
  expect([nobody.code, nobody.log.length]).toEqual([1, 1])
  const receiver = await startReceiver([500])
  const { id } = await sandbox.subscribe(receiver.url)
  await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { retry_delays: [] })
  const failed = await runHere(['trigger', 'card.created', '--wait', '--url', sandbox.url])
  expect(failed.code).toBe(1)
  expect(failed.log).toEqual([expect.stringMatching(/^1 of 1 .* webhook-sandbox resend dlv_\w+ --wait /)])
})

quick('--wait ends with 1 and says so when a receiver accepts a forged request', async () => {
  const sandbox = await startSandbox()
  await sandbox.subscribe((await startReceiver([200])).url)
  const args = ['trigger', 'card.created', '--fault', 'tamper(signature)', '--wait', '--url', sandbox.url]
  const { code, log } = await runHere(args)
  expect(code).toBe(1)
  expect(log).toEqual([expect.stringMatching(/^1 of 1 .* wrongly accepted\. .* webhook-sandbox resend dlv_/)])
})

quick(
  '--wait ends at the first failed attempt without a fault, explains it and says that retries go on',
  async () => {
    const sandbox = await startSandbox()
    await sandbox.subscribe((await startReceiver([404])).url)
    const { code, out, log } = await runHere(['trigger', 'card.created', '--wait', '--url', sandbox.url])
    const [row] = await sandbox.deliveries()
    expect([code, row?.state, row?.attempts_made]).toEqual([1, 'retrying', 1])
    const [finding] = (await sandbox.delivery(row?.id ?? '')).findings
    expect(out[0]).toMatch(/^✕ card\.created .* 404 .* attempt 1 of 8, next at /)
    const found = out.findIndex((line) => line.includes(finding?.summary ?? '-'))
    expect(found).toBeGreaterThan(0)
    expect(out.findIndex((line) => line.startsWith('Attempt 1 '))).toBeGreaterThan(found)
    expect(log).toEqual([
      expect.stringMatching(`^1 of 1 .* --until settled.* attempt-now ${row?.id} --url ${sandbox.url}$`),
    ])
  },
)

quick('with a stopped clock, --wait names the move of the clock that makes the retry due', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual' })
  await sandbox.subscribe((await startReceiver([404, 200])).url)
  const { code, log } = await runHere(['trigger', 'card.created', '--wait', '--url', sandbox.url])
  const [row] = await sandbox.deliveries()
  const [, move = ''] = / webhook-sandbox (clock set \S+) --url /.exec(log.join()) ?? []
  expect([code, log.join(), move]).toEqual([
    1,
    expect.not.stringContaining('--until settled'),
    `clock set ${row?.next_attempt_at}`,
  ])
  await runHere([...move.split(' '), '--url', sandbox.url])
  expect(await sandbox.deliveries()).toMatchObject([{ state: 'succeeded' }])
})

quick('an attempt that a fault touched does not end --wait', async () => {
  const sandbox = await startSandbox({ delivery: { retry_delays: ['10ms'] } })
  await sandbox.subscribe((await startReceiver([500, 200])).url)
  const args = ['trigger', 'card.created', '--fault', 'reserialise', '--wait', '--url', sandbox.url]
  await runHere(args)
  expect(await sandbox.deliveries()).toMatchObject([{ state: 'succeeded', attempts_made: 2 }])
})

quick(
  '--until settled follows the retries, and says when the next comes and how to retry at once',
  async () => {
    const sandbox = await startSandbox()
    await sandbox.subscribe((await startReceiver([401, 401, 200])).url)
    const waiting = startHere(['trigger', 'card.created', ...settled, '--url', sandbox.url])
    await waiting.until(() => waiting.log.length === 1)
    const [{ id } = { id: '' }] = await sandbox.deliveries()
    const at = /next (at (?:[\d-]{10} )?[\d:]{8} UTC)/.exec(waiting.out[0] ?? '')?.[1]
    expect(waiting.log[0]).toMatch(
      new RegExp(` ${at}\\. .* webhook-sandbox attempt-now ${id} --url ${sandbox.url}$`),
    )
    for (const seen of [2, 3]) {
      await sandbox.post(`/sandbox/deliveries/${id}/attempt-now`)
      await waiting.until(() => waiting.out.length === seen)
    }
    expect(await waiting.ended).toBe(0)
    expect(waiting.out.slice(1)).toEqual([
      expect.stringMatching(/^✕ .* 401 .* attempt 2 of 8, next at /),
      expect.stringMatching(/^✓ .* 200 .* attempt 3 of 8 /),
    ])
    expect(waiting.log).toHaveLength(1)
  },
)

quick(
  'waiting ends with 1 where the sandbox is reset meanwhile, which ends nothing that was sent',
  async () => {
    const sandbox = await startSandbox()
    await sandbox.subscribe((await startReceiver([503])).url)
    const waiting = startHere(['trigger', 'card.created', ...settled, '--url', sandbox.url])
    await waiting.until(() => waiting.log.length === 1)
    await sandbox.post('/sandbox/reset')
    expect(await waiting.ended).toBe(1)
    expect(waiting.log).toHaveLength(2)
  },
)

quick('waiting for what is tried again says where the clock stands', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual' })
  await sandbox.subscribe((await startReceiver([401, 200])).url)
  const waiting = startHere(['trigger', 'card.created', ...settled, '--url', sandbox.url])
  await waiting.until(() => waiting.log.length === 1)
  expect(waiting.log[0]).toMatch(/ at (?:[\d-]{10} )?[\d:]{8} UTC, but its clock is stopped\./)
  await sandbox.clock({ advance: '2m' })
  expect(await waiting.ended).toBe(0)
})

quick.each(['real', 'manual'])('on a %s clock, waiting shows no past time for overdue work', async (mode) => {
  const [row, clock] = [
    { id: 'dlv_1', seq: 1, state: 'retrying', attempts_made: 1, attempts_max: 8, finished_at: null },
    { mode, now: '2026-01-01T09:00:05.000000Z' },
  ]
  const at = { created_at: '2026-01-01T09:00:00.000000Z', next_attempt_at: '2026-01-01T09:00:04.000000Z' }
  const delivery = {
    ...row,
    ...at,
    event: 'card.created',
    summary: null,
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
  const waiting = startHere(['resend', 'dlv_0', ...settled, '--url', stub.url])
  await waiting.until(() => waiting.log.length === 1)
  expect(waiting.log[0]).toMatch(/ once a place is free\. .*webhook-sandbox attempt-now dlv_1 /)
})

quick('waiting interrupted by a signal ends with 1 and says where to look', async () => {
  const sandbox = await startSandbox()
  await sandbox.subscribe((await startReceiver([503])).url)
  const waiting = startHere(['trigger', 'card.created', ...settled, '--url', sandbox.url], { watched: true })
  await waiting.until(() => waiting.painted.some(([line]) => line?.startsWith('0 of 1 deliver')))
  await waiting.until(() => waiting.log.length === 1)
  expect(await waiting.signal()).toBe(1)
  expect(waiting.log.slice(1)).toEqual([
    expect.stringContaining(`webhook-sandbox deliveries --url ${sandbox.url}`),
  ])
})

/** Runs a command that waits 2 s, which are over once it has printed so many lines and announced a retry. */
async function overAfter(args: string[], lines: number) {
  const time = holdTimers(2000)
  const waiting = startHere([...args, ...settled, '--timeout', '2s'], { outside: time.outside })
  await waiting.until(() => waiting.out.length >= lines && waiting.log.length > 0)
  time.release()
  return { code: await waiting.ended, out: waiting.out, log: waiting.log }
}

quick(
  '--timeout limits the waiting: unfinished deliveries are printed as they are, and the exit code is 1',
  async () => {
    const sandbox = await startSandbox()
    const at = ['--url', sandbox.url]
    await sandbox.subscribe((await startReceiver([503])).url)
    const { id: good } = await sandbox.subscribe((await startReceiver()).url)
    const { code, out, log } = await overAfter(['trigger', 'card.created', ...at], 2)
    expect([code, out.filter((line) => line.startsWith('✓'))]).toEqual([1, [expect.any(String)]])
    const waits = /dlv_\w{26}/.exec(out.find((line) => line.startsWith('✕')) ?? '')?.[0]
    expect(log.at(-1)).toMatch(new RegExp(`^1 of 2 .* 2 s\\. .* deliveries ${waits} --url ${sandbox.url}$`))
    const again = await overAfter(['resend', `${waits}`, '--json', ...at], 0)
    expect([again.code, JSON.parse(again.out[0] ?? '')]).toMatchObject([
      1,
      { delivery: { state: 'retrying' } },
    ])
    const ended = await runHere([
      ...['trigger', 'card.created', '--subscription', good, '--wait', '--timeout', '1m', ...at],
    ])
    expect(ended.code).toBe(0)
  },
)

quick('--timeout tells what ended badly and what had not ended apart', async () => {
  const sandbox = await startSandbox()
  await sandbox.subscribe((await startReceiver([503])).url)
  const { id } = await sandbox.subscribe((await startReceiver([500])).url)
  await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, { retry_delays: [] })
  const { log } = await overAfter(['trigger', 'card.created', '--url', sandbox.url], 2)
  expect(log.at(-1)).toMatch(/^1 of 2 .*\. 1 of 2 .* 2 s\. /)
})

quick.each([
  ['--timeout', '5s'],
  ['--until', 'settled'],
])('%s %s without --wait is refused before anything is sent', async (...flag) => {
  const sandbox = await startSandbox()
  for (const words of [
    ['trigger', 'card.created'],
    ['resend', '--state', 'failed'],
  ]) {
    const { code, log } = await runHere([...words, ...flag, '--url', sandbox.url])
    expect([code, log]).toEqual([1, [expect.stringContaining(`${flag[0]} needs --wait`)]])
  }
  expect((await sandbox.get<{ events: unknown[] }>('/sandbox/events')).events).toEqual([])
})
