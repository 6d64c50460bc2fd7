import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', new URL('http://localhost:4400/'))
vi.stubGlobal('addEventListener', () => {})
const entries = ['/']
vi.stubGlobal('history', {
  pushState: (_: null, __: string, address: string) => entries.push(address),
  replaceState: (_: null, __: string, address: string) => entries.splice(-1, 1, address),
})
const { fromHere } = await import('../../ui/place/navigation.ts')
const { go, place, placeOf, settleTyping } = await import('../../ui/place/navigation.ts')

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
