import { expect, test } from 'vitest'
import { besideTold, takeTold } from '../../ui/live/told.ts'

test('live frames during loading are applied again afterwards, even after a failure, and then dropped', async () => {
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
