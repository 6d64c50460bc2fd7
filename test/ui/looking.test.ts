import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', new URL('http://127.0.0.1:4400/'))
vi.stubGlobal('addEventListener', () => {})
const { isOwn } = await import('../../ui/state/looking.ts')

test('an address is the sandbox’s own by its origin, never by its path', () => {
  const page = new URL('http://127.0.0.1:4400/')
  const own = (url: string) => isOwn(url, page)
  expect(['http://127.0.0.1:4400/in/x', 'http://localhost:4400/in/x', 'http://[::1]:4400/'].map(own)).toEqual(
    [true, true, true],
  )
  expect(
    ['http://localhost:9/in/x', 'http://example.com:4400/in/x', 'https://localhost:4400/in/x'].map(own),
  ).toEqual([false, false, false])
})
