import { expect, test } from 'vitest'
import { createWaves } from '../../server/delivery/order.ts'
import type { UnderWay } from '../../server/delivery/under-way.ts'

/** Timers by hand. */
function timers() {
  let now = 0
  let planned: { at: number; run(): void }[] = []
  return {
    after(ms: number, run: () => void) {
      const timer = { at: now + ms, run }
      planned.push(timer)
      return () => {
        planned = planned.filter((other) => other !== timer)
      }
    },
    pass(ms: number) {
      const until = now + ms
      for (;;) {
        const [next] = planned.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)
        if (next === undefined) break
        now = next.at
        planned = planned.filter((other) => other !== next)
        next.run()
      }
      now = until
    },
  }
}

const attempt = (order: number) => ({ order, isPassed: false }) as UnderWay

function world() {
  const { after, pass } = timers()
  const [first, second, slow] = [attempt(0), attempt(1), attempt(2)]
  const handedOn: number[] = []
  const waves = createWaves({
    keepsOrder: () => true,
    after,
    underWay: () => [first, second, slow],
    tell: (ended) => handedOn.push(...ended.map(({ underWay }) => underWay.order)),
  })
  waves.ended({ underWay: second, sents: [] })
  waves.ended({ underWay: first, sents: [] })
  return { waves, slow, handedOn, pass }
}

test('what has ended waits for one that is slow no longer than the patience, and goes on in the order of its attempts', () => {
  const { slow, handedOn, pass } = world()
  pass(149)
  expect(handedOn).toEqual([])
  pass(1)
  expect(handedOn).toEqual([0, 1])
  expect(slow.isPassed).toBe(true)
})

test('nobody is slow as long as requests leave one after the other, however long each takes', () => {
  const { waves, slow, handedOn, pass } = world()
  for (let turn = 0; turn < 20; turn++) {
    pass(149)
    waves.goesOn()
  }
  expect(handedOn).toEqual([])
  expect(slow.isPassed).toBe(false)
  waves.ended({ underWay: slow, sents: [] })
  expect(handedOn).toEqual([0, 1, 2])
})

test('partly ended copies are announced neither before the wave nor when the rest ends with it', () => {
  const { waves, slow, handedOn, pass } = world()
  const told: string[] = []
  waves.someEnded(slow, () => told.push('some'))
  pass(149)
  expect(told).toEqual([])
  waves.ended({ underWay: slow, sents: [] })
  expect(handedOn).toEqual([0, 1, 2])
  expect(told).toEqual([])
})

test('ended copies are announced once the waiting for the others ends, and at once after that', () => {
  const { waves, slow, handedOn, pass } = world()
  const told: string[] = []
  waves.someEnded(slow, () => told.push('one'))
  pass(150)
  expect({ told, handedOn }).toEqual({ told: ['one'], handedOn: [0, 1] })
  waves.someEnded(slow, () => told.push('two'))
  expect(told).toEqual(['one', 'two'])
})
