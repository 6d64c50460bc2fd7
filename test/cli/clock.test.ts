import { expect, test } from 'vitest'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { runAt, runHere, startHere } from './here.ts'
import { startStub } from './stub.ts'

const at = '2030-01-01T09:00:00.000000Z'

/** A line without how far its clock is from the wall clock, which changes with the day of the test. */
const withoutOffset = (line: string) => line.replace(/ {2}\S+ \w+ ahead of the wall clock/, '')

test('clock shows the clock, moves it and lets it run at a speed', async () => {
  const sandbox = await startSandbox()
  const said = async (...args: string[]) => {
    const { code, out } = await runHere(['clock', ...args, '--url', sandbox.url])
    expect(code).toBe(0)
    return withoutOffset(out.join('\n'))
  }
  expect(await said()).toMatch(/^real {2}2\d{3}-\d\d-\d\dT[\d:.]+Z$/)
  expect(await said('manual')).toMatch(/^manual {2}\S+Z {2}settled$/)
  expect(await said('set', at)).toBe(`manual  ${at}  settled`)
  expect(await said('advance', '1h30m')).toBe('manual  2030-01-01T10:30:00.000000Z  settled')
  expect(await said('real', '--speed', '60')).toMatch(/^real at speed 60 {2}/)
  expect(await said('speed', '5')).toMatch(/^real at speed 5 {2}/)
  expect(await said('real')).toMatch(/^real {2}/)
})

test('clock shows an offset from the wall clock, and none where there is none', async () => {
  const sandbox = await startSandbox()
  const { out } = await runHere(['clock', '--url', sandbox.url])
  expect(out).toEqual(out.map(withoutOffset))
  const { out: moved } = await runHere(['clock', 'set', at, '--url', sandbox.url])
  expect(moved).not.toEqual(moved.map(withoutOffset))
})

test('clock says what is due next, and answers JSON on request', async () => {
  const sandbox = await startSandbox()
  await sandbox.subscribe((await startReceiver([503])).url)
  await sandbox.clock({ mode: 'manual', set: at })
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const { out } = await runHere(['clock', '--url', sandbox.url])
  expect(out.map(withoutOffset)).toEqual([
    expect.stringMatching(`^manual {2}${at} {2}next delivery at 2030-01-01T09:0`),
  ])
  const moved = await runHere(['clock', 'advance', '3d', '--json', '--url', sandbox.url])
  expect(JSON.parse(moved.out[0] ?? '')).toMatchObject({
    clock: { mode: 'manual', now: '2030-01-04T09:00:00.000000Z' },
    settled: true,
  })
})

test('the time of a running order is shown while it moves', async () => {
  const sandbox = await startSandbox()
  const answers: (() => void)[] = []
  const receiver = await startReceiver([(response) => void answers.push(() => response.end())])
  await sandbox.subscribe(receiver.url)
  await sandbox.clock({ mode: 'manual', set: at })
  await sandbox.trigger('card.created')
  const { ended, painted, until, out } = startHere(['clock', 'advance', '1d', '--url', sandbox.url], {
    watched: true,
  })
  await until(() => painted.length > 0)
  expect(painted[0]).toEqual([`The clock is at ${at}`])
  for (const answer of answers) answer()
  expect(await ended).toBe(0)
  expect(out.map(withoutOffset)).toEqual(['manual  2030-01-02T09:00:00.000000Z  settled'])
  expect(painted.at(-1)).toEqual([])
})

test('a signal ends the waiting with 1, and the output says that the order continues', async () => {
  const sandbox = await startSandbox()
  const answers: (() => void)[] = []
  const receiver = await startReceiver([(response) => void answers.push(() => response.end())])
  await sandbox.subscribe(receiver.url)
  await sandbox.clock({ mode: 'manual', set: at })
  await sandbox.trigger('card.created')
  const waiting = startHere(['clock', 'advance', '1d', '--url', sandbox.url], { watched: true })
  await waiting.until(() => waiting.painted.length > 0)
  expect(await waiting.signal()).toBe(1)
  expect(waiting.log).toEqual([
    `Stopped waiting; the order continues. Check progress with: webhook-sandbox clock --url ${sandbox.url}`,
  ])
  for (const answer of answers) answer()
  await sandbox.settle()
  expect((await runHere(['clock', '--url', sandbox.url])).out.join()).toMatch(
    /^manual {2}2030-01-02T09:00:00/,
  )
})

test('clock says where an order leads that is still under way', async () => {
  const clock = { mode: 'manual', now: at, offset_ms: 0, speed: 1, next_due: null, next_kind: null }
  const moving_to = '2030-01-04T09:00:00.000000Z'
  const { url } = await startStub({ 'GET /sandbox/clock': { clock: { ...clock, moving_to } } })
  const { out } = await runHere(['clock', '--url', url])
  expect(out).toEqual([`manual  ${at}  on its way to ${moving_to}`])
})

test('unsettled work is printed, and the exit code is 1', async () => {
  const clock = { mode: 'manual', now: at, offset_ms: 0, speed: 1, next_due: null, next_kind: null }
  const { url } = await startStub({
    'POST /sandbox/clock': { clock, settled: false, waiting: { attempts: 2, target: at, due: null } },
  })
  const { code, out, log } = await runHere(['clock', 'advance', '3d', '--url', url])
  expect([code, out]).toEqual([1, [`manual  ${at}`]])
  expect(log).toEqual([
    'Not settled: still waiting for 2 attempts. ' +
      `Wait again with: webhook-sandbox clock advance 0 --url ${url}. Or list the attempts with: ` +
      `webhook-sandbox deliveries --state sending --url ${url}`,
  ])
})

test('an order that did not come to its end says how far it has come and how to go on', async () => {
  const clock = { mode: 'manual', now: at, offset_ms: 0, speed: 1, next_due: null, next_kind: null }
  const target = '2030-01-04T09:00:00.000000Z'
  const due = { kind: 'delivery', at: '2030-01-01T09:00:01.000000Z' }
  const { url } = await startStub({
    'POST /sandbox/clock': { clock, settled: false, waiting: { attempts: 0, target, due } },
  })
  const { code, log } = await runHere(['clock', 'advance', '3d', '--url', url])
  expect([code, log]).toEqual([
    1,
    [
      `Not settled: the clock is at ${at}, not yet at ${target}; a delivery is due next, at ${due.at}. ` +
        `Continue with: webhook-sandbox clock set ${target} --url ${url}`,
    ],
  ])
})

test.each([
  ['speed', '60'],
  ['manual', '--speed', '60'],
])('%s %s sets a speed on a stopped clock and says when the speed applies', async (...order) => {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: at })
  const { code, out, log } = await runHere(['clock', ...order, '--url', sandbox.url])
  expect([code, out.map(withoutOffset)]).toEqual([0, [`manual  ${at}  settled`]])
  expect(log).toEqual([
    `The clock is stopped; the speed has no effect until it runs. Start it with: webhook-sandbox clock real --speed 60 --url ${sandbox.url}`,
  ])
})

test.each([
  [['stop'], 'Unknown order: clock stop.'],
  [['advanc', '3d'], 'Did you mean advance?'],
  [['advance'], 'clock advance needs a value. Give a duration, such as 3d or 1h30m.'],
  [['advance', 'soon'], 'advance'],
  [['manual', '3d'], 'clock manual takes no value.'],
  [['speed', 'fast'], 'fast is not a valid speed.'],
  [['advance', '3d', '--speed', '60'], 'Use --speed with clock real or clock manual.'],
  [['set', 'tomorrow'], 'set'],
  [['set', '2026-02-30T00:00:00Z'], 'set'],
  [['advance', '-1h'], 'Time is set back with a time: webhook-sandbox clock set 2026-01-01T09:00:00Z'],
])('clock %j is refused with the next move and exit code 1', async (args, says) => {
  const sandbox = await startSandbox()
  const { code, out, log } = await runHere(['clock', ...args, '--url', sandbox.url])
  expect([code, out]).toEqual([1, []])
  expect(log.join()).toContain(says)
})

test('clock advance prints the new time', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: at })
  const { code, out, log } = await runAt(sandbox, 'clock', 'advance', '3d')
  expect([code, out.map(withoutOffset), log]).toEqual([
    0,
    ['manual  2030-01-04T09:00:00.000000Z  settled'],
    [],
  ])
})
