import { afterAll, vi } from 'vitest'

vi.resetModules()

// What a file has put in the place of something belongs to it alone.
afterAll(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})
