import { expect, test, vi } from 'vitest'
import { sized, startCaptures, statusOf } from './world.ts'

/** What a defect sits in. */
const defect = vi.hoisted(() => ({ in: '' }))
vi.mock('../../server/verification/search/explain.ts', async (original) => {
  const real = await original<typeof import('../../server/verification/search/explain.ts')>()
  return {
    ...real,
    explain(...asked: Parameters<typeof real.explain>) {
      if (defect.in === 'search') throw new Error('a defect of the search')
      return real.explain(...asked)
    },
  }
})
vi.mock('../../server/capture/payload.ts', async (original) => {
  const real = await original<typeof import('../../server/capture/payload.ts')>()
  return {
    ...real,
    payloadIn(...asked: Parameters<typeof real.payloadIn>) {
      if (defect.in === 'capture') throw new Error('a defect of the capture')
      return real.payloadIn(...asked)
    },
  }
})

async function startWith(place: string) {
  const world = await startCaptures()
  await world.clock({ mode: 'manual', set: '2026-01-05T10:00:00Z' })
  await world.post('/sandbox/endpoints', { name: 'demo', scheme: 'github', secret: 'mine' })
  defect.in = place
  return world
}
const headers = [
  `X-Hub-Signature-256: sha256=${'0'.repeat(64)}`,
  'Content-Type: application/json',
  sized('{}'),
]

test('if the search for causes fails on a stopped clock, the capture is kept, answered and judged, and the defect is reported', async () => {
  const world = await startWith('search')
  const { answer, verdict } = await world.catch({ headers }, '{}')
  expect(statusOf(answer)).toBe(200)
  expect(verdict).toMatchObject({ result: 'failed', scheme: 'github', causes: [], explained: true })
  // Told once: nobody looks for the causes a second time.
  await world.settle()
  expect(world.troubles).toEqual([new Error('a defect of the search')])
})

test('a defect in receiving a request is reported, and the sender gets 500', async () => {
  const world = await startWith('capture')
  expect(statusOf(await world.exchange(world.head({ headers }), '{}'))).toBe(500)
  expect(world.troubles).toEqual([new Error('a defect of the capture')])
  expect(await world.captures()).toEqual([])
})

test('a defect in recording an unreadable request is reported too', async () => {
  const world = await startWith('capture')
  const answer = await world.exchange(`POST /in/demo HTTP/1.1\r\n${world.host}\r\nNo header\r\n\r\n`)
  expect(statusOf(answer)).toBe(500)
  expect(world.troubles).toEqual([new Error('a defect of the capture')])
})

test('a refusal by the sandbox is not reported as trouble', async () => {
  const world = await startWith('')
  expect(statusOf(await world.exchange(world.head({ path: '/in/a%20b' })))).toBe(404)
  expect(world.troubles).toEqual([])
})
