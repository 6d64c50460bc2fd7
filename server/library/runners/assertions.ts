/** The matchers as functions that reject, for runners whose `expect` takes no matchers. */
import { AssertionError } from 'node:assert'
import type { Assertions } from '../types.ts'
import { type Matcher, matchers } from './matchers.ts'

function assertionsOf(isNot: boolean): Assertions {
  const assertion =
    <Options>(operator: string, matcher: Matcher<Options>) =>
    async (subject: unknown, options?: Options): Promise<void> => {
      const { pass, message } = await matcher.call({ isNot }, subject, options)
      if (pass === isNot) throw new AssertionError({ message: message(), operator })
    }
  return {
    toBeVerified: assertion('toBeVerified', matchers.toBeVerified),
    toBeDelivered: assertion('toBeDelivered', matchers.toBeDelivered),
    toBeRefused: assertion('toBeRefused', matchers.toBeRefused),
    toBeDeliveredOnce: assertion('toBeDeliveredOnce', matchers.toBeDeliveredOnce),
    toPassCheck: assertion('toPassCheck', matchers.toPassCheck),
  }
}

export const { toBeVerified, toBeDelivered, toBeRefused, toBeDeliveredOnce, toPassCheck } =
  assertionsOf(false)
/** The opposite of each. */
export const not = assertionsOf(true)
