import { expect, test, vi } from 'vitest'
import type { Scenario } from '../../server/wire.ts'
import { fieldProblems } from '../../ui/form/field-problems.ts'
import { schemaPaths } from '../../ui/json/schema/schema-paths.ts'
import { dueWords, settledWords, underWayWords } from '../../ui/simulator/clock-words.ts'
import { chartPath, lastMinute, rateWords, scaleEnd } from '../../ui/simulator/rate-chart.tsx'
import { findScenarios, groupScenarios, progressOf, reachWords } from '../../ui/simulator/scenario-list.ts'

// These read the page's address when they load.
vi.stubGlobal('location', new URL('http://127.0.0.1:4400/'))
vi.stubGlobal('addEventListener', () => {})
const { orderOf } = await import('../../ui/form/form.tsx')
const { againOf, emptyRun, runFields } = await import('../../ui/simulator/run-form.tsx')
const { firstTraffic, trafficFields } = await import('../../ui/simulator/traffic-form.tsx')
const { firstTrigger, overrideProblem, triggerFields } = await import('../../ui/simulator/trigger-draft.ts')

const second = (n: number, sent: number, succeeded = sent) => ({
  at: `2026-01-01T09:00:${String(n).padStart(2, '0')}.000000Z`,
  sent,
  succeeded,
})

test('the chart shows the last full minute, with gaps and without the current second', () => {
  const minute = lastMinute([second(1, 5), second(2, 7), second(3, 1)], true)
  expect(minute).toHaveLength(60)
  expect(minute.slice(57)).toEqual([null, second(1, 5), second(2, 7)])
  expect(lastMinute([second(1, 5)], false).at(-1)).toEqual(second(1, 5))
  expect(
    lastMinute(
      Array.from({ length: 61 }, (_, n) => second(n, n)),
      true,
    ),
  ).toHaveLength(60)
})

test('the scale ends at a round number above the maximum', () => {
  expect([0, 3, 4, 5, 9, 11, 21, 50, 51, 4000].map(scaleEnd)).toEqual([4, 4, 4, 5, 10, 20, 50, 50, 100, 5000])
})

test('each second is a step, and the outline ends at gaps', () => {
  expect(chartPath([0, 5, null, 10], 10, { width: 40, height: 100 })).toBe(
    'M0 100V100H10V50H20V100M30 100V0H40V100',
  )
})

test('after the end, idle seconds do not count', () => {
  const told = [second(1, 5, 4), second(2, 2, 3), second(3, 0), second(4, 0)]
  expect(lastMinute(told, false).filter((one) => one !== null)).toEqual(told.slice(0, 2))
  expect(lastMinute(told, true).filter((one) => one !== null)).toEqual(told.slice(0, 3))
  expect(lastMinute([], true)).toHaveLength(60)
})

test('the chart has a description in words', () => {
  expect(rateWords(lastMinute([], false), false, false)).toBe('No events in the last minute.')
  expect(rateWords(lastMinute([], true), true, false)).toBe('No events in the last minute.')
  expect(rateWords(lastMinute([second(1, 4)], true), true, true)).toBe('Traffic has just started.')
  const minute = lastMinute([second(1, 4, 3), second(2, 6, 6)], false)
  expect(rateWords(minute, true, true)).toBe(
    'Last 2 s, average per second: 5 sent, 4.5 succeeded. Most in one second: 6 sent.',
  )
  expect(rateWords(minute, false, true)).toMatch(/^Final 2 s, average per second: 5 sent/)
})

test('the next due work is shown with its remaining time', () => {
  const now = Date.parse('2026-01-01T09:00:00Z')
  expect(dueWords({ next_due: null, next_kind: null }, now)).toBe('Nothing is due.')
  expect(dueWords({ next_due: '2026-01-01T09:00:46.000000Z', next_kind: 'delivery' }, now)).toBe(
    'Due next: a delivery attempt, in 46 s.',
  )
  const target = '2026-01-01T10:00:00.000000Z'
  expect(settledWords({ settled: false, waiting: { attempts: 1, target, due: null } })).toBe(
    '1 attempt still waits for a response',
  )
  expect(settledWords({ settled: false, waiting: { attempts: 0, target, due: { kind: 'traffic' } } })).toBe(
    'stopped before a traffic event on the way to 2026-01-01 10:00:00.000 UTC',
  )
})

const scenario = (name: string, change: Partial<Scenario> = {}): Scenario => ({
  name,
  title: name,
  description: '',
  source: 'shipped',
  file: `${name}.yaml`,
  text: '',
  set: {},
  problems: [],
  steps: [],
  moves_clock: false,
  ...change,
})

test('scenarios are found by every word, the user’s first', () => {
  const all = [
    scenario('kyc-fails', { description: 'The check fails' }),
    scenario('mine', { source: 'user' }),
  ]
  expect(findScenarios(all, 'CHECK kyc').map(({ name }) => name)).toEqual(['kyc-fails'])
  expect(groupScenarios(all).map(({ source, scenarios }) => [source, scenarios.length])).toEqual([
    ['user', 1],
    ['shipped', 1],
  ])
  expect(groupScenarios(all.slice(0, 1)).map(({ source }) => source)).toEqual(['shipped'])
})

test('a run sends only changes, and variables keep their type', () => {
  const set = { amount: '21.93', tries: 3, list: [1] }
  const fields = runFields({ set })
  expect(orderOf(fields, emptyRun)).toEqual({})
  expect(
    orderOf(fields, {
      set: { amount: '5', tries: '4', list: '[1]', gone: 'x' },
      seed: '7',
      speed: '60',
      subscription_id: 's',
      paused: 'on',
    }),
  ).toEqual({ set: { amount: '5', tries: 4 }, seed: 7, speed: 60, subscription_id: 's', paused: true })
})

test('a repeated run has its own seed and receiver', () => {
  const run = { set: {}, seed: 7, speed: null, endpoint: 'kyc-fails', subscription_id: 's' }
  expect(againOf(run)).toEqual({ seed: 7 })
  expect(againOf({ ...run, set: { a: 1 }, speed: 60, endpoint: null })).toEqual({
    set: { a: 1 },
    seed: 7,
    speed: 60,
    subscription_id: 's',
  })
})

test('finished steps are counted', () => {
  const steps = (['succeeded', 'skipped', 'running', 'pending'] as const).map((state) => ({ state }))
  expect(progressOf({ steps: steps as Parameters<typeof progressOf>[0]['steps'] })).toEqual({
    ended: 2,
    all: 4,
  })
})

test('a failed or stopped run names its step', () => {
  const stepsOf = (...states: string[]) =>
    states.map((text) => {
      const [index, state] = text.split(' ')
      return { index, state, started_at: state === 'skipped' ? null : '2026-01-05T09:00:00Z' }
    })
  const words = (state: string, ...states: string[]) =>
    reachWords({ state, steps: stepsOf(...states) } as unknown as Parameters<typeof reachWords>[0])
  expect(words('running', '1 succeeded', '2 running', '3 pending')).toBe(' · 1 of 3 steps')
  expect(words('succeeded', '1 succeeded')).toBe(' · 1 of 1 step')
  expect(words('failed', '1 succeeded', '2 failed', '3 skipped')).toBe(' at step 2 of 3')
  expect(words('stopped', '1 succeeded', '2 stopped', '3 skipped')).toBe(' at step 2 of 3')
  expect(words('stopped', '1 succeeded', '2 skipped', '3 skipped')).toBe(' before step 2 of 3')
  expect(words('failed', '1 succeeded', '2 failed', '2.1 succeeded', '2.2 failed', '3 skipped')).toBe(
    ' at step 2.2 (4 of 5)',
  )
})

test('traffic sends only what differs from all events at equal weight', () => {
  const fields = trafficFields
  expect(orderOf(fields, firstTraffic)).toEqual({ rate: 5 })
  expect(
    orderOf(fields, {
      ...firstTraffic,
      shape: 'poisson',
      events: [
        { event: 'card.*', weight: '3' },
        { event: 'transactions', weight: '' },
        { event: '', weight: '9' },
      ],
      for: '10m',
      seed: '0',
    }),
  ).toEqual({ rate: 5, shape: 'poisson', events: { 'card.*': 3, transactions: 1 }, for: '10m', seed: 0 })
})

const paths = schemaPaths({
  type: 'object',
  properties: {
    n: { type: 'integer' },
    s: { type: ['string', 'null'] },
    list: { type: 'array', items: { enum: ['a'] } },
  },
})
const triggers = triggerFields({ name: 'x', event: undefined, paths })

test('a trigger sends only non-default values', () => {
  expect(orderOf(triggers, firstTrigger)).toEqual({})
  const set = [
    { path: 'n', typed: '2' },
    { path: 's', typed: 'null' },
    { path: 'list.3', typed: 'a' },
  ]
  expect(orderOf(triggers, { ...firstTrigger, set, count: '2', with_history: 'on', force: 'on' })).toEqual({
    set: { n: 2, s: null, 'list.3': 'a' },
    count: 2,
    with_history: true,
    force: true,
  })
})

test('a custom payload replaces set values, and has no history', () => {
  const set = [{ path: 'n', typed: '2' }]
  const payload = { text: '{ "a": 1.0 }' }
  expect(orderOf(triggers, { ...firstTrigger, set, with_history: 'on', payload })).toEqual({
    payload: '{ "a": 1.0 }',
  })
})

test('a problem of a value is shown while typing, at the wrong field', () => {
  const problem = (path: string, typed: string) => {
    const told = overrideProblem({ path, typed }, paths, 'x')
    return told && [told.kind, told.text]
  }
  expect([problem('n', '1.5'), problem('n', ''), problem('s', 'null'), problem('list.0', 'b')]).toEqual([
    ['value', 'must be an integer, not 1.5'],
    null,
    null,
    ['value', 'must be "a"'],
  ])
  expect([problem('list.q', '1'), problem('lisp', ''), problem('lis', ''), problem('', '1')]).toEqual([
    ['path', 'x has no path list.q. Did you mean list.0?'],
    ['path', 'x has no path lisp. Did you mean list?'],
    // It may still become one.
    null,
    ['unplaced', 'Choose the path of this value.'],
  ])
})

test('the problems of a refusal go to the fields of the form', () => {
  const refused = (problems: Record<string, string>, code = 'invalid_field') => ({
    code,
    message: 'As the sandbox says it.',
    fix: 'Correct it.',
    fields: Object.entries(problems).map(([path, problem]) => ({ path: path.split('/'), problem })),
  })
  const names = ['rate', 'events', 'advance'] as const
  expect(
    fieldProblems(
      refused({
        rate: 'must be a number',
        'events/card.*': 'must be a weight',
        advance: 'must be 5m; go back: use set',
      }),
      names,
    ),
  ).toEqual({
    at: {
      rate: 'Must be a number.',
      events: 'card.*: must be a weight.',
      advance: 'Must be 5m; go back: use set.',
    },
    rest: null,
  })
  for (const problem of [
    refused({ rate: 'must be 1', spoon: 'must go' }),
    refused({ rate: 'must be 1' }, 'other'),
    refused({}),
  ])
    expect(fieldProblems(problem, names)).toEqual({ at: {}, rest: problem })
  expect(fieldProblems(null, names)).toEqual({ at: {}, rest: null })
})

test('a clock request shows what it waits for, including other clients', () => {
  const to = '2026-01-02T09:00:00.000000Z'
  const other =
    'Advancing to 2026-01-02 09:00:00.000 UTC for a run or another client, until all due work is done.'
  expect(underWayWords(['+1 h'], null)).toBe('+1 h: in progress, until all due work is done.')
  expect(underWayWords([], to)).toBe(other)
  expect(underWayWords(['+1 h', '+1 s'], to)).toBe(`${other} Then: +1 h. Next: +1 s.`)
})
