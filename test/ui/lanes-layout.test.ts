import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arrowsBetween, layoutOf } from '../../ui/lanes/layout.ts'
import { cutToFit, guess } from '../../ui/lanes/measure.ts'
import { lanesById, type Shape, shapesOf, timeShapes } from '../../ui/lanes/shapes.ts'
import { spanText } from '../../ui/lanes/step.ts'
import { partiesOf, stepsOf } from '../../ui/lanes/steps.ts'
import { type Entry, entryOf } from '../../ui/live/entries.ts'
import { runsOf } from '../helpers/runs.ts'
import { attemptRow, captureRow, deliveryRow, eventRow } from './samples.ts'

const iso = (ms: number) => `${new Date(Date.UTC(2026, 0, 1) + ms).toISOString().slice(0, -1)}000Z`
const outcomes = [
  { kind: 'responded', status: 200 },
  { kind: 'responded', status: 503 },
  { kind: 'timed_out', after_ms: 10_000, phase: 'waiting', detail: '' },
  { kind: 'dropped', code: 'fault_drop', detail: '' },
  null,
] as const

const thing = fc.record({
  kind: fc.constantFrom('event', 'delivery', 'capture', 'call'),
  after: fc.constantFrom(0, 3, 70, 900, 6000, 90_000_000, 2_160_000_000),
  name: fc.constantFrom('card.created', 'kyc.verification.needs-documents-of-several-kinds', 'x'),
  url: fc.constantFrom(
    'http://localhost:3000/hook',
    'http://localhost:4400/in/demo',
    'https://a.very.long.name.example/with/a/path/that/goes/on',
  ),
  fault: fc.constantFrom(null, 'duplicate(2)', 'tamper(body) | delay(500ms)'),
  tries: fc.array(fc.record({ ms: fc.nat(400_000), outcome: fc.constantFrom(...outcomes) }), {
    maxLength: 4,
  }),
  identity: fc.constantFrom('demo', 'eve'),
  status: fc.constantFrom(201, 404, 0),
})
type Thing = typeof thing extends fc.Arbitrary<infer T> ? T : never

function entriesOf(things: readonly Thing[]): Entry[] {
  let now = 0
  return things.map(({ kind, after, name, url, fault, tries, identity, status }, index) => {
    now += after
    const seq = index + 1
    if (kind === 'event') return entryOf('event', { ...eventRow(seq), event: name, occurred_at: iso(now) })
    if (kind === 'capture') return entryOf('capture', captureRow(seq, { received_at: iso(now), event: name }))
    if (kind === 'call')
      return entryOf('call', {
        id: `cal_${seq}`,
        seq,
        at: iso(now),
        method: 'GET',
        path: `/api/v0.1/${name}`,
        identity,
        run_id: null,
        status,
        error_code: status === 404 ? 'card_dne' : null,
        armed: null,
        outcome: null,
        duration_ms: after,
        request: { headers: [] },
        response: { headers: [] },
      })
    const isOver = tries.at(-1)?.outcome?.kind === 'responded'
    const entry = entryOf(
      'delivery',
      deliveryRow(seq, {
        event: name,
        url,
        fault,
        created_at: iso(now),
        event_id: `evt_of_${seq}`,
        attempts_made: tries.length,
        state: isOver ? 'succeeded' : tries.length === 0 ? 'pending' : 'retrying',
        next_attempt_at: isOver ? null : iso(now + 1_000_000),
      }),
    )
    let then = now
    for (const [nth, { ms, outcome }] of tries.entries()) {
      then += ms
      const made = attemptRow(`dlv_${seq}`, nth + 1, {
        started_at: iso(then),
        outcome,
        fault: nth === 0 ? fault : null,
      })
      if (entry.kind === 'delivery') entry.attempts.set(nth + 1, made)
    }
    return entry
  })
}

function drawn(things: readonly Thing[], width: number, text: number) {
  const entries = entriesOf(things)
  const steps = stepsOf(entries, {
    origin: 'http://localhost:4400',
    successes: [200],
    runName: (id) => id,
    receiverName: ({ url }: { url: string }) => url.replace('http://', ''),
    capturesOf: () => [],
  })
  return { entries, layout: layoutOf(steps, partiesOf(steps), { width, text, measure: guess(text) }) }
}
const all = fc.tuple(
  fc.array(thing, { maxLength: 40 }),
  fc.constantFrom(360, 620, 1180),
  fc.constantFrom(13, 18),
)

test('no text overlaps other text or leaves the drawing', () => {
  fc.assert(
    fc.property(all, ([things, width, text]) => {
      const { layout } = drawn(things, width, text)
      const lanes = lanesById(layout)
      const words = layout.arrows
        .flatMap((arrow) => [
          ...timeShapes(arrow, layout),
          ...shapesOf(arrow, layout, { lanes, now: 0, left: 0 }),
        ])
        .filter((shape): shape is Extract<Shape, { shape: 'text' }> => shape.shape === 'text')
        .map(({ x, y, width: wide, end, text: told }) => ({
          told,
          left: end ? x - wide : x,
          right: end ? x : x + wide,
          top: y - text * 0.78,
          bottom: y + text * 0.22,
        }))
      for (const [index, one] of words.entries()) {
        expect(one.left).toBeGreaterThanOrEqual(0)
        expect(one.right).toBeLessThanOrEqual(layout.width)
        expect(one.bottom).toBeLessThanOrEqual(layout.height)
        for (const other of words.slice(index + 1, index + 12)) {
          const apart =
            one.right <= other.left ||
            other.right <= one.left ||
            one.bottom <= other.top ||
            other.bottom <= one.top
          if (!apart) throw new Error(`“${one.told}” lies over “${other.told}”`)
        }
      }
    }),
    runsOf({ numRuns: 150, seed: 7 }),
  )
})

test('a long name and its fault are complete if there is room', () => {
  const [name, fault] = ['kyc.verification.reenter_information', 'truncate(50%)']
  const url = 'http://localhost:4400/in/demo'
  const sent = entryOf('delivery', deliveryRow(1, { event: name, url, fault, attempts_made: 1 }))
  if (sent.kind === 'delivery') sent.attempts.set(1, attemptRow('dlv_1', 1, { fault }))
  const world = {
    origin: 'http://localhost:4400',
    successes: [200],
    runName: String,
    receiverName: ({ url }: { url: string }) => url.replace('http://', ''),
    capturesOf: () => [],
  }
  const steps = stepsOf([sent], world)
  // About as wide as the letters of a system's font are.
  const measure = (text: string) => text.length * 6.4
  const layout = layoutOf(steps, partiesOf(steps), { width: 1180, text: 13, measure })
  const lanes = lanesById(layout)
  const words = layout.arrows
    .flatMap((arrow) => shapesOf(arrow, layout, { lanes, now: 0, left: 0 }))
    .flatMap((shape) => (shape.shape === 'text' ? [shape.text] : []))
  expect(words).toEqual(expect.arrayContaining([name, 'truncate(50%)']))
})

test('lane heads never touch', () => {
  fc.assert(
    fc.property(all, ([things, width, text]) => {
      const { layout } = drawn(things, width, text)
      for (const [index, lane] of layout.lanes.entries()) {
        const next = layout.lanes[index + 1]
        if (next) expect(lane.x + lane.width / 2).toBeLessThan(next.x - next.width / 2)
      }
    }),
    runsOf({ numRuns: 100, seed: 7 }),
  )
})

test('every attempt, call and capture appears once, in a row of its own, in order of time', () => {
  fc.assert(
    fc.property(all, ([things, width, text]) => {
      const { entries, layout } = drawn(things, width, text)
      const keys = layout.arrows.map(({ step }) => step.key)
      expect(new Set(keys).size).toBe(keys.length)
      const wanted = entries.flatMap((entry) => {
        if (entry.kind === 'delivery')
          return [...entry.attempts.keys()].map((number) => `${entry.id}:${number}`)
        return entry.kind === 'call' ? [entry.id, `${entry.id}:answer`] : [entry.id]
      })
      const kinds = new Set(['attempt', 'call', 'answer', 'capture', 'event'])
      expect(
        layout.arrows
          .filter(({ step }) => kinds.has(step.kind))
          .map(({ step }) => step.key)
          .sort(),
      ).toEqual(wanted.sort())
      for (const [index, { y, step }] of layout.arrows.entries()) {
        const next = layout.arrows[index + 1]
        if (next === undefined) continue
        expect(next.y - y).toBeGreaterThanOrEqual(24)
        expect(next.step.at).toBeGreaterThanOrEqual(step.at)
      }
    }),
    runsOf({ numRuns: 100, seed: 7 }),
  )
})

test('only arrows between two heights are returned', () => {
  const { layout } = drawn(
    Array.from({ length: 2000 }, () => ({
      kind: 'capture' as const,
      after: 3 as const,
      name: 'x' as const,
      url: 'http://localhost:3000/hook' as const,
      fault: null,
      tries: [],
      identity: 'demo' as const,
      status: 201 as const,
    })),
    1180,
    13,
  )
  const some = arrowsBetween(layout, 10_000, 10_800)
  expect(some.length).toBeLessThan(60)
  expect(some[0]?.y).toBeLessThan(10_000)
  expect(some.at(-1)?.y).toBeGreaterThan(10_780)
})

test('a drawing over several days shows each day above its first time', () => {
  const event = (after: Thing['after']): Thing => ({
    kind: 'event',
    after,
    name: 'x',
    url: 'http://localhost:3000/hook',
    fault: null,
    tries: [],
    identity: 'demo',
    status: 201,
  })
  const daysOf = (...after: Thing['after'][]) =>
    drawn(after.map(event), 1180, 13).layout.arrows.map(({ day, time }) => [day, time])
  expect(daysOf(0, 6000)).toEqual([
    [null, '00:00:00.000'],
    [null, '00:00:06.000'],
  ])
  expect(daysOf(0, 90_000_000, 6000)).toEqual([
    ['2026-01-01', '00:00:00.000'],
    ['2026-01-02', '01:00:00.000'],
    [null, '01:00:06.000'],
  ])
  // Whole days lie between them, so that their clocks tell the same.
  expect(daysOf(0, 2_160_000_000)).toEqual([
    ['2026-01-01', '00:00:00.000'],
    ['2026-01-26', '00:00:00.000'],
  ])
})

test('a time span includes its day', () => {
  const [from, to] = [Date.UTC(2026, 0, 1, 0, 0, 1), Date.UTC(2026, 0, 1, 1, 0, 1)]
  expect(spanText(from, to)).toBe('2026-01-01 00:00:01.000 to 01:00:01.000 UTC')
  expect(spanText(from, to + 86_400_000)).toBe('2026-01-01 00:00:01.000 to 2026-01-02 01:00:01.000 UTC')
})

test('long text is shortened in the middle', () => {
  const wide = (text: string) => text.length * 10
  expect(cutToFit('short', 60, wide)).toBe('short')
  expect(cutToFit('localhost:3000/hook', 100, wide)).toBe('loca…/hook')
  expect(cutToFit('anything', 10, wide)).toBe('')
})
