import { expect, test } from 'vitest'
import type { DeliveryRow } from '../../server/wire.ts'
import { troubleBanner } from '../../ui/shell/banner/trouble-banner.ts'

const banner = (detail: string) => {
  const row = {
    id: 'dlv_1',
    event: 'card.created',
    subscription_id: 'sub_1',
    url: 'http://localhost:3000/hook',
    state: 'retrying',
    last_outcome: { kind: 'refused', detail },
  } as DeliveryRow
  const { what, why } = troubleBanner({ row, refusals: 0 }, 'http://127.0.0.1:4400')
  return [what, why]
}

test.each([
  'the proxy answered 407 (10.0.0.1:3128; it wants a user and a password in delivery.proxy)',
  'the proxy: connect ECONNREFUSED 10.0.0.1:3128 (nobody listens there)',
  'connect EHOSTUNREACH 10.0.0.9:80 (the address cannot be reached)',
])('where the receiver was not asked, it is not said that nothing listens there: %s', (detail) => {
  const [what, why] = banner(detail)
  expect(what).toBe('card.created failed at localhost:3000/hook.')
  expect(why).toBe(`${detail.charAt(0).toUpperCase()}${detail.slice(1)}; it is tried again.`)
})

test('where its machine refuses the connection, it is', () => {
  expect(banner('connect ECONNREFUSED 127.0.0.1:3000 (nobody listens there)')[0]).toBe(
    'localhost:3000/hook refuses connections.',
  )
})
