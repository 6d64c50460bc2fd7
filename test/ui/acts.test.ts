import { expect, test, vi } from 'vitest'
import type { DeliveryRow } from '../../server/wire.ts'

vi.stubGlobal('location', new URL('http://localhost:4400/'))
vi.stubGlobal('addEventListener', () => {})
const { actOnDelivery, said } = await import('../../ui/state/acts.ts')

const due = '2026-01-02T15:04:05.000000Z'

test.each<[string, Partial<DeliveryRow>]>([
  ['Due now; it starts when a place is free', { state: 'retrying', next_attempt_at: due }],
  ['Attempted', { state: 'sending', next_attempt_at: null }],
])('attempt now says what came of it: %s', async (words, delivery) => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ delivery })))
  expect(await actOnDelivery('dlv_1', 'attempt-now')).toBe(true)
  expect(said.value).toBe(words)
})
