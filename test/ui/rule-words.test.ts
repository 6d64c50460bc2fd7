import { expect, test } from 'vitest'
import type { FaultRule } from '../../server/wire.ts'
import { inTheirOrder } from '../../ui/faults/rule-words.ts'

test('rules are listed in the order in which they apply', () => {
  const rule = (id: string, source: FaultRule['source']) => ({ id, source }) as FaultRule
  const newestFirst = [rule('4', 'config'), rule('3', 'config'), rule('2', 'api'), rule('1', 'api')]
  expect(inTheirOrder(newestFirst).map(({ id }) => id)).toEqual(['3', '4', '1', '2'])
})
