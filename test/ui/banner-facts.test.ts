import { expect, test, vi } from 'vitest'

vi.stubGlobal('location', new URL('http://127.0.0.1:4400/'))
vi.stubGlobal('addEventListener', () => {})

test('a sandbox that goes before the page knows its subscriptions is told as gone all the same', async () => {
  const { banner, dismiss } = await import('../../ui/state/banner-facts.ts')
  const { link } = await import('../../ui/state/live.ts')
  expect(banner.value).toBe(null)
  link.value = { state: 'lost', tries: 2, retryAt: 0, isAnswering: false }
  const gone = banner.value
  expect(gone?.what).toBe('Nothing answers at http://127.0.0.1:4400.')
  if (gone) dismiss(gone)
  expect(banner.value).toBe(null)
})
