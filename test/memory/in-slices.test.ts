import { expect, test } from 'vitest'
import { type Pausable, runAtOnce, runInSlices } from '../../server/memory/in-slices.ts'

/** Work of steps that take 1 ms each on a clock of its own, and tells the turn of each step. */
function stepping(steps: number, clock = { ms: 0 }) {
  const turns: number[] = []
  function* work(): Pausable<string> {
    for (let step = 0; step < steps; step++) {
      clock.ms++
      turns.push(turn)
      yield
    }
    return 'done'
  }
  return { turns, run: () => runInSlices(work(), 5, () => clock.ms), work }
}

/** The number of the current turn of the event loop, while work is followed. */
let turn = 0

/** Counts turns until all promises are fulfilled. */
async function followed<T>(results: Promise<T>[]): Promise<T[]> {
  let isOver = false
  const count = () => {
    turn++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const found = await Promise.all(results)
  isOver = true
  return found
}

/** The steps in each turn, in order. */
const perTurn = (turns: readonly number[]) =>
  [...new Set(turns)].map((one) => turns.filter((other) => other === one).length)

test('long work gives the event loop a turn after each slice', async () => {
  const long = stepping(22)
  expect(await followed([long.run()])).toEqual(['done'])
  expect(perTurn(long.turns)).toEqual([5, 5, 5, 5, 2])
})

test('several works share the turns: no turn holds a slice of two', async () => {
  const clock = { ms: 0 }
  const works = Array.from({ length: 5 }, () => stepping(10, clock))
  await followed(works.map(({ run }) => run()))
  const all = works.flatMap(({ turns }) => turns)
  expect(Math.max(...perTurn(all))).toBe(5)
})

test('a failure of sliced work reaches the caller, and later work still runs', async () => {
  // biome-ignore lint/correctness/useYield: this work fails before it can pause.
  function* failing(): Pausable<never> {
    throw new Error('no more')
  }
  await expect(runInSlices(failing(), 5, () => 0)).rejects.toThrow('no more')
  expect(await stepping(1).run()).toBe('done')
})

test('work at once returns its result', () => {
  expect(runAtOnce(stepping(50).work())).toBe('done')
})
