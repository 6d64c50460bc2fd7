import { expect, test } from 'vitest'
import type { Entry, GroupName } from '../../ui/palette/entry.ts'
import { createMatcher, grouped, piecesOf, showingFirst } from '../../ui/palette/match.ts'
import { endsOnLarge } from '../helpers/large.ts'

const entry = (title: string, more: Partial<Entry> = {}): Entry => ({
  id: title,
  group: 'events',
  title,
  run: () => {},
  ...more,
})
const titlesOf = (query: string, entries: readonly Entry[]) =>
  createMatcher(entries)(query).map(({ entry: { title } }) => title)

const some = [
  entry('Send card.created', { about: 'A card was made' }),
  entry('Send card.status.active'),
  entry('Edit and send card.created'),
  entry('Run onboarding-passes', { words: 'scenario kyc' }),
  entry('Arm card_dne', { about: 'The card does not exist' }),
]

test('words are found in any order, and with one letter wrong, missing or swapped', () => {
  expect(titlesOf('card created send', some)[0]).toBe('Send card.created')
  expect(titlesOf('onbaording', some)).toEqual(['Run onboarding-passes'])
  expect(titlesOf('onbording', some)).toEqual(['Run onboarding-passes'])
  expect(titlesOf('card_dne', some)[0]).toBe('Arm card_dne')
})

test('exact matches come before scattered ones', () => {
  const entries = [entry('Arm card_status_dne'), entry('Show card_dne'), entry('Arm card_dne')]
  expect(titlesOf('arm card_dne', entries)[0]).toBe('Arm card_dne')
  expect(titlesOf('arm card dne', entries)[0]).toBe('Arm card_dne')
  expect(titlesOf('card_dn', entries).slice(0, 2)).not.toContain('Arm card_status_dne')
})

test('title matches come before matches of other words', () => {
  const entries = [entry('Show x', { words: 'pause the list' }), entry('Pause')]
  expect(titlesOf('pause', entries)).toEqual(['Pause', 'Show x'])
  expect(titlesOf('kyc', some)).toEqual(['Run onboarding-passes'])
})

test('unknown text finds nothing, and empty text finds everything', () => {
  expect(titlesOf('zzqx', some)).toEqual([])
  expect(titlesOf(' ', some)).toHaveLength(some.length)
  expect(titlesOf('… ß 名', some)).toEqual([])
})

test('the matching letters are marked, within the title only', () => {
  const [found] = createMatcher(some)('created')
  expect(piecesOf(found?.entry.title ?? '', found?.ranges ?? [])).toContainEqual({
    text: 'created',
    hit: true,
  })
  const [byWords] = createMatcher(some)('kyc')
  expect(piecesOf(byWords?.entry.title ?? '', byWords?.ranges ?? [])).toEqual([
    { text: 'Run onboarding-passes', hit: false },
  ])
})

test('groups are ordered by their best match, and count their hidden entries', () => {
  const of = (group: GroupName, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      entry: entry(`${group} ${index}`, { group }),
      ranges: [],
    }))
  const found = [...of('errors', 1), ...of('events', 5), ...of('page', 2)]
  expect(
    grouped(found, { each: 3, all: 5 }).map((group) => [group.name, group.found.length, group.more]),
  ).toEqual([
    ['errors', 1, 0],
    ['events', 3, 2],
    ['page', 1, 1],
  ])
})

const all = [
  entry('Send card.created', { changes: 'trigger' }),
  entry('Reset the sandbox', { group: 'clock', changes: 'reset' }),
  entry('Resend', { group: 'thing', changes: 'resend' }),
  entry('Stop the traffic', { group: 'clock', changes: 'traffic' }),
  entry('Use the dark theme', { group: 'page' }),
  entry('Show card.created'),
  entry('Search the stream', { group: 'words' }),
]
const orderOf = (query: string) =>
  showingFirst(
    all.map((one) => ({ entry: one, ranges: [] })),
    query,
  ).map(({ entry: { title } }) => title)

test('what shows something comes first, then the page, the search, and what changes state', () => {
  expect(orderOf('')).toEqual([
    'Show card.created',
    'Use the dark theme',
    'Search the stream',
    'Send card.created',
    'Reset the sandbox',
    'Resend',
    'Stop the traffic',
  ])
})

test.each([
  ['card.created', false],
  ['card.created send', true],
  ['send card', true],
  ['sen', true],
  ['se', false],
  ['sto', false],
  ['res', false],
])('a change is chosen only if its verb was typed: %s', (query, isFirst) => {
  expect(orderOf(query)[0] === 'Send card.created').toBe(isFirst)
})

test('a prefix that two verbs share names none of them', () => {
  expect(orderOf('res')[0]).toBe('Show card.created')
  expect(orderOf('rese').indexOf('Resend')).toBeGreaterThan(0)
  expect(orderOf('resen')[0]).toBe('Resend')
})

test('search time grows linearly with the number of entries', () => {
  const words = ['card', 'kyc', 'transfer', 'account', 'created', 'failed', 'status', 'limit']
  const match = createMatcher(
    Array.from({ length: 50_000 }, (_, index) =>
      entry(`Send ${words[index % 8]}.${words[(index >> 3) % 8]}.${index}`, {
        about: `What happens when a ${words[(index >> 6) % 8]} is ${words[index % 5]}`,
      }),
    ),
  )
  const typed = ['c', 'ca', 'car', 'card', 'card s', 'card st', 'card status send', 'kyc fai']
  endsOnLarge(() => {
    for (const query of typed) grouped(match(query), { each: 8, all: 40 })
  })
})
