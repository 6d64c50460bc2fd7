import { describe, expect, test } from 'vitest'
import { startSandbox } from '../../helpers/sandbox.ts'
import { demo } from '../../platform/ask.ts'
import { arm, counts, newestCall, statuses } from './arm.ts'

test('times: it fires so often, is spent, and stays in the list', async () => {
  const sandbox = await startSandbox()
  await arm(sandbox, { code: 'card_dne', times: 2 })
  expect(await statuses(sandbox, 4)).toEqual([404, 404, 200, 200])
  expect(await counts(sandbox)).toEqual([[2, 2]])
})

test('after: that number of matching calls passes first, and other calls are not counted', async () => {
  const sandbox = await startSandbox()
  await arm(sandbox, { code: 'card_dne', path: '/webhooks', after: 2, times: 1 })
  await statuses(sandbox, 3, '/customers/')
  expect(await counts(sandbox)).toEqual([[0, 0]])
  expect(await statuses(sandbox, 4)).toEqual([200, 200, 404, 200])
  expect(await counts(sandbox)).toEqual([[3, 1]])
})

test.each([
  ['/customers/a%20b', '/customers/a%20b'],
  ['/customers/a b', '/customers/a%20b'],
  ['/customers/caf%c3%a9', '/customers/caf%C3%A9'],
  ['/customers/café', '/customers/caf%C3%A9'],
  ['/customers/*', '/%63ustomers/1'],
  ['/%63ustomers/*', '/customers/1'],
  ['/api/v0.%31/customers/1', '/customers/1'],
  ['/customers/a%2Fb', '/customers/a%2Fb'],
  ['/customers/100%25', '/customers/100%25'],
  ['/customers/%ff', '/customers/%ff'],
])('path: %s meets a call to %s, however either is percent-encoded', async (path, called) => {
  const sandbox = await startSandbox()
  const { status, body } = await sandbox.request('POST', '/sandbox/armed-errors', { status: 503, path })
  expect([status, body]).toMatchObject([201, { note: null }])
  expect(await statuses(sandbox, 1, called)).toEqual([503])
})

test('path: a slash that is percent-encoded divides nothing, and is not met by one that does', async () => {
  const sandbox = await startSandbox()
  await arm(sandbox, { status: 503, path: '/customers/a/b' })
  expect(await statuses(sandbox, 1, '/customers/a%2Fb')).not.toEqual([503])
})

test('path: the prefix may be percent-encoded too', async () => {
  const sandbox = await startSandbox()
  await arm(sandbox, { status: 503, path: '/customers/1' })
  const { status } = await sandbox.request('GET', '/api/v0.%31/customers/1', undefined, demo)
  expect(status).toBe(503)
})

describe('probability', () => {
  async function pattern(seed: number, order: Record<string, unknown>, calls = 200) {
    const sandbox = await startSandbox({ seed })
    await arm(sandbox, { code: 'card_dne', ...order })
    return statuses(sandbox, calls)
  }
  const share = (seen: number[]) => seen.filter((status) => status === 404).length / seen.length

  test('the same seed gives the same pattern, another seed another', async () => {
    const [one, again, other] = await Promise.all(
      [7, 7, 8].map((seed) => pattern(seed, { probability: 0.5 }, 40)),
    )
    expect(again).toEqual(one)
    expect(other).not.toEqual(one)
  })

  test.for([0.1, 0.5, 0.9])('about the share of %d is answered with it', async (probability) => {
    // Three standard deviations of 200 draws.
    const leeway = 3 * Math.sqrt((probability * (1 - probability)) / 200)
    const seen = share(await pattern(7, { probability }))
    expect(Math.abs(seen - probability)).toBeLessThan(leeway)
  })

  test('1 is always; with times it fires no more than so often', async () => {
    expect(share(await pattern(7, { probability: 1 }, 20))).toBe(1)
    expect(share(await pattern(7, { probability: 0.5, times: 5 }, 40))).toBe(5 / 40)
  })
})

test.for(['POST', 'post', 'pOsT'])('method: %s is that method and no other', async (method) => {
  const sandbox = await startSandbox()
  expect(await arm(sandbox, { code: 'card_dne', method })).toMatchObject({ method: 'POST' })
  expect(await statuses(sandbox, 1)).toEqual([200])
  expect((await sandbox.call('POST', '/customers/', {})).status).toBe(404)
})

test('method: HEAD is HEAD alone', async () => {
  const sandbox = await startSandbox()
  await arm(sandbox, { status: 599, method: 'HEAD', path: '/webhooks' })
  expect((await sandbox.call('GET', '/webhooks')).status).toBe(200)
  expect((await sandbox.call('HEAD', '/webhooks')).status).toBe(599)
  expect(await counts(sandbox)).toEqual([[1, 1]])
})

test('method: GET is HEAD too, which asks for the same without the body', async () => {
  const sandbox = await startSandbox()
  await arm(sandbox, { status: 599, method: 'GET', path: '/webhooks' })
  const head = await sandbox.call('HEAD', '/webhooks')
  expect([head.status, head.body]).toEqual([599, ''])
  expect((await sandbox.call('DELETE', '/webhooks')).status).toBe(404)
  expect(await counts(sandbox)).toEqual([[1, 1]])
})

test.for([
  ['/cards', '/cards', true],
  ['/cards', '/cards?page=1', true],
  ['/cards', '/cards/1', false],
  ['/cards', '/Cards', false],
  ['/card', '/cards', false],
  ['/cards/*', '/cards/1', true],
  ['/cards/*', '/cards/1/transactions', true],
  ['/cards/*', '/cards', false],
  ['/cards*', '/cards', true],
  ['/*', '/anything/that/is/none', true],
  ['/*/transactions', '/cards/1/transactions', true],
  ['/*/transactions', '/cards/1', false],
  ['/accounts/*/statements/*/01', '/accounts/1/statements/2026/01', true],
  ['/accounts/*/statements/*/01', '/accounts/1/statements/2026/02', false],
  ['/cards/{card_id}', '/cards/1', true],
  ['/cards/{card_id}/transactions', '/cards/1/transactions', true],
  ['/cards/{card_id}/transactions', '/cards/1/restrictions', false],
  ['/api/v0.1/cards', '/cards', true],
  ['/api/v0.1/cards/{id}', '/cards/1', true],
  ['/api/v0.1', '/cards', false],
  ['/api/v0.10/cards', '/cards', false],
  ['/cards.', '/cards1', false],
  ['/customers/', '/customers', true],
  ['/customers', '/customers/', true],
  ['/customers/', '/customers/1', false],
  ['/cards/{card_id}/', '/cards/1', true],
  ['/cards/*/', '/cards/1/', true],
  ['/', '/cards', false],
] as const)('path: %s at %s: %s', async ([path, asked, fires]) => {
  const sandbox = await startSandbox()
  const { id } = await arm(sandbox, { status: 599, path })
  await sandbox.call('GET', asked)
  expect((await newestCall(sandbox))?.armed).toBe(fires ? id : null)
  expect(await counts(sandbox)).toEqual([fires ? [1, 1] : [0, 0]])
})

test('the prefix of a pattern is not kept', async () => {
  const sandbox = await startSandbox()
  expect((await arm(sandbox, { status: 500, path: '/api/v0.1/cards/*' })).path).toBe('/cards/*')
  expect((await arm(sandbox, { status: 500, path: '/api/v0.1' })).path).toBe('/')
  expect((await arm(sandbox, { status: 500, path: '/api/v0.10/cards' })).path).toBe('/api/v0.10/cards')
})

test('identity: only calls that name it are met, to the letter', async () => {
  const sandbox = await startSandbox()
  await arm(sandbox, { code: 'card_dne', identity: 'demo' })
  const as = (identity: string) => statuses(sandbox, 1, '/webhooks', { ...demo, identity })
  expect([await as('demo'), await as('Demo'), await as('other')]).toEqual([[404], [200], [200]])
  expect((await sandbox.call('GET', '/webhooks', undefined, {})).status).toBe(403)
  expect(await counts(sandbox)).toEqual([[1, 1]])
})

test('all that is said must hold at once', async () => {
  const sandbox = await startSandbox()
  await arm(sandbox, { code: 'card_dne', method: 'GET', path: '/cards', identity: 'demo' })
  expect(await statuses(sandbox, 1, '/webhooks')).toEqual([200])
  expect((await sandbox.call('POST', '/cards', {})).status).toBe(400)
  expect(await statuses(sandbox, 1, '/cards', { ...demo, identity: 'other' })).toEqual([200])
  expect(await statuses(sandbox, 1, '/cards')).toEqual([404])
})

describe('several at once', () => {
  test('the oldest answers, and those behind it do not count the call', async () => {
    const sandbox = await startSandbox()
    await arm(sandbox, { status: 501, times: 2 })
    await arm(sandbox, { status: 502, times: 1 })
    await arm(sandbox, { status: 503, times: 1 })
    expect(await statuses(sandbox, 5)).toEqual([501, 501, 502, 503, 200])
    expect(await counts(sandbox)).toEqual([
      [2, 2],
      [1, 1],
      [1, 1],
    ])
  })

  test('one that lets a call through counts it, and the next is asked', async () => {
    const sandbox = await startSandbox()
    await arm(sandbox, { status: 501, after: 1 })
    await arm(sandbox, { status: 502 })
    expect(await statuses(sandbox, 3)).toEqual([502, 501, 501])
    expect(await counts(sandbox)).toEqual([
      [3, 2],
      [1, 1],
    ])
  })

  test('the header of a call comes before all of them, and is counted at none', async () => {
    const sandbox = await startSandbox()
    await arm(sandbox, { status: 501, times: 1 })
    const headers = { ...demo, 'sandbox-error': 'card_dne' }
    expect(await statuses(sandbox, 1, '/webhooks', headers)).toEqual([404])
    expect(await counts(sandbox)).toEqual([[0, 0]])
    expect(await statuses(sandbox, 2)).toEqual([501, 200])
  })

  test('calls that come at once fire it no more than so often', async () => {
    const sandbox = await startSandbox()
    await arm(sandbox, { status: 501, times: 3 })
    const seen = await Promise.all(Array.from({ length: 20 }, () => statuses(sandbox, 1)))
    expect(seen.flat().filter((status) => status === 501)).toHaveLength(3)
    expect(await counts(sandbox)).toEqual([[3, 3]])
  })
})
