import { expect, test } from 'vitest'
import { type Pausable, runAtOnce, runInSlices } from '../../server/memory/in-slices.ts'

/** Work of steps that take 1 ms each on a clock of its own. */
function stepping(steps: number) {
  let ms = 0
  function* work(): Pausable<string> {
    for (let step = 0; step < steps; step++) {
      ms++
      yield
    }
    return 'done'
  }
  return { work: work(), elapsed: () => ms }
}

/** Counts the turns of the event loop until a promise is fulfilled. */
async function turnsUntil<T>(result: Promise<T>): Promise<{ result: T; turns: number }> {
  let turns = 0
  let isOver = false
  const count = () => {
    if (isOver) return
    turns++
    setImmediate(count)
  }
  setImmediate(count)
  const value = await result
  isOver = true
  return { result: value, turns }
}

test('long work gives the event loop a turn after each slice', async () => {
  const { work, elapsed } = stepping(50)
  const { result, turns } = await turnsUntil(runInSlices(work, 5, elapsed))
  expect(result).toBe('done')
  expect(turns).toBeGreaterThanOrEqual(9)
})

test('work shorter than a slice ends at once', async () => {
  const { work, elapsed } = stepping(4)
  expect(await turnsUntil(runInSlices(work, 5, elapsed))).toEqual({ result: 'done', turns: 0 })
})

test('a failure of sliced work reaches the caller', async () => {
  // biome-ignore lint/correctness/useYield: this work fails before it can pause.
  function* failing(): Pausable<never> {
    throw new Error('no more')
  }
  await expect(runInSlices(failing(), 5, () => 0)).rejects.toThrow('no more')
})

test('work at once returns its result', () => {
  expect(runAtOnce(stepping(50).work)).toBe('done')
})
