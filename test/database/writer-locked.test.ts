import { expect, test } from 'vitest'
import { openWriter } from './world.ts'

test('while another thread has the database locked the writer waits without holding up this one, and a close does not', async () => {
  let unlock = () => {}
  const lock = () => new Promise<void>((resolve) => (unlock = resolve))
  let locked: Promise<void> | undefined = lock()
  const checkpoints = {
    committed() {},
    empty() {},
    unlocked: () => locked,
    makeRoom: () => true,
    async stop() {},
  }
  const { writer, put, names } = openWriter(':memory:', undefined, checkpoints)
  const first = writer.write(() => put('first'))
  // The second lock comes before the writer has its turn.
  for (const next of [lock, () => undefined]) {
    for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate)
    expect(names()).toEqual([])
    const release = unlock
    locked = next()
    release()
  }
  await first
  expect(names()).toEqual(['first'])
  locked = lock()
  const second = writer.write(() => put('second'))
  await writer.close()
  await second
  expect(names()).toEqual(['first', 'second'])
})
