import { afterAll, vi } from 'vitest'

vi.resetModules()

// A busy machine may need longer than the usual second.
const { waitFor } = vi
vi.waitFor = (isSo, options = {}) =>
  waitFor(isSo, { timeout: 300_000, ...(typeof options === 'number' ? { timeout: options } : options) })

/** What a file leaves waiting would run in the next one, without what the file has stubbed. */
const waiting = new Set<NodeJS.Timeout>()
const { setTimeout } = globalThis
globalThis.setTimeout = Object.assign((...given: Parameters<typeof setTimeout>) => {
  const timer = setTimeout(...given)
  waiting.add(timer)
  return timer
}, setTimeout)

// What a file has put in the place of something belongs to it alone.
afterAll(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
  globalThis.setTimeout = setTimeout
  for (const timer of waiting) clearTimeout(timer)
})
