import { expect, test } from 'vitest'
import { tickMs } from '../../server/cli/scenario/follow.ts'
import type { Run } from '../../server/wire.ts'
import { holdTimers } from '../helpers/held-time.ts'
import { runHere, startHere } from './here.ts'
import { done, runOf, startStories, step } from './scenario-stub.ts'
import { startStub } from './stub.ts'

const told = (lines: readonly string[]) =>
  lines.map((line) => line.replace(/(?<!201 )in [\d.]+ m?s/, 'in … s'))

test('scenario list names each, and says what is wrong with each that cannot run', async () => {
  const { url } = await startStories()
  const { code, out, log } = await runHere(['scenario', 'list', '--url', url])
  expect([code, out, log]).toEqual([
    0,
    [
      'good    The story of good  3 steps',
      'other   The story of other  3 steps',
      'broken  The story of broken  cannot run',
      '  broken.yaml, step 3 (customer), line 7: bodi is not a key of a call step',
    ],
    ['', `Run a scenario with: webhook-sandbox scenario run NAME --url ${url}`],
  ])
  const json = await runHere(['scenario', 'list', '--json', '--url', url])
  expect(json.out.map((line) => JSON.parse(line).name)).toEqual(['good', 'other', 'broken'])
})

test('scenario show tells description, variables and steps, or prints the file', async () => {
  const { url } = await startStories()
  const { code, out, log } = await runHere(['scenario', 'show', 'good', '--url', url])
  expect([code, out, log]).toEqual([
    0,
    [
      'The story of good  good.yaml',
      'Something happens.',
      'Then it is over.',
      '',
      'variables',
      '  amount  "21.93"',
      '  n       3',
      '  on      true',
      '',
      'steps',
      '  1  step-1        POST /things/1',
      '  2  step-2        POST /things/2',
      '    2.1  step-2.1  POST /things/2.1',
    ],
    ['', `Run the scenario with: webhook-sandbox scenario run good --url ${url}`],
  ])
  const text = await runHere(['scenario', 'show', 'good', '--text', '--url', url])
  expect(text.out).toEqual(['# comment', 'title: The story of good'])
  const json = await runHere(['scenario', 'show', 'good', '--json', '--url', url])
  expect(JSON.parse(json.out.join())).toMatchObject({ scenario: { name: 'good' } })
})

test('scenario run tells each step once when it has ended, and how the run ended', async () => {
  const { url, tell } = await startStories()
  const running = startHere(['scenario', 'run', 'good', '--url', url])
  await running.until(() => running.out.length === 1)
  const first = done('1', '201 in 3 ms')
  tell(runOf('good', { steps: [step('1', { state: 'running' }), step('2'), step('2.1')] }))
  tell(runOf('good', { steps: [first, step('2', { state: 'running' }), step('2.1')] }))
  tell(runOf('good', { steps: [first, step('2', { state: 'running' }), { ...done('2.1'), round: 1 }] }))
  tell(runOf('good', { steps: [first, step('2', { state: 'running' }), { ...done('2.1'), round: 2 }] }))
  // Where the repeat stands in another its rounds are counted from 1 again.
  const anew = [first, step('2', { state: 'running' }), step('2.1', { state: 'running', round: 1 })]
  tell(runOf('good', { steps: anew }))
  tell(runOf('good', { steps: [first, step('2', { state: 'running' }), { ...done('2.1'), round: 1 }] }))
  tell(runOf('good', { state: 'succeeded', steps: [first, done('2'), { ...done('2.1'), round: 1 }] }))
  expect(await running.ended).toBe(0)
  expect(told(running.out)).toEqual([
    'good  run_good  seed 7',
    'succeeded  1  step-1        POST /things/1  201 in 3 ms',
    'succeeded    2.1  step-2.1  POST /things/2.1  round 1',
    'succeeded    2.1  step-2.1  POST /things/2.1  round 2',
    'succeeded    2.1  step-2.1  POST /things/2.1  round 1',
    'succeeded  2  step-2        POST /things/2',
    'succeeded good 3 steps in … s',
  ])
  expect(running.log).toEqual([])
})

test('a failed run prints the step and the reason, and the exit code is 1', async () => {
  const failed = step('2', {
    state: 'failed',
    detail: 'expected 201, got 400',
    finished_at: '2030-01-01T09:00:00.000000Z',
  })
  const { url, tell } = await startStories()
  const running = startHere(['scenario', 'run', 'good', '--url', url])
  await running.until(() => running.out.length === 1)
  tell(runOf('good', { state: 'failed', detail: 'step 2 failed', steps: [done('1'), failed, step('2.1')] }))
  expect(await running.ended).toBe(1)
  expect(told(running.out).slice(2)).toEqual([
    'failed     2  step-2        POST /things/2  expected 201, got 400',
    'failed good after 1 of 3 steps in … s: step 2 failed',
  ])
  expect(running.log).toEqual([
    `good failed. Show its steps and records with: webhook-sandbox scenario runs run_good --url ${url}`,
  ])
})

test.each([
  [['n=4', 'on=yes', 'amount=5'], ' The scenario expects another type than text: write --set n:=4.'],
  [['n=4', 'on=false'], ' The scenario expects another type than text: write --set n:=4 --set on:=false.'],
  [['n:=4', 'm=1'], ''],
  [['n=four'], ''],
])(
  'after a failed run, %j is pointed out as text that may be meant differently: "%s"',
  async (sets, says) => {
    const { url } = await startStories({ good: runOf('good', { state: 'failed', detail: 'why' }) })
    const { log } = await runHere([
      'scenario',
      'run',
      'good',
      ...sets.flatMap((set) => ['--set', set]),
      '--url',
      url,
    ])
    expect(log).toEqual([
      `good failed.${says} Show its steps and records with: webhook-sandbox scenario runs run_good --url ${url}`,
    ])
  },
)

test('a run is headed by what it was set to, as it is set', async () => {
  const { url } = await startStories({
    good: runOf('good', { state: 'succeeded', steps: [], set: { amount: '5', n: 4 } }),
  })
  const { out } = await runHere(['scenario', 'run', 'good', '--url', url])
  expect(out[0]).toBe('good  run_good  seed 7  amount=5  n:=4')
})

test('steps are painted in place on a terminal, and all are shown at the end', async () => {
  const { url, tell } = await startStories()
  const running = startHere(['scenario', 'run', 'good', '--url', url], { watched: true })
  await running.until(() => running.painted.length > 0)
  expect(running.painted[0]).toEqual([
    'pending    1  step-1        POST /things/1',
    'pending    2  step-2        POST /things/2',
    'pending      2.1  step-2.1  POST /things/2.1',
    'Stop the run with Ctrl-C',
  ])
  tell(runOf('good', { steps: [step('1', { state: 'running' }), step('2'), step('2.1')] }))
  await running.until(() => running.painted.at(-1)?.[0] === 'running    1  step-1        POST /things/1')
  expect(running.out).toEqual(['good  run_good  seed 7'])
  tell(runOf('good', { state: 'succeeded', steps: [done('1'), done('2'), done('2.1')] }))
  expect(await running.ended).toBe(0)
  expect(running.painted.at(-1)).toEqual([])
  expect(told(running.out).slice(1)).toEqual([
    'succeeded  1  step-1        POST /things/1',
    'succeeded  2  step-2        POST /things/2',
    'succeeded    2.1  step-2.1  POST /things/2.1',
    'succeeded good 3 steps in … s',
  ])
})

test('a long step is printed with its seconds', async () => {
  const { url, tell } = await startStories()
  const time = holdTimers(tickMs)
  let ms = 0
  const outside = { ...time.outside, elapsed: () => ms }
  const running = startHere(['scenario', 'run', 'good', '--url', url], { watched: true, outside })
  await running.until(() => running.painted.length > 0)
  tell(runOf('good', { steps: [step('1', { state: 'running' })] }))
  await running.until(() => running.painted.at(-1)?.[0]?.startsWith('running ') === true)
  ms = 12_300
  time.release()
  await running.until(() => running.painted.at(-1)?.[0] === '12 s       1  step-1        POST /things/1')
  await running.signal()
})

test('the request contains the given options; --detach ends with 0', async () => {
  const { url, asked } = await startStories()
  const settings = ['--set', 'amount=5.00', '--set', 'n:=3', '--seed', '9', '--speed', '60']
  const { code, out, log } = await runHere([
    ...['scenario', 'run', 'good', ...settings, '--subscription', 'sub', '--paused', '--no-wait'],
    ...['--url', url],
  ])
  expect([code, out, log]).toEqual([
    0,
    ['run_good good'],
    [`Check progress with: webhook-sandbox scenario runs run_good --url ${url}`],
  ])
  expect(asked.at(-1)).toEqual({
    path: 'POST /sandbox/scenarios/good/run',
    body: { set: { amount: '5.00', n: 3 }, seed: 9, speed: 60, subscription_id: 'sub', paused: true },
  })
})

test('several run one after the other, and make one document', async () => {
  const ended = (name: string, state: 'succeeded' | 'failed') => runOf(name, { state, steps: [done('1')] })
  const { url } = await startStories({
    good: ended('good', 'succeeded'),
    other: ended('other', 'succeeded'),
  })
  const both = await runHere(['scenario', 'run', 'good', 'other', '--json', '--url', url])
  const { runs } = JSON.parse(both.out.join()) as { runs: Run[] }
  expect([both.code, runs.map(({ scenario, state }) => [scenario, state])]).toEqual([
    0,
    [
      ['good', 'succeeded'],
      ['other', 'succeeded'],
    ],
  ])
  const all = await runHere(['scenario', 'run', '--all', '--url', url])
  expect(all.code).toBe(1)
  expect(told(all.out).at(-1)).toBe('3 scenarios: 2 succeeded, 1 invalid in … s')
  expect(all.log).toEqual([
    'broken.yaml, step 3 (customer), line 7: bodi is not a key of a call step',
    'broken cannot run. Correct the file. The sandbox reads it again by itself.',
  ])
})

test('Ctrl-C stops the run, begins no other, and ends with 1', async () => {
  const { url, asked } = await startStories()
  const running = startHere(['scenario', 'run', 'good', 'other', '--url', url])
  await running.until(() => running.out.length === 1)
  expect(await running.signal()).toBe(1)
  expect(told(running.out).slice(1)).toEqual([
    'stopped good after 0 of 3 steps in … s: stopped by hand',
    '2 scenarios: 1 stopped, 1 not run in … s',
  ])
  const posts = asked.map(({ path }) => path).filter((path) => path.startsWith('POST'))
  expect(posts).toEqual(['POST /sandbox/scenarios/good/run', 'POST /sandbox/runs/run_good/stop'])
})

test('a run that is paused from elsewhere says how it goes on', async () => {
  const { url, tell } = await startStories()
  const running = startHere(['scenario', 'run', 'good', '--url', url])
  await running.until(() => running.out.length === 1)
  tell(runOf('good', { paused: true }))
  await running.until(() => running.log.length === 1)
  expect(running.log).toEqual([
    `Paused. Run one step with: webhook-sandbox scenario step run_good --url ${url}. ` +
      `Resume with: webhook-sandbox scenario resume run_good --url ${url}`,
  ])
  tell(runOf('good', { state: 'succeeded', steps: [] }))
  expect(await running.ended).toBe(0)
})

test('a sandbox that is emptied meanwhile ends the following with 1', async () => {
  const { url, forget } = await startStories()
  const running = startHere(['scenario', 'run', 'good', '--url', url])
  await running.until(() => running.out.length === 1)
  forget()
  expect(await running.ended).toBe(1)
  expect(running.log).toEqual([
    `The sandbox at ${url} was reset or replaced, and the run run_good is gone. Run the scenario again.`,
  ])
})

test.each([
  [['run'], 'Names or --all are required.'],
  [['run', 'good', '--all'], 'Names and --all cannot be combined.'],
  [['run', 'goood'], 'No scenario is named goood.'],
  [['run', 'good', '--set', 'amount'], '--set amount has no value.'],
  [['show', 'othr'], 'No scenario is named othr.'],
  [['run', 'broken'], 'broken.yaml, step 3 (customer), line 7: bodi is not a key of a call step'],
])('scenario %j is refused with the next move and exit code 1', async (args, says) => {
  const { url } = await startStories()
  const { code, out, log } = await runHere(['scenario', ...args, '--url', url])
  expect([code, out]).toEqual([1, []])
  expect(log.join('\n')).toContain(says)
})

test('list, show and run print the mistakes of a file', async () => {
  const problems = ['bad.yaml, line 3, step 1: arm: no code zzz.']
  const scenario = { name: 'bad', title: 'Bad', description: '', source: 'user', file: 'bad.yaml', text: '' }
  const bad = { ...scenario, set: {}, steps: [], problems }
  const { url } = await startStub({
    'GET /sandbox/health': { platform: {}, seq: 0 },
    'GET /sandbox/scenarios': { scenarios: [bad] },
    'GET /sandbox/scenarios/bad': { scenario: bad },
    'POST /sandbox/scenarios/bad/run': {
      error: { code: 'scenario_invalid', message: problems.join(), fix: 'Correct the file.' },
    },
  })
  for (const words of [['list'], ['show', 'bad'], ['run', 'bad']]) {
    const { out, log } = await runHere(['scenario', ...words, '--url', url])
    expect([...out, ...log].join('\n')).toContain(problems[0])
  }
})
