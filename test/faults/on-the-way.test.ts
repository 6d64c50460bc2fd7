import { describe, expect, test } from 'vitest'
import { endBy } from '../../server/faults/expectation.ts'
import { parseFault } from '../../server/faults/grammar.ts'
import {
  againOf,
  copiesOf,
  isDropped,
  scheduleChanges,
  scheduleOf,
  touches,
} from '../../server/faults/schedule.ts'
import { casedHeaders, wireOf } from '../../server/faults/transport.ts'
import type { HeaderPair, Outcome } from '../../server/wire.ts'
import { composed, draws, example } from './world.ts'

describe('when and how often', () => {
  test('a fault touches the first attempt, a sticky one all', () => {
    expect([1, 2, 3].map((rung) => touches(parseFault('drop'), rung))).toEqual([true, false, false])
    expect([1, 2, 3].map((rung) => touches(parseFault('drop | sticky'), rung))).toEqual([true, true, true])
  })
  test('delay and reorder put the first attempt off, and only what is sticky the others', () => {
    const due = (text: string, attempt = 'att_1') => scheduleOf(parseFault(text), draws(attempt)).delayMs
    expect(due('drop')).toBe(0)
    expect(due('delay(90s)')).toBe(90_000)
    const moments = Array.from({ length: 200 }, (_, at) => due('reorder(10s)', `att_${at}`))
    expect(Math.min(...moments)).toBeGreaterThanOrEqual(0)
    expect(Math.min(...moments)).toBeLessThan(1000)
    expect(Math.max(...moments)).toBeLessThan(10_000)
    expect(Math.max(...moments)).toBeGreaterThan(9000)
    expect(due('delay(90s) | reorder(10s)')).toBe(90_000 + due('reorder(10s)'))
    const again = (text: string, attempt = 'att_1') => againOf(parseFault(text), draws(attempt))
    expect(again('delay(90s) | reorder(10s)')).toBe(0)
    expect(again('delay(90s) | sticky')).toBe(90_000)
    expect(again('drop | sticky')).toBe(0)
    expect(again('reorder(10s) | sticky')).toBe(due('reorder(10s)'))
    expect(again('reorder(10s) | sticky', 'att_2')).not.toBe(again('reorder(10s) | sticky', 'att_1'))
  })
  test('duplicate says how many in all, drop that there is none', () => {
    expect(copiesOf(parseFault('http10'))).toEqual({ n: 1, gapMs: 0 })
    expect(copiesOf(parseFault('duplicate(3, 5s)'))).toEqual({ n: 3, gapMs: 5000 })
    expect([isDropped(parseFault('drop')), isDropped(parseFault('delay(1s)'))]).toEqual([true, false])
  })
  test('each is reported', () => {
    const changes = (text: string, hastened = false, copy = 1) =>
      scheduleChanges(parseFault(text), { hastened, copy })
    expect(changes('duplicate(3, 5s) | delay(1m) | reorder(10s) | http10')).toEqual([
      {
        fault: 'duplicate(3, 5s)',
        detail: 'sent 3 times, each 5 s after the previous copy ended',
      },
      { fault: 'delay(1m)', detail: 'delayed by 1 min' },
      { fault: 'reorder(10s)', detail: 'delayed by up to 10 s' },
    ])
    expect(changes('drop')).toHaveLength(1)
    expect(changes('delay(1m) | reorder(10s)', true)).toEqual([
      { fault: 'delay(1m)', detail: 'delayed by 1 min, but sent earlier by hand' },
      { fault: 'reorder(10s)', detail: 'delayed by up to 10 s, but sent earlier by hand' },
    ])
    expect(changes('duplicate(2, 5s) | delay(1m)', true)).toEqual([
      {
        fault: 'duplicate(2, 5s)',
        detail: 'sent 2 times, each 5 s after the previous copy ended',
      },
      { fault: 'delay(1m)', detail: 'delayed by 1 min, but sent earlier by hand' },
    ])
    // A later copy waits for the gap alone.
    expect(changes('duplicate(2, 5s) | delay(1m) | reorder(10s)', true, 2)).toEqual([
      {
        fault: 'duplicate(2, 5s)',
        detail: 'sent 2 times, each 5 s after the previous copy ended, but sent earlier by hand',
      },
    ])
    expect(changes('duplicate(2) | delay(1m)', false, 2)).toHaveLength(2)
  })
})

describe('on the wire', () => {
  const headers: HeaderPair[] = [
    ['content-type', 'application/json'],
    ['webhook-id', 'evt_1'],
  ]
  const shape = (text: string, bodyBytes = 1000, attempt = 'att_1') =>
    wireOf(parseFault(text), { headers, bodyBytes, random: draws(attempt) })

  test('a fault of another kind leaves it plain', () => {
    expect(shape('tamper(body)')).toEqual({
      shape: { httpVersion: '1.1', chunked: false, cut: null, bytesPerSecond: null },
      changes: [],
    })
  })
  test.each([
    ['truncate', 1000, 500],
    ['truncate(0.333)', 1000, 333],
    ['truncate(57%)', 100, 57],
    ['truncate(99.99%)', 10, 9],
    ['truncate(0)', 10, 0],
  ])('%s of %i bytes sends %i and closes', (text, size, bytes) => {
    expect(shape(text, size).shape.cut).toEqual({ at: 'body', bytes, how: 'close' })
  })
  test.each(['truncate(50%)', 'reset(body)'])('%s: an empty body cannot be cut', (fault) => {
    expect(shape(fault, 0)).toMatchObject({ shape: { cut: null }, changes: [{ fault }] })
  })
  test('a reset comes in the middle half of its part', () => {
    const head = 'content-type: application/json\r\nwebhook-id: evt_1\r\n'.length
    for (const [part, whole] of [
      ['headers', head],
      ['body', 1000],
    ] as const) {
      const cuts = Array.from(
        { length: 100 },
        (_, at) => shape(`reset(${part})`, 1000, `att_${at}`).shape.cut,
      )
      for (const cut of cuts) {
        expect(cut).toMatchObject({ at: part, how: 'reset' })
        expect(cut?.bytes).toBeGreaterThanOrEqual(Math.floor(whole / 4))
        expect(cut?.bytes).toBeLessThan((whole * 3) / 4)
      }
      expect(new Set(cuts.map((cut) => cut?.bytes)).size).toBeGreaterThan(10)
    }
  })
  test('pace, version and chunks', () => {
    expect(shape('slow(1kb/s) | http10').shape).toMatchObject({ bytesPerSecond: 1024, httpVersion: '1.0' })
    expect(shape('chunked').shape).toMatchObject({ chunked: true, httpVersion: '1.1' })
    const made = composed('chunked')
    expect([made.header('content-length'), made.header('transfer-encoding')]).toEqual([undefined, 'chunked'])
  })
  test('header_case puts all names in capitals, and no value', () => {
    expect(casedHeaders(parseFault('header_case'), headers).headers).toEqual([
      ['CONTENT-TYPE', 'application/json'],
      ['WEBHOOK-ID', 'evt_1'],
    ])
    expect(casedHeaders(parseFault('drop'), headers)).toEqual({ headers, changes: [] })
    const made = composed('header_case')
    expect(made.headers.every(([name]) => name === name.toUpperCase())).toBe(true)
    expect(made.body.toString()).toBe(example)
  })
})

describe('the end of what had to be refused', () => {
  const responded = (status: number): Outcome => ({ kind: 'responded', status })
  test.each([
    [400, 'refused'],
    [401, 'refused'],
    [499, 'refused'],
    [200, 'wrongly_accepted'],
    [201, 'wrongly_accepted'],
    // Not delivered, but taken all the same.
    [204, 'wrongly_accepted'],
    [302, undefined],
    [500, undefined],
  ])('%i: %s', (status, state) => {
    expect(endBy('refuse', [responded(status)], [200, 201])?.code).toBe(state)
  })
  test('a 4xx is a refusal also where it counts as delivered; any other such status is an acceptance', () => {
    expect(endBy('refuse', [responded(404)], [404])?.code).toBe('refused')
    expect(endBy('refuse', [responded(302)], [302])?.code).toBe('wrongly_accepted')
  })
  test('a missing response is a failure like any other', () => {
    expect(endBy('refuse', [{ kind: 'reset', code: 'closed', address: null }], [200])).toBeNull()
  })
  test.each<[number[], string | undefined]>([
    [[415], 'may_refuse'],
    [[401, 415], 'may_refuse'],
    [[200, 409], undefined],
    [[200], undefined],
    [[302], undefined],
    [[500], undefined],
    // They speak of the receiver, so the delivery is retried, or the subscription disabled.
    [[410], undefined],
    [[429], undefined],
  ])('where both are right, %j ends as %s', (statuses, code) => {
    expect(endBy('accept_or_refuse', statuses.map(responded), [200, 201])?.code).toBe(code)
  })
  test.each(['accept', 'accept_once', 'recover'] as const)(
    'a refusal of what expects %s is no end',
    (expects) => {
      expect(endBy(expects, [responded(400)], [200])).toBeNull()
    },
  )
})
