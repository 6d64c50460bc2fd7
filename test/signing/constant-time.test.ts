import { timingSafeEqual } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { judge, signed, withValue } from '../verification/world.ts'

vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>()
  return { ...crypto, timingSafeEqual: vi.fn(crypto.timingSafeEqual) }
})

test('every signature presented is compared in constant time, those after the fitting one too', () => {
  const right = signed()[2]?.[1] ?? ''
  const wrong = `v1,${'A'.repeat(43)}=`
  const verdict = judge(withValue(signed(), 'webhook-signature', `${wrong} ${right} ${wrong}`))
  expect(verdict.result).toBe('verified')
  expect(timingSafeEqual).toHaveBeenCalledTimes(3)
})
