import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', new URL('http://localhost:4400/'))
vi.stubGlobal('addEventListener', () => {})
const entries = ['/']
vi.stubGlobal('history', {
  pushState: (_: null, __: string, address: string) => entries.push(address),
  replaceState: (_: null, __: string, address: string) => entries.splice(-1, 1, address),
})
const { fromHere } = await import('../../ui/place/navigation.ts')
const { go, isTabKept, openThing, place, placeOf, settleTyping } = await import(
  '../../ui/place/navigation.ts'
)

test('typed text is one history step once it settles or another action follows', () => {
  go({ q: 'c' }, 'type')
  go({ q: 'ca' }, 'type')
  expect(entries).toEqual(['/?q=ca'])
  settleTyping()
  expect(entries).toEqual(['/', '/?q=ca'])
  settleTyping()
  go({ q: 'car' }, 'type')
  go({ kind: 'events' })
  expect(entries).toEqual(['/', '/?q=ca', '/?q=car', '/?kind=events&q=car'])
  go({ q: 'card' }, 'type')
  go({ q: 'car' }, 'type')
  settleTyping()
  expect(entries).toHaveLength(4)
})

test('a finished request opens its result unless the reader went elsewhere', () => {
  go(placeOf('endpoints'))
  const goOn = fromHere()
  goOn({ open: 'demo' })
  expect(place.value.open).toBe('demo')
  const late = fromHere()
  go(placeOf('stream'))
  late({ open: 'demo' })
  expect(place.value).toMatchObject({ view: 'stream', open: null })
})

test('a tab that was asked for stays, and one of the record before gives way to the cause of a failure', () => {
  go(placeOf('stream'))
  openThing('dlv_1', 'attempts')
  expect([place.value.tab, isTabKept.value]).toEqual(['attempts', false])
  openThing('dlv_2')
  expect([place.value.tab, isTabKept.value]).toEqual(['attempts', true])
  openThing('dlv_3', 'attempts')
  expect(isTabKept.value).toBe(false)
  openThing('dlv_4')
  go({ tab: 'attempts' }, 'replace')
  expect(isTabKept.value).toBe(false)
})
