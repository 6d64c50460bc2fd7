import { expect, test } from 'vitest'
import { proposals, withProposal } from '../../ui/filter/filter-proposals.ts'
import { withTerm } from '../../ui/stream/filter-terms.ts'
import { askable, filterPieces, hasFilters, withPiece } from '../../ui/stream/filter-text.ts'

const texts = (text: string) =>
  filterPieces(text).map(({ name, value, negated }) => `${negated ? '-' : ''}${name ?? ''}|${value}`)

test('a filter splits into words, phrases, and names with values', () => {
  expect(texts('event:card.* -endpoint:demo status:>=400 "two words" -word plain')).toEqual([
    'event|card.*',
    '-endpoint|demo',
    'status|>=400',
    '|two words',
    '-|word',
    '|plain',
  ])
  expect(texts('  ')).toEqual([])
  expect(texts('http://x/y a"b')).toEqual(['http|//x/y', '|a', '|b'])
})

test.each([
  ['verdict:failed', { event: false, delivery: false, capture: true, call: false }],
  ['event:card.* since:5m', { event: true, delivery: true, capture: true, call: false }],
  ['status:>=400', { event: false, delivery: true, capture: true, call: true }],
  ['words only', { event: true, delivery: true, capture: true, call: true }],
  // Misspelt or a word: the sandbox says which.
  ['verdikt:failed', { event: true, delivery: true, capture: true, call: true }],
])('only lists that know all filters of %s are queried', (text, expected) => {
  const kinds = ['event', 'delivery', 'capture', 'call'] as const
  expect(Object.fromEntries(kinds.map((kind) => [kind, hasFilters(kind, text)]))).toEqual(expected)
})

const values = { verdict: ['verified', 'failed'], event: ['card.created', 'card.status.active'] }
const proposed = (text: string, caret = text.length) =>
  proposals(text, caret, ['capture'], values).map((one) => one.text)

test('names are suggested while typing, then the matching values', () => {
  expect(proposed('ve')).toEqual(['verdict:'])
  expect(proposed('-e')).toEqual(['-event:', '-endpoint:'])
  expect(proposed('verdict:')).toEqual(['verdict:verified', 'verdict:failed'])
  expect(proposed('verdict:failed')).toEqual([])
  expect(proposed('a event:status')).toEqual(['event:card.status.active'])
  expect(proposed('nothing:')).toEqual([])
})

test('a suggestion replaces the typed part, and the rest stays', () => {
  expect(withProposal('ve since:5m', 2, 'verdict:')).toEqual({ text: 'verdict: since:5m', caret: 8 })
  expect(withProposal('verdict:f since:5m', 9, 'verdict:failed')).toEqual({
    text: 'verdict:failed since:5m',
    caret: 15,
  })
  expect(withProposal('', 0, 'event:')).toEqual({ text: 'event:', caret: 6 })
  expect(withProposal('a verdict:f', 11, 'verdict:failed')).toEqual({ text: 'a verdict:failed ', caret: 17 })
})

test('values are suggested with their meaning', () => {
  const about = (text: string) =>
    proposals(text, text.length, ['capture'], { verdict: ['failed'], since: ['5m'] })
  expect(about('verdict:')).toEqual([{ text: 'verdict:failed', about: 'invalid signature' }])
  expect(about('since:')).toEqual([{ text: 'since:5m', about: '5 min ago, by the sandbox clock' }])
})

test('a part is removed or replaced, and the rest stays', () => {
  const text = 'event:card.*  verdict:failed "two words"'
  const [first, second] = filterPieces(text)
  if (first === undefined || second === undefined) throw new Error('two pieces')
  expect(withPiece(text, first)).toBe('verdict:failed "two words"')
  expect(withPiece(text, second, 'verdict:verified')).toBe('event:card.* verdict:verified "two words"')
})

test('a term is added once, and replaces another value of the same filter', () => {
  expect(withTerm('', 'event:card.created')).toBe('event:card.created')
  expect(withTerm('words', 'event:card.created')).toBe('words event:card.created')
  expect(withTerm('event:card.created', 'event:card.created')).toBe('event:card.created')
  expect(withTerm('event:card.* words', 'event:card.created')).toBe('event:card.created words')
  expect(withTerm('event:card.*', '-event:card.created')).toBe('event:card.* -event:card.created')
})

test('a trailing filter without a value is not queried', () => {
  expect(askable('event:card.* verdict:')).toBe('event:card.*')
  expect(askable('verdict: words')).toBe('verdict: words')
  expect(askable('verdict:f')).toBe('verdict:f')
  const isPart = ({ value }: { value: string }) => value === 'f'
  expect(askable('card verdict:f', isPart)).toBe('card')
  expect(askable('verdict:f card', isPart)).toBe('verdict:f card')
  expect(askable('card f', isPart)).toBe('card f')
})
