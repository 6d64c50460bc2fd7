import fc from 'fast-check'
import { expect, test } from 'vitest'
import reference from '../../fixtures/reference/webhooks.json'
import { matches } from '../../server/subscriptions/record.ts'
import { fitsPattern } from '../../server/words/pattern.ts'
import { endsOnLarge } from '../helpers/large.ts'
import { sample } from '../helpers/long.ts'
import { runsOf } from '../helpers/runs.ts'

test.for([
  ['*', 'card.created', true],
  ['*', '', true],
  ['**', 'card.created', true],
  ['card*', 'card.created', true],
  ['card*', 'card', true],
  ['card*', 'cards.x', true],
  ['card*', 'account.card', false],
  ['card.*', 'card.created', true],
  ['card.*', 'card.status.active', true],
  ['card.*', 'card', false],
  ['card.*', 'card.', true],
  ['kyc.verification.*', 'kyc.verification.error', true],
  ['*.created', 'card.created', true],
  ['*.created', 'card.created.x', false],
  ['c*d', 'card.created', true],
  ['a*a', 'a', false],
  ['a*a', 'aa', true],
  ['ab*ba', 'aba', false],
  ['*a*b*', 'xaxbx', true],
  ['*a*b*', 'xbxax', false],
  ['a*b*b', 'ab', false],
  ['card.created', 'card.created', true],
  ['card.created', 'card.createdx', false],
  ['Card.created', 'card.created', false],
  ['card?created', 'card.created', false],
  ['card.[c]reated', 'card.created', false],
  ['.*', 'card', false],
  ['', 'card', false],
  ['', '', true],
] as const)('"%s" and "%s": %s', ([entry, event, wanted]) => {
  expect(fitsPattern(entry, event)).toBe(wanted)
})

test('a subscription wants an event when any of its entries does', () => {
  expect(matches(['kyc*', 'card.created'], 'card.created')).toBe(true)
  expect(matches(['kyc*', 'card.closed'], 'card.created')).toBe(false)
  expect(matches([], 'card.created')).toBe(false)
})

test('the wildcard for all cards takes all card events of the reference and no other', () => {
  expect(reference.events.filter((event) => fitsPattern('card*', event))).toEqual(['card.created'])
})

test('it is what a regular expression with .* in place of each * says', () => {
  const letters = (more: string[]) =>
    fc.string({ unit: fc.constantFrom('a', 'b', '.', ...more), maxLength: 12 })
  fc.assert(
    fc.property(letters(['*']), letters([]), (entry, event) => {
      const pattern = new RegExp(`^${entry.replaceAll('.', '\\.').replaceAll('*', '.*')}$`)
      expect(fitsPattern(entry, event)).toBe(pattern.test(event))
    }),
    runsOf({ numRuns: sample(1500, 5000), seed: 20_260_101 }),
  )
})

test('a hostile entry costs no more than its length', () => {
  const size = 1_000_000
  endsOnLarge(() => {
    expect(fitsPattern(`${'*a'.repeat(size)}*c*b`, `${'a'.repeat(4 * size)}b`)).toBe(false)
  })
})
