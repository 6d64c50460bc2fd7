import { expect, test } from 'vitest'
import type { Waited } from '../../server/wire.ts'
import { hintWords, unmetWords } from '../../server/words/wait.ts'

const unmet = { met: false, timed_out: true, matched: [], since: 0, newest_match_at: null }
const wanted = { count: 1, none: false, timeoutMs: 0 }

test('the closest record of an ordered wait is printed with its turn', () => {
  const record = { id: 'dlv_1' } as NonNullable<Waited['closest']>['record']
  const miss = { record, missed: 'in_order', wanted: 'card.status.active', got: 'card.created' }
  const answer: Waited = {
    ...unmet,
    order: { missing: ['card.status.active'], misplaced: [] },
    closest: { ...miss, also_missed: [{ missed: 'state', wanted: 'succeeded', got: 'failed' }] },
  }
  expect(hintWords(answer, { ...wanted, kind: 'delivery' }, { now: '', everything: '--since start' })).toBe(
    'The closest, dlv_1, is card.created, in the turn of card.status.active, and has state failed, not succeeded.',
  )
})

test.for(['since', 'until'])('the closest record that %s excludes is printed with its time', (missed) => {
  const record = { id: 'cap_1' } as NonNullable<Waited['closest']>['record']
  const closest = { record, missed, wanted: '5m', got: '2026-01-01T09:00:00.000000Z', also_missed: [] }
  const answer: Waited = { ...unmet, closest }
  expect(hintWords(answer, { ...wanted, kind: 'capture' }, { now: '', everything: '--since start' })).toBe(
    `The closest, cap_1, is from 2026-01-01T09:00:00.000000Z, which ${missed} 5m excludes.`,
  )
})

test.each([
  [1, '1 older record would match, 2 min old. Include older records with --since start.'],
  [3, '3 older records would match, the newest 2 min old. Include older records with --since start.'],
])('%i older records that would match come before the closest', (count, said) => {
  const answer: Waited = {
    ...unmet,
    earlier: { count, newest_at: '2026-01-01T09:00:00.000000Z' },
    closest: null,
  }
  expect(
    hintWords(
      answer,
      { ...wanted, kind: 'event' },
      { now: '2026-01-01T09:02:00.000000Z', everything: '--since start' },
    ),
  ).toBe(said)
})

test('an incomplete index comes before all other hints', () => {
  const answer: Waited = { ...unmet, index_lag: 1200, closest: null }
  expect(hintWords(answer, { ...wanted, kind: 'capture' }, { now: '', everything: '--since start' })).toBe(
    'The search index is behind: up to 1200 new records are not searchable yet. Search again in a moment.',
  )
})

test('absence is not claimed while the index is behind', () => {
  const answer: Waited = { ...unmet, index_lag: 1 }
  const none = { ...wanted, none: true, kind: 'capture' } as const
  expect(unmetWords(answer, none)).toBe('The sandbox cannot tell whether a capture matched within 0 ms.')
  expect(hintWords(answer, none, { now: '', everything: '' })).toBe(
    'The search index is behind: up to 1 new record is not searchable yet. Search again in a moment.',
  )
})
