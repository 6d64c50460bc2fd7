import { describe, expect, test } from 'vitest'
import { startSandbox } from '../helpers/sandbox.ts'
import { expectRefused } from './refused.ts'
import { mixed, type Plural, page, plurals } from './world.ts'

/** That many of every kind of record. */
async function filled(count: number) {
  const sandbox = await startSandbox()
  const { id } = await sandbox.subscribe(`${sandbox.url}/in/sink`)
  await sandbox.trigger('card.created', { count })
  await sandbox.settle()
  await sandbox.call('PATCH', `/webhooks/${id}`, { status: 'STATUS_DISABLED' })
  const others = Array.from({ length: count - 1 }, (_, i) => i)
  await Promise.all(others.map(() => sandbox.subscribe(`${sandbox.url}/in/sink`)))
  await Promise.all(others.map((i) => sandbox.post('/sandbox/endpoints', { name: `e${i}` })))
  return sandbox
}

describe('paging', () => {
  test('every list is newest first, 50 at a time, and walking its pages meets each record once', async () => {
    const sandbox = await filled(120)
    for (const plural of plurals) {
      const whole = await page(sandbox, plural, '?limit=500')
      expect(whole.next, plural).toBeNull()
      expect(whole.keys.length, plural).toBeGreaterThanOrEqual(120)
      const seqs = whole.rows.flatMap(({ seq }) => (seq === undefined ? [] : [seq]))
      expect(seqs).toEqual(seqs.toSorted((a, b) => b - a))

      const walked: (string | undefined)[] = []
      let cursor: string | null = ''
      while (cursor !== null) {
        const one: Awaited<ReturnType<typeof page>> = await page(
          sandbox,
          plural,
          cursor && `?cursor=${cursor}`,
        )
        expect(one.keys.length).toBeLessThanOrEqual(50)
        walked.push(...one.keys)
        cursor = one.next
      }
      expect(walked, plural).toEqual(whole.keys)
    }
  })

  test('asked for the oldest, a list is read the other way round, by the same cursors', async () => {
    const sandbox = await filled(60)
    for (const plural of ['events', 'deliveries', 'captures', 'calls'] as const) {
      const whole = await page(sandbox, plural, '?limit=500')
      const rising = whole.keys.toReversed()
      const first = await page(sandbox, plural, '?order=oldest&limit=40')
      expect(first.keys, plural).toEqual(rising.slice(0, 40))
      const second = await page(sandbox, plural, `?order=oldest&limit=500&cursor=${first.next}`)
      expect(second, plural).toMatchObject({ keys: rising.slice(40), next: null })
      const back = await page(sandbox, plural, `?limit=500&cursor=${second.rows[0]?.seq}`)
      expect(back.keys, plural).toEqual(first.keys.toReversed())
    }
    const refused = await sandbox.request('GET', '/sandbox/events?order=rising')
    expectRefused(refused, { status: 400, code: 'invalid_query', message: /order: must be newest or oldest/ })
  })

  test('what arrives between two pages neither repeats a record nor hides one', async () => {
    const sandbox = await startSandbox()
    await sandbox.trigger('card.created', { count: 10 })
    const first = await page(sandbox, 'events', '?limit=6')
    await sandbox.trigger('card.created', { count: 10 })
    const second = await page(sandbox, 'events', `?limit=6&cursor=${first.next}`)
    expect(second.next).toBeNull()
    expect(new Set([...first.keys, ...second.keys]).size).toBe(10)
  })

  test('a page that is exactly full and the last says so', async () => {
    const sandbox = await startSandbox()
    await sandbox.trigger('card.created', { count: 4 })
    expect((await page(sandbox, 'events', '?limit=4')).next).toBeNull()
    expect((await page(sandbox, 'events', '?limit=3')).next).not.toBeNull()
  })

  test.for([
    'limit=0',
    'limit=501',
    'limit=-1',
    'limit=1.5',
    'limit=ten',
    'limit=',
    'cursor=x',
    'cursor=',
    'cursor=-1',
    'cursor=1%20OR%201',
  ])('%s is refused', async (query) => {
    const sandbox = await startSandbox()
    for (const plural of plurals) {
      const answer = await sandbox.request('GET', `/sandbox/${plural}?${query}`)
      expectRefused(answer, {
        status: 400,
        code: 'invalid_query',
        message: new RegExp(query.split('=')[0] ?? ''),
      })
    }
  })

  test('an unknown parameter is refused with the nearest valid name', async () => {
    const sandbox = await startSandbox()
    const wrong = {
      events: ['evnt', 'event'],
      deliveries: ['subscription', 'subscription_id'],
      captures: ['verdit', 'verdict'],
      calls: ['stauts', 'status'],
      subscriptions: ['limt', 'limit'],
      endpoints: ['curser', 'cursor'],
    }
    for (const plural of plurals) {
      const [name, right] = wrong[plural]
      const answer = await sandbox.request('GET', `/sandbox/${plural}?${name}=1`)
      expectRefused(answer, {
        status: 400,
        code: 'invalid_query',
        message: new RegExp(`^Unknown parameter: ${name}`),
        fix: new RegExp(`Did you mean ${right}\\?`),
      })
    }
  })

  test('a parameter where none is taken is refused', async () => {
    const sandbox = await startSandbox()
    expectRefused(await sandbox.request('GET', '/sandbox/health?verbose=1'), {
      status: 400,
      code: 'invalid_query',
      fix: /Remove it/,
    })
  })
})

describe('filters', () => {
  test('each filter keeps what matches and nothing else', async () => {
    const { sandbox, good, bad } = await mixed()
    const [delivery] = await sandbox.deliveries('?event=kyc*')
    const cases: [Plural, string, number][] = [
      ['events', '', 2],
      ['events', 'event=card.created', 1],
      ['events', 'event=card*', 1],
      ['events', 'event=*.verification.*', 1],
      ['events', 'event=*', 2],
      ['events', 'event=card', 0],
      ['events', 'event=CARD*', 0],
      ['events', 'event=card.create?', 0],
      ['events', 'event=card.[c]reated', 0],
      ['events', 'event=card%25', 0],
      ['events', 'event=c*[', 0],
      ['events', 'event=]', 0],
      ['events', "event='%20OR%201=1", 0],
      ['events', 'source=trigger', 2],
      ['events', 'source=call', 0],
      ['events', 'run_id=run_1', 0],
      ['deliveries', '', 3],
      ['deliveries', 'state=succeeded', 2],
      ['deliveries', 'state=retrying', 1],
      ['deliveries', 'event=kyc*', 1],
      ['deliveries', `subscription_id=${good.id}`, 2],
      ['deliveries', `subscription_id=${bad.id}&state=succeeded`, 0],
      ['deliveries', `event_id=${delivery?.event_id}`, 1],
      ['deliveries', `event_id=evt_1,${delivery?.event_id}`, 1],
      ['deliveries', `subscription_id=none,${good.id}`, 2],
      ['captures', '', 4],
      ['captures', 'endpoint=good', 3],
      ['captures', 'verdict=verified', 3],
      ['captures', 'verdict=unsigned', 1],
      ['captures', 'event=card*', 2],
      ['captures', 'method=PUT', 1],
      ['captures', 'method=put', 1],
      ['captures', `delivery_id=${delivery?.id}`, 1],
      ['captures', `webhook_id=${delivery?.event_id}`, 1],
      ['captures', `delivery_id=dlv_1,${delivery?.id}`, 1],
      ['calls', '', 4],
      ['calls', 'method=GET', 1],
      ['calls', 'path=*/webhooks', 4],
      ['calls', 'path=/webhooks', 4],
      ['calls', 'path=/api/v0.1/webhooks', 4],
      ['calls', 'path=/webhook', 0],
      ['calls', 'path=/webhook*', 4],
      ['calls', 'path=/api/v0.1/webhook*', 4],
      ['calls', 'path=/api/v0.1/api*', 0],
      ['calls', 'status=201', 2],
      ['calls', 'code=input_error', 1],
      ['calls', 'identity=somebody', 1],
    ]
    for (const [plural, query, count] of cases) {
      const { rows } = await page(sandbox, plural, query && `?${query}`)
      expect(rows.length, `${plural} ${query}`).toBe(count)
    }
  })

  test('paging keeps to the filter', async () => {
    const sandbox = await startSandbox()
    for (let i = 0; i < 4; i++) {
      await sandbox.trigger('card.created')
      await sandbox.trigger('kyc.verification.error')
    }
    const first = await page(sandbox, 'events', '?event=card*&limit=3')
    const second = await page(sandbox, 'events', `?event=card*&limit=3&cursor=${first.next}`)
    expect([first.rows.length, second.rows.length, second.next]).toEqual([3, 1, null])
  })
})
