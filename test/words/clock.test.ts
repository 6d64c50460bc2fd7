import { expect, test } from 'vitest'
import { clockOffset, movesClock } from '../../server/words/clock.ts'

test.each([
  [0, undefined],
  [-999, undefined],
  [3 * 86_400_000, '3 d ahead of the wall clock'],
  [-90_000, '1 min 30 s behind the wall clock'],
])('a clock that is %i ms off says %j', (ms, said) => expect(clockOffset(ms)).toBe(said))

test('what moves the clock says so, and that the clock is set back', () => {
  expect(movesClock('card-lifecycle')).toBe(
    "The waits of card-lifecycle move the sandbox's clock ahead, for every client. The clock is set back when the run ends.",
  )
})
