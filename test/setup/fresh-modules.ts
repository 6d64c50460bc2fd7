import { afterAll, vi } from 'vitest'

vi.resetModules()

// A busy machine may need longer than the usual second.
const { waitFor } = vi
vi.waitFor = (isSo, options = {}) =>
  waitFor(isSo, { timeout: 300_000, ...(typeof options === 'number' ? { timeout: options } : options) })

// What a file has put in the place of something belongs to it alone.
afterAll(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})
