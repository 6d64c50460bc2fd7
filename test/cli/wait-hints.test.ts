import { expect, test } from 'vitest'
import { hintWords, type WaitAnswer } from '../../server/cli/wait.ts'

test('the closest of an order is told by the turn that it was', () => {
  const record = { id: 'dlv_1' } as NonNullable<WaitAnswer['closest']>['record']
  const miss = { record, missed: 'in_order', wanted: 'card.status.active', got: 'card.created' }
  const answer: WaitAnswer = {
    met: false,
    timed_out: true,
    matched: [],
    order: { missing: ['card.status.active'], misplaced: [] },
    closest: { ...miss, also_missed: [{ missed: 'state', wanted: 'succeeded', got: 'failed' }] },
  }
  expect(hintWords(answer, { kind: 'delivery', count: 1, none: false, timeoutMs: 0 })).toBe(
    'The closest, dlv_1, is card.created, and it was the turn of card.status.active, and has state failed, not succeeded.',
  )
})

test.for(['since', 'until'])('the closest that %s leaves out is told by its time', (missed) => {
  const record = { id: 'cap_1' } as NonNullable<WaitAnswer['closest']>['record']
  const closest = { record, missed, wanted: '5m', got: '2026-01-01T09:00:00.000000Z', also_missed: [] }
  const answer: WaitAnswer = { met: false, timed_out: true, matched: [], closest }
  expect(hintWords(answer, { kind: 'capture', count: 1, none: false, timeoutMs: 0 })).toBe(
    `The closest, cap_1, is of 2026-01-01T09:00:00.000000Z, which ${missed} 5m leaves out.`,
  )
})
