import { expect, test } from 'vitest'
import { eventNames } from '../../../server/events/builders.ts'
import { mixOf, type Weights, weightsOf } from '../../../server/simulator/traffic/mix.ts'
import { choiceOf } from '../../../server/simulator/traffic/schedule.ts'

/** The share of each event in many draws. */
function shares(weights: Weights, draws = 40_000): Record<string, number> {
  const mix = mixOf(weights)
  const counts = new Map<string, number>()
  for (let number = 0; number < draws; number++) {
    const name = mix.choose(choiceOf(1, number))
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return Object.fromEntries([...counts].map(([name, count]) => [name, count / draws]))
}

test('one name is all there is', () => {
  expect(shares({ 'card.created': 0.001 }, 100)).toEqual({ 'card.created': 1 })
})

test('events come by their weights', () => {
  const found = shares({ 'card.created': 3, transactions: 1 })
  expect(Object.keys(found).toSorted()).toEqual(['card.created', 'transactions'])
  expect(found['card.created']).toBeCloseTo(0.75, 2)
})

test('what a pattern matches shares its weight, whatever the number', () => {
  const cards = eventNames.filter((name) => name.startsWith('card.'))
  const found = shares({ 'card.*': 3, transactions: 1 })
  expect(found.transactions).toBeCloseTo(0.25, 2)
  for (const name of cards) expect(found[name]).toBeCloseTo(0.75 / cards.length, 2)
  expect(Object.keys(found)).toHaveLength(cards.length + 1)
})

test('an event that two entries name has the weight of both', () => {
  expect(shares({ 'card.created': 1, 'card.creat*': 1, transactions: 2 })['card.created']).toBeCloseTo(0.5, 2)
})

test('a weight of 0 leaves out', () => {
  expect(shares({ 'card.created': 0, transactions: 1 }, 1000)).toEqual({ transactions: 1 })
})

test('* is every event of the catalogue', () => {
  expect(Object.keys(shares({ '*': 1 })).toSorted()).toEqual([...eventNames].toSorted())
})

test('the ends of the range are the first and the last', () => {
  const mix = mixOf({ 'card.created': 1, transactions: 1 })
  expect([0, 0.49, 0.5, 1 - 2 ** -48].map(mix.choose)).toEqual([
    'card.created',
    'card.created',
    'transactions',
    'transactions',
  ])
})

test('a list gives each entry the same weight, and a repeated entry twice the weight', () => {
  expect(weightsOf(['card.*', 'transactions', 'card.*'])).toEqual({ 'card.*': 2, transactions: 1 })
})

test.for([
  ['card.craeted', 'There is no event named card.craeted.', /^Did you mean card\.created\?/],
  ['crad.*', 'No event matches crad.*.', /^Did you mean card\.\*\?$/],
  ['card.craeted*', 'No event matches card.craeted*.', /^Did you mean card\.created\?$/],
  ['spoon.*', 'No event matches spoon.*.', /^Valid: /],
  ['', 'event is empty.', /Valid: /],
  [
    'card.*,kyc.*',
    'No event matches card.*,kyc.*.',
    /^Name one event, or one pattern such as card\.\*, at a /,
  ],
] as const)('%o is refused with the nearest', ([entry, message, fix]) => {
  expect(() => mixOf({ transactions: 1, [entry]: 1 })).toThrow(
    expect.objectContaining({ code: 'event_name_unknown', message, fix: expect.stringMatching(fix) }),
  )
})

test('weights of 0 alone, and no entry at all, are refused', () => {
  for (const weights of [{ transactions: 0 }, {}])
    expect(() => mixOf(weights)).toThrow(expect.objectContaining({ code: 'invalid_field' }))
})
