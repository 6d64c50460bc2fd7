import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isOwnAddress } from '../../server/words/address.ts'
import { entryOf } from '../../ui/live/entries.ts'
import { captureRow } from './samples.ts'

vi.stubGlobal('location', new URL('http://127.0.0.1:4400/'))
const heard = new Map<string, () => void>()
vi.stubGlobal('addEventListener', (name: string, hear: () => void) => heard.set(name, hear))
vi.stubGlobal('history', { pushState() {}, replaceState() {} })
const { lookAt, lookForDelivery } = await import('../../ui/stream/looking.ts')
const { go, place, placeOf } = await import('../../ui/place/navigation.ts')

test('the origin decides whether an address is the sandbox’s own, not the path', () => {
  const page = 'http://127.0.0.1:4400'
  const own = (url: string) => isOwnAddress(url, page)
  expect(['http://127.0.0.1:4400/in/x', 'http://localhost:4400/in/x', 'http://[::1]:4400/'].map(own)).toEqual(
    [true, true, true],
  )
  expect(
    ['http://localhost:9/in/x', 'http://example.com:4400/in/x', 'https://localhost:4400/in/x'].map(own),
  ).toEqual([false, false, false])
})

const captured = entryOf('capture', captureRow(1, { delivery_id: 'dlv_1' }))
beforeEach(() => {
  vi.useFakeTimers()
  go(placeOf('stream'))
})
afterEach(() => vi.useRealTimers())

test('a sent event opens even after several seconds', () => {
  lookForDelivery('dlv_1')
  vi.advanceTimersByTime(10_000)
  lookAt([captured])
  expect(place.value.open).toBe(captured.id)
})

test.each(['keydown', 'pointerdown'])(
  'whoever does something else meanwhile is not carried off: %s',
  (act) => {
    lookForDelivery('dlv_1')
    heard.get(act)?.()
    lookAt([captured])
    expect(place.value.open).toBe(null)
  },
)
