import { expect, test } from 'vitest'
import { filterNames } from '../../server/words/filter-names.ts'
import { entryOf } from '../../ui/live/entries.ts'
import { filterPieces } from '../../ui/stream/filter-text.ts'
import { likeThis } from '../../ui/stream/like-this.ts'
import { callRow, captureRow, deliveryRow, eventRow } from './samples.ts'

const terms = (entry: Parameters<typeof likeThis>[0]) => likeThis(entry).map(({ term }) => term)

test.each([
  ['event', entryOf('event', eventRow(1))],
  ['delivery', entryOf('delivery', deliveryRow(1))],
  ['capture', entryOf('capture', captureRow(1))],
  ['call', entryOf('call', callRow(1))],
] as const)('every suggested filter for a %s is valid for its list', (kind, entry) => {
  const names = terms(entry).map((term) => filterPieces(term)[0]?.name)
  expect(names.length).toBeGreaterThan(1)
  expect(names.filter((name) => !filterNames[kind].some((known) => known === name))).toEqual([])
})

test('a failed capture also suggests its cause and mistake', () => {
  const [cause] = [
    {
      cause: 'body_only_signed',
      proved: true,
      detail: '',
      fix: '',
      expected: null,
      received: null,
      diff: null,
    },
  ]
  const row = captureRow(1, {
    event: 'card.created',
    mistakes: [{ mistake: 'stale', detail: '', capture_id: null, times: null }],
  })
  const failed = { ...row, verdict: { ...row.verdict, result: 'failed' as const, causes: [cause] } }
  expect(terms(entryOf('capture', failed))).toEqual(
    expect.arrayContaining([
      'event:card.created',
      'endpoint:demo',
      'verdict:failed',
      'cause:body_only_signed',
      'mistake:stale',
      'status:200',
    ]),
  )
})

test('a call suggests its error code, a delivery its subscription and state', () => {
  expect(terms(entryOf('call', callRow(1, { status: 422, error_code: 'card_blocked' })))).toEqual(
    expect.arrayContaining(['status:422', 'code:card_blocked']),
  )
  expect(terms(entryOf('delivery', deliveryRow(1, { state: 'failed' })))).toEqual(
    expect.arrayContaining(['subscription_id:s', 'state:failed', 'event:card.created']),
  )
})
