import { expect, test } from 'vitest'
import { createBus } from '../../server/live/bus.ts'
import { runAtOnce } from '../../server/memory/in-slices.ts'
import type { News } from '../../server/wire.ts'

const newsOf = (seq: number): News => ({ seq, kind: 'reset', tell: () => ({ kept: [] }) })
const many = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => newsOf(from + i))
const seqsAfter = (bus: ReturnType<typeof createBus>, seq: number, limit: number) => {
  const found = runAtOnce(bus.after(seq, limit, (frame) => frame.seq))
  return found === 'gap' ? found : found.frames
}

test('a bus without news goes on from its number: before and beyond it is a gap', () => {
  const bus = createBus(7)
  expect([6, 7, 8].map((seq) => seqsAfter(bus, seq, 5))).toEqual(['gap', [], 'gap'])
  expect(bus.oldest()).toBe(8)
  bus.publish(many(8, 9))
  expect([6, 7, 8, 9, 10].map((seq) => seqsAfter(bus, seq, 5))).toEqual(['gap', [8, 9], [9], [], 'gap'])
})

test('the last forgotten number is the first that leaves no gap', () => {
  const bus = createBus(0)
  bus.publish(many(1, 25_000))
  expect(bus.oldest()).toBe(1)
  bus.publish(many(25_001, 25_001))
  expect(bus.oldest()).toBe(5002)
  expect([5000, 5001].map((seq) => seqsAfter(bus, seq, 2))).toEqual(['gap', [5002, 5003]])
})

test('a failing listener is reported, and the others hear the news', () => {
  const troubles: unknown[] = []
  const bus = createBus(0, (error) => void troubles.push(error))
  const heard: number[] = []
  const failure = new Error('it fails')
  bus.subscribe(() => {
    throw failure
  })
  bus.subscribe((news) => heard.push(...news.map(({ seq }) => seq)))
  bus.publish(many(1, 2))
  expect([troubles, heard]).toEqual([[failure], [1, 2]])
})
