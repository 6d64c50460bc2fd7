import { expect, test } from 'vitest'
import { type EndpointRecord, newEndpoint } from '../../../server/capture/endpoints.ts'
import { bucketOf, createLimiter, levelAt, secondsUntilToken } from '../../../server/capture/reply/limiter.ts'
import type { Endpoint } from '../../../server/wire.ts'
import { openWriter } from '../../database/world.ts'
import { startSandbox, type TestSandbox } from '../../helpers/sandbox.ts'

async function limited(rate_limit: Record<string, unknown>) {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T09:00:00Z' })
  await sandbox.post('/sandbox/endpoints', { name: 'demo', rate_limit })
  return sandbox
}
/** The statuses of so many requests, one after the other, and what the last one was told to wait for. */
async function statuses(sandbox: TestSandbox, count: number) {
  const told: (number | string)[] = []
  for (let i = 0; i < count; i++) {
    const { status, headers } = await sandbox.request('POST', '/in/demo', {})
    told.push(status === 429 ? `429 after ${headers.get('retry-after')}` : status)
  }
  return told
}

test('a bucket begins full, and gets its tokens back little by little, not once a period', async () => {
  const sandbox = await limited({ limit: 3, per: '10s' })
  expect(await statuses(sandbox, 4)).toEqual([200, 200, 200, '429 after 4'])
  await sandbox.clock({ advance: '3333ms' })
  expect(await statuses(sandbox, 1)).toEqual(['429 after 1'])
  await sandbox.clock({ advance: '1ms' })
  expect(await statuses(sandbox, 2)).toEqual([200, '429 after 4'])
  await sandbox.clock({ advance: '1d' })
  expect(await statuses(sandbox, 4)).toEqual([200, 200, 200, '429 after 4'])
})

test('a burst is let through at once, and refills at the rate all the same', async () => {
  const sandbox = await limited({ limit: 1, per: '2s', burst: 3 })
  expect(await statuses(sandbox, 4)).toEqual([200, 200, 200, '429 after 2'])
  await sandbox.clock({ advance: '2s' })
  expect(await statuses(sandbox, 2)).toEqual([200, '429 after 2'])
})

test('requests over the limit are recorded with the reason, take no reply step, and get Retry-After', async () => {
  const sandbox = await limited({ limit: 1, per: '1m' })
  await sandbox.request('PATCH', '/sandbox/endpoints/demo', { reply: [{ status: 201 }, { status: 202 }] })
  await sandbox.request('POST', '/in/demo', {})
  const { status, body, headers } = await sandbox.request('POST', '/in/demo', { a: 1 })
  expect({ status, body }).toEqual({
    status: 429,
    body: {
      error: {
        code: 'rate_limited',
        message: 'This endpoint accepts 1 per 1m.',
        fix: 'Send the request again in 60 s, as Retry-After says.',
      },
    },
  })
  expect(headers.get('retry-after')).toBe('60')
  expect(await sandbox.newestCapture()).toMatchObject({
    body: '{"a":1}',
    reply: { status: 429, kind: 'rate_limited', limit: { limit: 1, per: '1m' } },
  })
  await sandbox.clock({ advance: '1m' })
  expect(await statuses(sandbox, 1)).toEqual([202])
})

test('a forced answer takes no token; a limit that is changed begins full, one that is set again does not', async () => {
  const sandbox = await limited({ limit: 1, per: '1h' })
  expect((await sandbox.request('POST', '/in/demo?reply=418', {})).status).toBe(418)
  expect(await statuses(sandbox, 2)).toEqual([200, '429 after 3600'])
  await sandbox.request('PATCH', '/sandbox/endpoints/demo', { rate_limit: { limit: 1, per: '1h' } })
  expect(await statuses(sandbox, 1)).toEqual(['429 after 3600'])
  await sandbox.request('PATCH', '/sandbox/endpoints/demo', { rate_limit: { limit: 2, per: '1h' } })
  expect(await statuses(sandbox, 3)).toEqual([200, 200, '429 after 1800'])
  await sandbox.request('PATCH', '/sandbox/endpoints/demo', { rate_limit: null })
  expect(await statuses(sandbox, 3)).toEqual([200, 200, 200])
})

test('a reset starts the limit again, even if endpoints are kept', async () => {
  const sandbox = await limited({ limit: 1, per: '1h' })
  expect(await statuses(sandbox, 2)).toEqual([200, '429 after 3600'])
  await sandbox.post('/sandbox/reset', { keep: ['endpoints'] })
  expect(await statuses(sandbox, 2)).toEqual([200, '429 after 3600'])
})

test('of many simultaneous requests, exactly as many pass as there are tokens', async () => {
  const sandbox = await limited({ limit: 7, per: '1s' })
  const answers = await Promise.all(Array.from({ length: 60 }, () => sandbox.request('POST', '/in/demo', {})))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(7)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(53)
})

test('a token that was taken stays so where another work of its transaction is undone, and one of an undone work does not', async () => {
  const { writer } = openWriter()
  const limiter = createLimiter({ clock: { now: () => 0 } })
  const endpoint: EndpointRecord = {
    ...newEndpoint('demo', { seq: 1, createdAt: 0 }),
    rateLimit: { limit: 2, per: '1h' },
  }
  const take = (fails = false) =>
    writer.write((tx) => {
      const { status } = limiter.take(tx, endpoint) ?? { status: 200 }
      if (fails) throw new Error('no')
      return status
    })
  const works = [take(), take(true), take(), take(true), take()]
  const told = await Promise.allSettled(works)
  expect(told.map((one) => (one.status === 'fulfilled' ? one.value : 'undone'))).toEqual([
    200,
    'undone',
    200,
    'undone',
    429,
  ])
  expect(await take()).toBe(429)
})

test('a clock that is set back takes no token and adds none', async () => {
  const sandbox = await limited({ limit: 1, per: '1h' })
  expect(await statuses(sandbox, 1)).toEqual([200])
  await sandbox.clock({ set: '2025-01-01T00:00:00Z' })
  expect(await statuses(sandbox, 1)).toEqual(['429 after 3600'])
  await sandbox.clock({ advance: '1h' })
  expect(await statuses(sandbox, 1)).toEqual([200])
})

test('no time is lost between two looks, however often it is looked at', () => {
  const bucket = bucketOf({ limit: 3, per: '1s' })
  let level = { units: 0n, at: 0 }
  for (let at = 1; at <= 999_999; at += 37) level = levelAt(bucket, level, at)
  expect(levelAt(bucket, level, 999_999)).toEqual(levelAt(bucket, { units: 0n, at: 0 }, 999_999))
  expect(level.units / bucket.token).toBe(2n)
  expect(secondsUntilToken(bucket, { units: bucket.token - 1n, at: 0 })).toBe(1)
  expect(secondsUntilToken(bucketOf({ limit: 1_000_000, per: '36500d' }), { units: 0n, at: 0 })).toBe(3154)
})

test('the API shows the limit as it was set', async () => {
  const sandbox = await limited({ limit: 5, per: '1m30s', burst: 9 })
  const { endpoint } = await sandbox.get<{ endpoint: Endpoint }>('/sandbox/endpoints/demo')
  expect(endpoint.rate_limit).toEqual({ limit: 5, per: '1m30s', burst: 9 })
})
