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

test('what is typed is one step for back, once it is settled or something else is done', () => {
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

test('what was asked for leads on to what came of it, unless one went elsewhere meanwhile', () => {
  go(placeOf('endpoints'))
  const goOn = fromHere()
  goOn({ open: 'demo' })
  expect(place.value.open).toBe('demo')
  const late = fromHere()
  go(placeOf('stream'))
  late({ open: 'demo' })
  expect(place.value).toMatchObject({ view: 'stream', open: null })
})
