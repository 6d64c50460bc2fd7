import { expect, test } from 'vitest'
import { openIndex } from './world.ts'

/**
 * Has an index told of 300 events while there is news at each of its writes, by a thread that works such a share of the
 * time, and answers how long it rested in all, in ms of a clock that the rests alone move, and how often.
 */
async function restsOf(share: number) {
  let elapsed = 0
  const planned: { ms: number; run(): void }[] = []
  const index = openIndex({
    during: () => void index.writer.write((tx) => tx.announce('reset', () => ({ kept: [] }))),
    outside: {
      elapsed: () => elapsed,
      worked: () => elapsed * share,
      after(ms, run) {
        const timer = { ms, run }
        planned.push(timer)
        return () => void planned.splice(planned.indexOf(timer), 1)
      },
    },
  })
  for (let i = 0; i < 300; i++) await index.make()
  const rests: number[] = []
  while (index.found('evt300') === 0) {
    const timer = planned.shift()
    if (!timer) throw new Error('it rests for ever')
    elapsed += timer.ms
    rests.push(timer.ms)
    timer.run()
    await expect.poll(() => planned.length, { interval: 1 }).toBe(1)
  }
  return { rests: rests.length, ms: elapsed }
}

test('while things come the index keeps up where there is time, and stands back where there is none', async () => {
  const [idle, busy] = [await restsOf(0.3), await restsOf(0.95)]
  expect([idle.rests, busy.rests]).toEqual([12, 12])
  expect(idle.ms).toBeLessThan(400)
  expect(busy.ms).toBe(12 * 250)
})

test('an index that is stopped amid a piece of its work begins no other: the database closes behind it', async () => {
  const timers: (() => void)[] = []
  let writes = 0
  const index = openIndex({
    during: () => void writes++,
    outside: {
      elapsed: () => 0,
      worked: () => 0,
      after(_, run) {
        timers.push(run)
        return () => {}
      },
    },
  })
  timers.shift()?.()
  // It waits for no earlier piece.
  await Promise.resolve()
  index.search.stop()
  // What the first write waited for, and what would come behind it.
  for (let i = 0; i < 3; i++) await index.writer.write(() => {})
  expect(writes).toBe(1)
})

test('the index grows in slices, and a caller without patience learns how far the index is behind', async () => {
  let ms = 0
  let writes = 0
  const index = openIndex({
    during: () => void writes++,
    // Each look at the clock takes 4 ms, and a slice 10 ms.
    outside: { elapsed: () => (ms += 4), worked: () => 0, after: () => () => {} },
  })
  for (let i = 0; i < 50; i++) await index.make()
  expect(await index.search.caughtUp({ withinMs: 0 })).toBeGreaterThan(0)
  expect([writes, index.found('evt50')]).toEqual([1, 0])
  expect(index.search.lag()).toBeGreaterThan(0)
  let asked = 0
  await index.search.caughtUp({ isOver: () => ++asked === 2 })
  expect(writes).toBe(3)
  expect(await index.search.caughtUp()).toBe(0)
  expect([index.found('evt50'), index.search.lag()]).toEqual([1, 0])
  expect(writes).toBeGreaterThan(5)
})

test('a large record has a slice of its own, since its words cannot be indexed in several', async () => {
  const found: number[] = []
  const index = openIndex({ during: () => void found.push(index.found('animal')) })
  for (const animal of ['ant', 'bee', 'zebra '.repeat(5000), 'zebra '.repeat(5000), 'cat', 'dog'])
    await index.make(animal)
  await index.search.caughtUp()
  expect([...found, index.found('animal')]).toEqual([0, 2, 3, 4, 6])
})

test('of several callers that wait for the index one has a transaction at a time', async () => {
  const found: number[] = []
  const index = openIndex({ during: () => void found.push(index.found('zebra')) })
  for (let i = 0; i < 500; i++) void index.make()
  await index.make()
  await Promise.all([index.search.caughtUp(), index.search.caughtUp(), index.search.caughtUp()])
  // Each begins with what the one before has committed.
  expect(found.slice(0, 4)).toEqual([0, 200, 400, 501])
})
