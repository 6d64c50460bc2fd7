import { expect, test, vi } from 'vitest'
import type { DeliveryRow } from '../../server/wire.ts'

vi.stubGlobal('location', new URL('http://localhost:4400/'))
vi.stubGlobal('addEventListener', () => {})
const { actOnDelivery, said } = await import('../../ui/state/acts.ts')

const waiting = { id: 'dlv_1', state: 'retrying', attempts_made: 1 } as const

test.each<[string, Partial<DeliveryRow>]>([
  ['Due now; it starts when a place is free', {}],
  ['Attempted', { state: 'sending' }],
  ['Attempted', { attempts_made: 2 }],
])('attempt now says what came of it: %s', async (words, change) => {
  vi.stubGlobal('fetch', async (_path: string, { method }: { method: string }) => {
    const delivery = method === 'POST' ? waiting : { ...waiting, ...change }
    return new Response(JSON.stringify({ delivery }))
  })
  expect(await actOnDelivery('dlv_1', 'attempt-now')).toBe(true)
  expect(said.value).toBe(words)
})
