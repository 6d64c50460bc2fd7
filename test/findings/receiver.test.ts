import { expect, test } from 'vitest'
import { faultWire } from '../../server/faults/read-once.ts'
import { receiverFinding } from '../../server/findings/receiver.ts'
import type { DeliveryRow, Outcome } from '../../server/wire.ts'

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
    ...faultWire(fault),
    last_outcome: { kind: 'responded', status: 200 },
  } as DeliveryRow
  expect(receiverFinding(row)).toEqual({ code: 'accepted_forged', checks })
})

const refused = { kind: 'refused', code: 'ECONNREFUSED', address: '10.0.0.1:80' } as const
const codeOf = (last_outcome: Outcome) => {
  const row = {
    id: 'dlv_1',
    event: 'card.created',
    subscription_id: 'sub_1',
    url: 'http://localhost:3000/hook',
    state: 'retrying',
    last_outcome,
  } as DeliveryRow
  return receiverFinding(row).code
}

test.each<Outcome>([
  { ...refused, code: 'proxy_answered', status: 407, proxy: '10.0.0.1:3128' },
  { ...refused, proxy: '10.0.0.1:3128' },
  { ...refused, code: 'EHOSTUNREACH' },
])('where the receiver was not asked, it is not said that nothing listens there: %j', (outcome) => {
  expect(codeOf(outcome)).toBe('failed')
})

test('where its machine refuses the connection, it is', () => {
  expect(codeOf(refused)).toBe('nothing_listens')
})
