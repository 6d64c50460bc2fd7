import { expect, test } from 'vitest'
import { createRegister } from '../../server/memory/register.ts'

test('what has entered is there until it leaves', () => {
  const register = createRegister<string>()
  const [first, second] = [register.enter('a'), register.enter('b')]
  expect([register.count(), register.all().sort()]).toEqual([2, ['a', 'b']])
  register.leave(first, 'a')
  expect([register.count(), register.all()]).toEqual([1, ['b']])
  expect([register.holds(first, 'a'), register.holds(second, 'b')]).toEqual([false, true])
})

test('a slot that became free is taken again, and what had it before cannot free it', () => {
  const register = createRegister<string>()
  const slot = register.enter('a')
  register.leave(slot, 'a')
  expect(register.enter('b')).toBe(slot)
  register.leave(slot, 'a')
  expect(register.all()).toEqual(['b'])
})

test('what was there when it was cleared leaves nothing', () => {
  const register = createRegister<string>()
  const slot = register.enter('a')
  register.clear()
  register.leave(slot, 'a')
  expect([register.count(), register.all()]).toEqual([0, []])
})
