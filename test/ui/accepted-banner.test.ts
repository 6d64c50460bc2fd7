import { expect, test } from 'vitest'
import type { DeliveryRow } from '../../server/wire.ts'
import { troubleBanner } from '../../ui/shell/banner/trouble-banner.ts'

test.each([
  ['skew(-10m)', 'time of the signature'],
  ['replay(1h) | sticky', 'time of the signature'],
  ['wrong_secret', 'signature'],
  ['tamper(body) | skew(-10m)', 'signature'],
])('of what was accepted with %s, it is asked whether the receiver checks the %s', (fault, checked) => {
  const row = {
    id: 'dlv_1',
    event: 'card.created',
    subscription_id: 'sub_1',
    url: 'http://localhost:3000/hook',
    state: 'wrongly_accepted',
    fault,
    last_outcome: { kind: 'responded', status: 200 },
  } as DeliveryRow
  const { why } = troubleBanner({ row, refusals: 0 }, 'http://127.0.0.1:4400')
  expect(why).toContain(`does the receiver check the ${checked} before it does anything?`)
})
