import { expect, test, vi } from 'vitest'
import type { Frame, Health, Subscription } from '../../server/wire.ts'
import { deliveryRow } from './samples.ts'

vi.stubGlobal('location', new URL('http://127.0.0.1:4400/'))
vi.stubGlobal('addEventListener', () => {})

test('a sandbox that stops before the subscriptions load is reported as unavailable', async () => {
  const { banner, dismiss } = await import('../../ui/shell/banner/banner-facts.ts')
  const { link } = await import('../../ui/live/live.ts')
  expect(banner.value).toBe(null)
  link.value = { state: 'lost', tries: 2, retryAt: 0, isAnswering: false, retry() {} }
  const gone = banner.value
  expect(gone?.what).toBe('No response from http://127.0.0.1:4400.')
  if (gone) dismiss(gone)
  expect(banner.value).toBe(null)
})

test('after a reset a dismissed failure is shown again, with its new response', async () => {
  const { banner, dismiss, watchForTrouble } = await import('../../ui/shell/banner/banner-facts.ts')
  const { frameListeners } = await import('../../ui/live/frames.ts')
  const { link } = await import('../../ui/live/live.ts')
  const { subscriptions } = await import('../../ui/live/settings.ts')
  let says = 'once'
  vi.stubGlobal('document', { hidden: true, querySelector: () => null })
  vi.stubGlobal('fetch', async (path: string) => {
    const attempts = [
      { outcome: { kind: 'responded' }, request: { url: 'http://r' }, response: { headers: [], body: says } },
    ]
    return Response.json(
      path.startsWith('/sandbox/deliveries/')
        ? { delivery: { attempts, findings: [] } }
        : { deliveries: [], config: [], next: null },
    )
  })
  link.value = { state: 'live' }
  subscriptions.value = [{ id: 's', events: ['*'], status: 'enabled' }] as unknown as Subscription[]
  await watchForTrouble()
  const bring = (...frames: Frame[]) => {
    for (const listen of frameListeners) listen(frames)
  }
  const last_outcome = { kind: 'responded', status: 500 } as const
  const failed = deliveryRow(1, { state: 'failed', attempts_made: 1, last_outcome })
  bring({ seq: 2, kind: 'delivery', data: failed })
  await vi.waitFor(() => expect(banner.value?.says).toBe('once'))
  if (banner.value) dismiss(banner.value)
  expect(banner.value).toBe(null)
  says = 'anew'
  bring({ seq: 3, kind: 'reset', data: { kept: [] } })
  bring({ seq: 4, kind: 'delivery', data: failed })
  await vi.waitFor(() => expect(banner.value?.says).toBe('anew'))
})

test('a dismissed outage is shown again for a further act, not for a further try to connect', async () => {
  const { banner, dismiss } = await import('../../ui/shell/banner/banner-facts.ts')
  const { link } = await import('../../ui/live/live.ts')
  const { refusal } = await import('../../ui/live/refusal.ts')
  const lost = (tries: number) => {
    link.value = { state: 'lost', tries, retryAt: 0, isAnswering: false, retry() {} }
  }
  const act = () => {
    refusal.value = { code: 'not_reached', message: 'No response.', fix: '' }
  }
  const shown = () => banner.value?.key
  lost(2)
  act()
  expect(shown()).toBe('lost')
  if (banner.value) dismiss(banner.value)
  lost(3)
  expect(shown()).not.toBe('lost')
  act()
  expect(shown()).toBe('lost')
})

test('a clock stopped on the day before an attempt shows both days', async () => {
  const { bannerOf } = await import('../../ui/shell/banner/banners.ts')
  const told = bannerOf({
    link: { state: 'live' },
    isReplaced: false,
    subscriptions: [],
    troubles: [],
    unwanted: null,
    clock: { mode: 'manual', now: '2026-01-01T22:00:00.000000Z' },
    waiting: ['2026-01-02T09:00:00.000000Z'],
    runs: [],
    size: null,
    problem: null,
    own: 'http://127.0.0.1:4400',
  })
  expect(told?.why).toMatch(/due at 2026-01-02 09:00:00 UTC\. .* shows 2026-01-01 22:00:00 UTC\.$/)
})

test('a response is shown even if the subscriptions load after the deliveries', async () => {
  vi.resetModules()
  const { banner, watchForTrouble } = await import('../../ui/shell/banner/banner-facts.ts')
  const { link } = await import('../../ui/live/live.ts')
  const { subscriptions } = await import('../../ui/live/settings.ts')
  const last_outcome = { kind: 'responded', status: 500 } as const
  const failed = deliveryRow(1, { state: 'failed', attempts_made: 1, last_outcome })
  const attempts = [
    { outcome: last_outcome, request: { url: 'http://r' }, response: { headers: [], body: 'no such table' } },
  ]
  vi.stubGlobal('document', { hidden: true, querySelector: () => null })
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(
      path.startsWith('/sandbox/deliveries/')
        ? { delivery: { attempts, findings: [] } }
        : { deliveries: [failed], events: [], config: [], next: null },
    ),
  )
  link.value = { state: 'live' }
  await watchForTrouble()
  subscriptions.value = [{ id: 's', events: ['*'], status: 'enabled' }] as unknown as Subscription[]
  await vi.waitFor(() => expect(banner.value?.says).toBe('no such table'))
})

test('a restart with a higher database limit clears the size banner', async () => {
  vi.resetModules()
  const { banner, watchForTrouble } = await import('../../ui/shell/banner/banner-facts.ts')
  const { frameListeners } = await import('../../ui/live/frames.ts')
  const { health } = await import('../../ui/live/health.ts')
  const { link } = await import('../../ui/live/live.ts')
  const { subscriptions } = await import('../../ui/live/settings.ts')
  let value = 1000
  vi.stubGlobal('document', { hidden: true, querySelector: () => null })
  vi.stubGlobal('fetch', async () =>
    Response.json({ deliveries: [], events: [], config: [{ key: 'retention.bytes', value }], next: null }),
  )
  link.value = { state: 'live' }
  subscriptions.value = []
  health.value = { database_bytes: 990 } as unknown as Health
  await watchForTrouble()
  expect(banner.value?.key).toBe('full')
  value = 9000
  for (const listen of frameListeners) listen([{ seq: 1, kind: 'hello', data: { seq: 1, version: '0.1.0' } }])
  await vi.waitFor(() => expect(banner.value).toBe(null))
})
