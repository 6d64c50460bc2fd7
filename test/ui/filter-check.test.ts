import { expect, test } from 'vitest'
import { asWordsNote, filterFlaw, leftOutWords } from '../../ui/filter/filter-check.ts'

const every = ['event', 'delivery', 'capture', 'call'] as const
const closed = { verdict: ['verified', 'failed'], state: ['pending', 'failed'], mistake: ['*', 'stale'] }
const flaw = (text: string, kinds: readonly (typeof every)[number][] = every) =>
  filterFlaw(text, kinds, closed)

test.each([
  '',
  'words only',
  'verdict:failed',
  'verdict:verified,failed',
  'mistake:st*',
  'status:>=400,2xx since:5m until:2026-01-01T09:00:00Z',
  'http://localhost:3000/hook',
  'localhost:3000',
  'zzzzzzzzzz:value',
])('%s is a valid filter', (text) => {
  expect(flaw(text)).toBeNull()
})

test.each([
  ['verdikt:failed', 'Unknown filter "verdikt".', 'verdict:failed'],
  ['a -stat:pending b', 'Unknown filter "stat".', 'a -state:pending b'],
  ['verdict:faild', 'Unknown value "faild" for verdict. Use verified, failed.', 'verdict:failed'],
  [
    'state:pending,faled x',
    'Unknown value "faled" for state. Use pending, failed.',
    'state:pending,failed x',
  ],
  ['since:5', '"5" is not a time. Write 5m, 2h or 2026-01-01T09:00:00Z.', 'since:5m'],
  ['status:oops', '"oops" is not a status. Write 503, 4xx or >=400.', null],
  ['verdict:', 'The filter verdict: needs a value.', null],
  [
    ' verdikt:failed  x status:oops stat:faled',
    'Unknown filter "verdikt". "oops" is not a status. Write 503, 4xx or >=400. Unknown filter "stat".',
    'verdict:failed x status:oops state:faled',
  ],
])('%s is reported with its problem and a suggestion', (text, message, mended) => {
  expect(flaw(text)).toMatchObject({ message, mended })
})

test('a filter of another kind is reported', () => {
  expect(flaw('state:failed', ['capture'])?.message).toBe(
    'The filter state: applies to deliveries, not to captures.',
  )
  expect(flaw('state:failed verdict:failed')?.message).toBe(
    'No record has all of state:, verdict:: state applies to deliveries; verdict applies to captures.',
  )
})

test.each([
  ['zzzzzzzzzz:value', '"zzzzzzzzzz" is not a filter. The list is searched for the text zzzzzzzzzz:value.'],
  ['localhost:3000', null],
  ['http://localhost:3000/hook', null],
  ['"host:name" event:card.*', null],
])('text that only looks like a filter is reported as words: %s', (text, note) => {
  expect(asWordsNote(text)).toBe(note)
})

test('a filter reports which kinds it hides', () => {
  expect(leftOutWords('event:card.*', every)).toBe('Calls are hidden: they have no event.')
  expect(leftOutWords('verdict:failed', every)).toBe(
    'Events, deliveries, calls are hidden: they have no verdict.',
  )
  expect(leftOutWords('event:card.* verdict:failed', every)).toBe(
    'Events, deliveries are hidden: they have no verdict. Calls are hidden: they have no event and no verdict.',
  )
  expect(leftOutWords('words since:5m', every)).toBeNull()
  expect(leftOutWords('verdict:failed', ['capture'])).toBeNull()
})
