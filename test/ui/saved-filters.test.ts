import { expect, test, vi } from 'vitest'
import {
  filterAddress,
  isFiltered,
  noteRecent,
  recentFilters,
  savedFilters,
} from '../../ui/filter/saved-filters.ts'
import { forgetFilter, placeOfFilter, savedAs, saveFilter } from '../../ui/filter/saving.ts'
import { suggestedName } from '../../ui/filter/suggested-name.ts'
import { undo } from '../../ui/live/undo.ts'
import { readPlace } from '../../ui/place/place.ts'

vi.stubGlobal('addEventListener', () => {})

const at = (search: string) => readPlace({ pathname: '/', search })

test('a saved filter is a link without the open record', () => {
  const place = at('?kind=captures&q=verdict:failed&open=cap_1&tab=signature')
  saveFilter(place, 'Broken')
  expect(savedFilters()).toEqual([{ name: 'Broken', address: '/?kind=captures&q=verdict%3Afailed' }])
  expect(savedAs(at('?kind=captures&q=verdict:failed'))?.name).toBe('Broken')
  expect(placeOfFilter({ name: '', address: filterAddress(place) })).toMatchObject({
    kind: 'captures',
    q: 'verdict:failed',
    open: null,
  })
})

test('saving the same filter renames it, and a deleted one can be restored in place', () => {
  saveFilter(at('?q=b'), 'Second')
  saveFilter(at('?kind=captures&q=verdict:failed'), 'First')
  expect(savedFilters().map(({ name }) => name)).toEqual(['First', 'Second'])
  forgetFilter({ name: 'First', address: '/?kind=captures&q=verdict%3Afailed' })
  expect(savedFilters().map(({ name }) => name)).toEqual(['Second'])
  undo()
  expect(savedFilters().map(({ name }) => name)).toEqual(['First', 'Second'])
})

test('the filter suggests its name', () => {
  expect(suggestedName(at('?kind=deliveries&state=wrongly_accepted'))).toBe('deliveries wrongly accepted')
  expect(suggestedName(at('?q=event:card.*+since:10m'))).toBe('card.* 10m')
  expect(isFiltered(at('?open=cap_1'))).toBe(false)
  expect(isFiltered(at('?kind=calls'))).toBe(true)
})

test('recent filters are kept once, newest first', () => {
  for (const q of ['a', 'b', ' a ', '']) noteRecent(q)
  expect(recentFilters()).toEqual(['a', 'b'])
})

test.each([
  null,
  'no json',
  '[]',
  '{"saved":[{"name":1}],"recent":[2]}',
  '{"saved":[{"name":"x","address":"//evil"}]}',
])('invalid stored filters are dropped: %s', async (text) => {
  vi.resetModules()
  vi.stubGlobal('localStorage', { getItem: () => text, setItem() {} })
  const stored = await import('../../ui/filter/saved-filters.ts')
  expect([stored.savedFilters(), stored.recentFilters()]).toEqual([[], []])
})
