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
  ['verdikt:failed', 'verdikt: is no filter.', 'verdict:failed'],
  ['a -stat:pending b', 'stat: is no filter.', 'a -state:pending b'],
  ['verdict:faild', 'verdict:faild is none of verified, failed.', 'verdict:failed'],
  ['state:pending,faled x', 'state:faled is none of pending, failed.', 'state:pending,failed x'],
  ['since:5', 'since:5 is no time. Write 5m, 2h or 2026-01-01T09:00:00Z.', 'since:5m'],
  ['status:oops', 'status:oops is no status. Write 503, 4xx or >=400.', null],
  ['verdict:', 'verdict: lacks its value.', null],
  [
    ' verdikt:failed  x status:oops stat:faled',
    'verdikt: is no filter. status:oops is no status. Write 503, 4xx or >=400. stat: is no filter.',
    'verdict:failed x status:oops state:faled',
  ],
])('%s is reported with its problem and a suggestion', (text, message, mended) => {
  expect(flaw(text)).toMatchObject({ message, mended })
})

test('a filter of another kind is reported', () => {
  expect(flaw('state:failed', ['capture'])?.message).toBe(
    'state: is a filter of deliveries, not of captures.',
  )
  expect(flaw('state:failed verdict:failed')?.message).toBe(
    'Nothing has all of state:, verdict:: state is of deliveries; verdict is of captures.',
  )
})

test.each([
  ['zzzzzzzzzz:value', 'zzzzzzzzzz: is no filter; zzzzzzzzzz:value is searched for as it stands.'],
  ['localhost:3000', null],
  ['http://localhost:3000/hook', null],
  ['"host:name" event:card.*', null],
])('text that only looks like a filter is reported as words: %s', (text, note) => {
  expect(asWordsNote(text)).toBe(note)
})

test('a filter reports which kinds it leaves out', () => {
  expect(leftOutWords('event:card.*', every)).toBe('Calls are left out: they have no event.')
  expect(leftOutWords('verdict:failed', every)).toBe(
    'Events, deliveries, calls are left out: they have no verdict.',
  )
  expect(leftOutWords('event:card.* verdict:failed', every)).toBe(
    'Events, deliveries are left out: they have no verdict. Calls are left out: they have no event and no verdict.',
  )
  expect(leftOutWords('words since:5m', every)).toBeNull()
  expect(leftOutWords('verdict:failed', ['capture'])).toBeNull()
})
