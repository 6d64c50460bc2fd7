import { expect, test } from 'vitest'
import type { CatalogueEvent } from '../../server/wire.ts'
import { findEvents, groupEvents } from '../../ui/simulator/event-list.ts'

const event = (name: string, description = '', caused_by = ''): CatalogueEvent => ({
  event: name,
  description,
  caused_by,
  schema: {},
  example: null,
})
const events = [
  event('card.created', 'A card was created.'),
  event('kyc.verification.error', '', 'The checks failed.'),
  event('card.status.active', 'A card became active.'),
  event('transactions'),
]
const names = (some: readonly CatalogueEvent[]) => some.map((one) => one.event)

test('a search finds every word, in any case, in name, meaning or cause', () => {
  expect(names(findEvents(events, ''))).toEqual(names(events))
  expect(names(findEvents(events, 'card ACTIVE'))).toEqual(['card.status.active'])
  expect(names(findEvents(events, 'checks'))).toEqual(['kyc.verification.error'])
  expect(findEvents(events, 'spoon')).toEqual([])
})

test('events are grouped by the first word of their names, in the order of the catalogue', () => {
  expect(groupEvents(events).map(({ domain, events: members }) => [domain, names(members)])).toEqual([
    ['card', ['card.created', 'card.status.active']],
    ['kyc', ['kyc.verification.error']],
    ['transactions', ['transactions']],
  ])
})
