import { describe, expect, test } from 'vitest'
import { realOutside } from '../../server/outside.ts'
import type { ControlError } from '../../server/wire.ts'
import { type Ending, shared, sharedSandbox, startSandbox } from '../helpers/sandbox.ts'
import { expectRefused } from './refused.ts'

type Sandbox = Awaited<ReturnType<typeof startSandbox>>

/** 1: card to a, 2: kyc to b answered 503, 3: no event to a, by PUT, below a path; each an hour apart. */
async function startThree(ending: Ending) {
  const sandbox = await startSandbox({}, realOutside(), ending)
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T09:00:00Z' })
  await sandbox.request('POST', '/in/a', { event: 'card.created', text: 'red zebra' }, {})
  await sandbox.clock({ advance: '1h' })
  await sandbox.request('POST', '/in/b?reply=503', { event: 'kyc.verified', text: 'zebra crossing' }, {})
  await sandbox.clock({ advance: '1h' })
  await sandbox.request('PUT', '/in/a/orders/7', 'plain words', { 'x-word': 'localhost:4400' })
  return sandbox
}
/** No test changes them. */
const three = shared(startThree)
/** Nothing is in it. */
const empty = sharedSandbox()
/** Which of the three are found, oldest first. */
async function found(sandbox: Sandbox, query: string): Promise<number[]> {
  const all = (await sandbox.captures()).map(({ id }) => id).reverse()
  return (await sandbox.captures(query)).map(({ id }) => all.indexOf(id) + 1).reverse()
}
const q = (text: string) => `?q=${encodeURIComponent(text)}`

describe('a search of words and filters', () => {
  test('all its terms must match, and negated terms must not', async () => {
    const sandbox = three()
    const cases: [string, number[]][] = [
      ['event:card.*', [1]],
      ['event:card.*,kyc.*', [1, 2]],
      ['-event:card.*', [2, 3]],
      ['-event:*', [3]],
      ['event:card.* event:kyc.*', []],
      ['endpoint:a', [1, 3]],
      ['-endpoint:a', [2]],
      ['status:>=400', [2]],
      ['status:503', [2]],
      ['status:5xx,200', [1, 2, 3]],
      ['status:<300', [1, 3]],
      ['-status:5xx', [1, 3]],
      ['verdict:unsigned', [1, 2, 3]],
      ['verdict:failed,verified', []],
      ['-verdict:failed', [1, 2, 3]],
      ['method:put', [3]],
      ['-method:post', [3]],
      ['path:/in/a*', [1, 3]],
      ['path:/in/*/7', [3]],
      ['path:"/in/b"', [2]],
      ['-path:/in/a*', [2]],
      ['since:30m', [3]],
      ['since:1h', [2, 3]],
      ['until:1h', [1, 2]],
      ['-since:1h', [1]],
      ['since:2026-01-01T09:30:00Z until:2026-01-01T10:30:00Z', [2]],
      ['pinned:false', [1, 2, 3]],
      ['-pinned:true', [1, 2, 3]],
      ['pinned:true', []],
      ['cause:*', []],

      ['zebra', [1, 2]],
      ['zeb', [1, 2]],
      ['"zeb"', []],
      ['"zebra crossing"', [2]],
      ['"crossing zebra"', []],
      ['zebra -crossing', [1]],
      ['-zebra', [3]],
      ['-"zebra crossing"', [1, 3]],
      ['zebra status:503', [2]],
      ['-zebra endpoint:a', [3]],
      ['zebra -endpoint:b', [1]],
      ['localhost:4400', [3]],
      ['http://nowhere', []],
      ['', [1, 2, 3]],
      ['zebra & - $$ crossing', [2]],
    ]
    for (const [text, expected] of cases) {
      expect(await found(sandbox, q(text)), text).toEqual(expected)
    }
  })

  test.each([
    '***',
    '-***',
    'endpoint:a 🎉',
    'endpoint:a -🎉',
    'endpoint:a ""',
    'zebra "$$"',
    'zebra 🎉',
    'zebra -$',
    '-',
  ])(
    'refuses %j, which has a term without letters, instead of finding or deleting by the rest',
    async (text) => {
      const sandbox = three()
      const asQuery = [400, 'invalid_query']
      for (const [refusal, { status, body }] of [
        [asQuery, await sandbox.request<ControlError>('GET', `/sandbox/captures${q(text)}`)],
        [asQuery, await sandbox.request<ControlError>('GET', `/sandbox/wait${q(text)}&kind=capture`)],
        [
          [422, 'invalid_field'],
          await sandbox.request<ControlError>('POST', '/sandbox/captures/delete', { q: text }),
        ],
      ] as const) {
        expect([status, body.error?.code]).toEqual(refusal)
        expect(body.error.message).toContain('contains no letter or digit')
      }
      expect(await found(sandbox, '')).toEqual([1, 2, 3])
    },
  )

  test('finds mistakes by their words, and all that have any', async () => {
    const sandbox = await startSandbox()
    for (const id of ['evt_1', 'evt_1', 'evt_2'])
      await sandbox.request('POST', '/in/a', 'no json', { 'webhook-id': id })
    expect(await found(sandbox, q('mistake:duplicate'))).toEqual([2])
    expect(await found(sandbox, q('mistake:dup*,stale'))).toEqual([2])
    expect(await found(sandbox, q('-mistake:duplicate'))).toEqual([1, 3])
    const any = (await sandbox.captures()).filter(({ mistakes }) => mistakes.length > 0)
    expect(await found(sandbox, q('mistake:*'))).toHaveLength(any.length)
  })

  test('a filter may as well be a parameter of its own, and both hold', async () => {
    const sandbox = three()
    expect(await found(sandbox, '?status=>=400')).toEqual([2])
    expect(await found(sandbox, '?since=1h&until=30m')).toEqual([2])
    expect(await found(sandbox, `${q('zebra')}&endpoint=a`)).toEqual([1])
    expect(await found(sandbox, `${q('endpoint:b')}&endpoint=a`)).toEqual([])
  })

  test.each([
    ['verdit:failed', /^q: unknown filter "verdit" at character 1/, /Did you mean verdict\?.*quotes/],
    ['zebra -endpont:a', /at character 7/, /endpoint/],
    ['verdict:faild', /verdict, at character 1, must be one of .*did you mean failed\?/, /./],
    ['status:4x', /status, at character 1, must be a whole number/, /./],
    ['since:yesterday', /since, at character 1, must be a duration/, /./],
    ['cause:nothing_like_it', /cause, at character 1/, /./],
    ['pinned:maybe', /true or false/, /./],
    ['status:', /has no value/, /status takes a number/],
  ])('%s is refused, with its place and what is right', async (text, message, fix) => {
    const answer = await empty().request('GET', `/sandbox/captures${q(text)}`)
    expectRefused(answer, { status: 400, code: 'invalid_query', message, fix })
  })

  test('an unknown filter is a word, and each list knows its own filters', async () => {
    const sandbox = await startSandbox()
    await sandbox.trigger('card.created')
    await sandbox.call('GET', '/nowhere')
    const count = async (path: string) =>
      Object.values(await sandbox.get<Record<string, unknown[]>>(`/sandbox/${path}`))[0]?.length
    expect(await count(`events${q('event:card.* since:5m')}`)).toBe(1)
    expect(await count(`events${q('verdict:failed')}`)).toBe(0)
    expect(await count(`calls${q('status:4xx path:/nowhere')}`)).toBe(1)
    expect(await count(`calls${q('-status:4xx')}`)).toBe(0)
  })
})

test.each([
  ['event', 'a,'.repeat(501)],
  ['status', '200,'.repeat(1001)],
  ['q', '-event:a '.repeat(501)],
  ['q', '-event:"," '.repeat(1001)],
])('more values of %s than can be looked for are refused', async (name, value) => {
  const answer = await empty().request('GET', `/sandbox/captures?${new URLSearchParams({ [name]: value })}`)
  expectRefused(answer, { status: 400, code: 'invalid_query', message: /at most 500/, fix: /a part/ })
})

test.each([
  ['event', 'a,'.repeat(500)],
  ['status', '200,'.repeat(250)],
  ['q', '-event:a '.repeat(500)],
])('as many values of %s as can be are looked for', async (name, value) => {
  const sandbox = await startSandbox()
  await sandbox.request('POST', '/in/a', {}, {})
  const answer = await sandbox.request('GET', `/sandbox/captures?${new URLSearchParams({ [name]: value })}`)
  expect(answer.status).toBe(200)
})

test('a pattern of many stars holds nobody up', async () => {
  const sandbox = await startSandbox()
  await sandbox.request('POST', '/in/a', { event: 'a'.repeat(190) }, {})
  // Each way to lay them out tried, the first would take years.
  expect(await found(sandbox, `?event=${'*a'.repeat(40)}*b`)).toEqual([])
  expect(await found(sandbox, `?event=${'*a'.repeat(150)}*`)).toEqual([1])
})

test('pages of a search meet each record once, whatever finds them', async () => {
  const sandbox = await startSandbox()
  for (let i = 0; i < 40; i++)
    await sandbox.request(
      'POST',
      `/in/${i % 3 === 0 ? 'a' : 'b'}`,
      { event: `card.${i % 4}`, text: i % 2 ? 'odd' : 'even' },
      {},
    )
  const all = await sandbox.captures()
  const cases: [string, (i: number) => boolean][] = [
    ['endpoint:a', (i) => i % 3 === 0],
    ['event:card.1,card.3 endpoint:b', (i) => i % 2 === 1 && i % 3 !== 0],
    ['odd', (i) => i % 2 === 1],
    ['-odd', (i) => i % 2 === 0],
    ['-odd -endpoint:a', (i) => i % 2 === 0 && i % 3 !== 0],
    ['odd event:card.3', (i) => i % 4 === 3],
  ]
  for (const [text, holds] of cases) {
    const met: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: { captures: { id: string }[]; next: string | null } = await sandbox.get(
        `/sandbox/captures${q(text)}&limit=3${cursor && `&cursor=${cursor}`}`,
      )
      met.push(...page.captures.map(({ id }) => id))
      cursor = page.next
    }
    const expected = all.map(({ id }) => id).filter((_, at) => holds(39 - at))
    expect(met, text).toEqual(expected)
    const awaited = await sandbox.get<{ matched: { id: string }[] }>(
      `/sandbox/wait?kind=capture&count=${expected.length}&timeout_ms=0&q=${encodeURIComponent(text)}`,
    )
    expect(
      awaited.matched.map(({ id }) => id),
      text,
    ).toEqual(expected.toReversed())
  }
})

test('more words than can be looked for are refused, where they are to be there and where they are not', async () => {
  const sandbox = await startSandbox()
  const unpin = (q: string) => sandbox.request('POST', '/sandbox/captures/unpin', { q })
  const words = (count: number, sign: string) =>
    Array.from({ length: count }, (_, i) => `${sign}w${i}`).join(' ')
  for (const sign of ['', '-']) {
    // A repeated word is looked for once.
    for (const text of [words(50, sign), `${sign}a `.repeat(2000)])
      expect((await unpin(text)).status).toBe(200)
    expectRefused(await unpin(words(51, sign)), {
      status: 422,
      code: 'invalid_field',
      message: /^There are 51 different words in the search, and at most 50 are allowed\.$/,
      fix: /a part/,
    })
  }
  expectRefused(await unpin('endpoint:a evant:b '.repeat(1300)), {
    status: 422,
    code: 'invalid_field',
    message: /^There are 2600 words and filters in the search, and at most 2500 are allowed\.$/,
    fix: /a part/,
  })
})
