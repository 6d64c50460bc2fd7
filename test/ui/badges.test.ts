import { expect, test } from 'vitest'
import type { Mistake } from '../../server/wire.ts'
import { duplicate, outOfOrder, stale } from '../../server/words/mistake.ts'
import { faultsOf } from '../../ui/verdict/capture-sign.ts'
import { captureRow } from './samples.ts'

const again = (answered: number, same_body = true) =>
  duplicate('evt_1', { capture_id: 'cap_1', times: 2, apart_us: 60_000_000, answered, same_body })
const late = outOfOrder({ capture_id: 'cap_1', apart_us: 60_000_000 })
const old = stale('standard-webhooks', { age_s: 400, limit_s: 300 })

const warned = (delivery_id: string | null, mistakes: Mistake[]) =>
  faultsOf(captureRow(1, { delivery_id, mistakes })).map(({ mistake }) => mistake)

test("the sandbox's own retry after a refusal or without an answer has no badge", () => {
  expect(warned('dlv_1', [again(503), late])).toEqual([])
  expect(warned('dlv_1', [again(0)])).toEqual([])
  expect(warned('dlv_1', [again(503), old])).toEqual(['stale'])
})

test('a copy of an accepted event, another body and the repeat of another sender have one', () => {
  expect(warned('dlv_1', [again(200)])).toEqual(['duplicate'])
  expect(warned('dlv_1', [again(503, false)])).toEqual(['duplicate'])
  expect(warned(null, [again(503), late])).toEqual(['duplicate', 'out_of_order'])
  expect(warned('dlv_1', [late])).toEqual(['out_of_order'])
})
