import { expect, test, vi } from 'vitest'
import type { Endpoint } from '../../server/wire.ts'
import { countCaptures, endpoints } from '../../ui/live/settings.ts'

test('new captures count at once, and the sandbox’s count replaces the sum later', async () => {
  vi.useFakeTimers()
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return Response.json({ endpoints: [{ name: 'demo', captures: 5 }], next: null })
  })
  const counts = () => endpoints.value?.map(({ name, captures }) => [name, captures])
  endpoints.value = [
    { name: 'new', captures: 1 },
    { name: 'demo', captures: 3 },
  ] as Endpoint[]
  countCaptures(new Map([['demo', 2]]))
  await vi.advanceTimersByTimeAsync(1900)
  // The list was read behind the first of them.
  countCaptures(new Map([['demo', 1]]))
  await vi.advanceTimersByTimeAsync(1900)
  expect(counts()).toEqual([
    ['new', 1],
    ['demo', 6],
  ])
  expect(asked).toEqual([])
  await vi.advanceTimersByTimeAsync(100)
  expect(counts()).toEqual([
    ['new', 1],
    ['demo', 5],
  ])
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
