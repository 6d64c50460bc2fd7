import { expect, test } from 'vitest'
import { besideTold, takeTold } from '../../ui/live/told.ts'

test('what is told while a list is read is taken in again behind it, also where the reading throws, and then let go of', async () => {
  const taken: string[] = []
  let fail = (_error: Error) => {}
  const reading = besideTold(() => new Promise((_, reject) => (fail = reject)))
  takeTold(() => taken.push('while'))
  fail(new Error('no answer'))
  await expect(reading).rejects.toThrow('no answer')
  expect(taken).toEqual(['while', 'while'])
  takeTold(() => taken.push('behind'))
  await besideTold(async () => {})
  expect(taken).toEqual(['while', 'while', 'behind'])
})
