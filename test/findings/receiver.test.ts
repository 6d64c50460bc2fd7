import { expect, test } from 'vitest'
import { receiverFinding } from '../../server/findings/receiver.ts'
import type { DeliveryRow } from '../../server/wire.ts'

test.each([
  ['skew(-10m)', 'time'],
  ['replay(1h) | sticky', 'time'],
  ['wrong_secret', 'signature'],
  ['tamper(body) | skew(-10m)', 'signature'],
])('of what was accepted with %s, the receiver should check the %s', (fault, checks) => {
  const row = {
    id: 'dlv_1',
    event: 'card.created',
    subscription_id: 'sub_1',
    url: 'http://localhost:3000/hook',
    state: 'wrongly_accepted',
    fault,
    last_outcome: { kind: 'responded', status: 200 },
  } as DeliveryRow
  expect(receiverFinding(row)).toEqual({ code: 'accepted_forged', checks })
})

const codeOf = (detail: string) => {
  const row = {
    id: 'dlv_1',
    event: 'card.created',
    subscription_id: 'sub_1',
    url: 'http://localhost:3000/hook',
    state: 'retrying',
    last_outcome: { kind: 'refused', detail },
  } as DeliveryRow
  return receiverFinding(row).code
}

test.each([
  'the proxy answered 407 (10.0.0.1:3128; it wants a user and a password in delivery.proxy)',
  'the proxy: connect ECONNREFUSED 10.0.0.1:3128 (nobody listens there)',
  'connect EHOSTUNREACH 10.0.0.9:80 (the address cannot be reached)',
])('where the receiver was not asked, it is not said that nothing listens there: %s', (detail) => {
  expect(codeOf(detail)).toBe('failed')
})

test('where its machine refuses the connection, it is', () => {
  expect(codeOf('connect ECONNREFUSED 127.0.0.1:3000 (nobody listens there)')).toBe('nothing_listens')
})
