import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ArmedError } from '../../../server/wire.ts'
import { expectRefused } from '../../control/refused.ts'
import { ownFolder } from '../../helpers/folder.ts'
import { startSandbox } from '../../helpers/sandbox.ts'
import { watch } from '../../live/world.ts'
import { demo } from '../../platform/ask.ts'
import { arm, armedAt, counts, statuses } from './arm.ts'

test('fields that were not given show their defaults', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-01-05T12:00:00Z' })
  const armed = await arm(sandbox, { code: 'card_dne' })
  expect(armed).toEqual({
    id: expect.stringMatching(/^arm_\w{26}$/),
    seq: expect.any(Number),
    code: 'card_dne',
    status: null,
    body: null,
    outcome: null,
    method: null,
    path: null,
    identity: null,
    times: null,
    after: 0,
    probability: null,
    delay_ms: 0,
    source: 'api',
    matched: 0,
    fired: 0,
    created_at: '2026-01-05T12:00:00.000000Z',
  })
  expect(await armedAt(sandbox)).toEqual([armed])
})

test('they are listed newest first, page by page, each once', async () => {
  const sandbox = await startSandbox()
  const made: string[] = []
  for (let status = 500; status < 505; status++) made.unshift((await arm(sandbox, { status })).id)
  const seen: string[] = []
  let cursor = ''
  for (const size of [2, 2, 1]) {
    const page = await sandbox.get<{ armed_errors: ArmedError[]; next: string | null }>(
      `/sandbox/armed-errors?limit=2${cursor}`,
    )
    expect(page.armed_errors).toHaveLength(size)
    seen.push(...page.armed_errors.map(({ id }) => id))
    cursor = `&cursor=${page.next}`
  }
  expect(seen).toEqual(made)
  expect(cursor).toBe('&cursor=null')
})

test('one that is removed is answered as it was, fires no more, and is unknown from then on', async () => {
  const sandbox = await startSandbox()
  const { id } = await arm(sandbox, { code: 'card_dne' })
  const other = await arm(sandbox, { status: 503, path: '/cards' })
  expect(await statuses(sandbox, 1)).toEqual([404])
  const path = `/sandbox/armed-errors/${id}`
  const removed = await sandbox.request('DELETE', path)
  expect(removed).toMatchObject({ status: 200, body: { armed_error: { id, matched: 1, fired: 1 } } })
  expect(await armedAt(sandbox)).toEqual([other])
  expect(await statuses(sandbox, 1)).toEqual([200])
  const again = await sandbox.request('DELETE', path)
  expectRefused(again, { status: 404, code: 'armed_error_unknown', message: new RegExp(id) })
})

test('the live socket announces arming, each matched call, and disarming', async () => {
  const sandbox = await startSandbox()
  const client = await watch(sandbox.url)
  const { id, seq } = await arm(sandbox, { code: 'card_dne', after: 1, path: '/webhooks' })
  await statuses(sandbox, 1, '/cards')
  await statuses(sandbox, 2)
  await sandbox.request('DELETE', `/sandbox/armed-errors/${id}`)
  const told = () =>
    client.news().flatMap(({ kind, data }) => (kind === 'armed_error' ? [data as unknown] : []))
  await client.until(() => told().length >= 4)
  expect(told()).toMatchObject([
    { id, seq, matched: 0, fired: 0 },
    { id, seq, matched: 1, fired: 0 },
    { id, seq, matched: 2, fired: 1 },
    { id, deleted: true },
  ])
})

describe('of the config', () => {
  const armed_errors = [
    { code: 'card_dne', path: '/api/v0.1/cards', times: 1 },
    { status: 503, path: '/x' },
  ]

  test('they are armed from the start', async () => {
    const sandbox = await startSandbox({ armed_errors })
    expect(await armedAt(sandbox)).toMatchObject([
      { code: 'card_dne', path: '/cards', times: 1, source: 'config' },
      { status: 503, body: null, path: '/x', source: 'config' },
    ])
    expect(await statuses(sandbox, 2, '/cards')).toEqual([404, 200])
  })

  test('at a restart, errors of the config are armed again once, and others stay unchanged', async () => {
    const data = join(ownFolder(), 'sandbox.db')
    const first = await startSandbox({ data, armed_errors })
    const kept = await arm(first, { code: 'transfer_dne', path: '/webhooks', times: 2 })
    await statuses(first, 1)
    await statuses(first, 1, '/cards')
    expect(await counts(first)).toEqual([
      [1, 1],
      [0, 0],
      [1, 1],
    ])
    await first.close()

    const second = await startSandbox({ data, armed_errors })
    expect(await armedAt(second)).toMatchObject([
      { id: kept.id, source: 'api', fired: 1 },
      { code: 'card_dne', source: 'config', fired: 0 },
      { status: 503, source: 'config', fired: 0 },
    ])
    expect(await statuses(second, 2)).toEqual([404, 200])
    expect(await statuses(second, 2, '/cards')).toEqual([404, 200])
    await second.close()

    const third = await startSandbox({ data })
    expect(await armedAt(third)).toMatchObject([{ id: kept.id, fired: 2 }])
  })

  test('a reset of the sandbox arms those of the config again, and no other', async () => {
    const sandbox = await startSandbox({ armed_errors })
    await arm(sandbox, { code: 'transfer_dne' })
    await statuses(sandbox, 1, '/cards')
    await sandbox.post('/sandbox/reset', {})
    expect(await armedAt(sandbox)).toMatchObject([
      { code: 'card_dne', source: 'config', matched: 0, fired: 0 },
      { status: 503, source: 'config' },
    ])
    expect(await statuses(sandbox, 1)).toEqual([200])
    expect(await statuses(sandbox, 2, '/cards')).toEqual([404, 200])
  })

  test.for([
    [{ code: 'card_den' }, /armed_errors.*card_den.*card_dne/],
    [{ code: 'card_dne', tmies: 1 }, /armed_errors.*tmies.*times/],
    [{}, /armed_errors.*exactly one/],
  ] as const)('%j ends the start with what is wrong', async ([order, says]) => {
    await expect(startSandbox({ armed_errors: [order] })).rejects.toThrow(says)
  })
})

describe('refused', () => {
  test.for([
    [{ code: 'card_den' }, 'card_den', 'card_dne'],
    [{ code: 'Insufficient_Funds' }, 'Insufficient_Funds', 'insufficient_funds'],
    [{ code: 'card_dne', probabilty: 0.5 }, 'probabilty', 'probability'],
    [{ code: 'card_dne', delay: 5 }, 'delay', 'delay_ms'],
    [{}, 'exactly one'],
    [{ code: 'card_dne', status: 500 }, 'exactly one'],
    [{ status: 500, outcome: 'reset' }, 'exactly one'],
    [{ code: 'card_dne', body: 'text' }, 'body: needs a status'],
    [{ status: 199 }, 'status: must be a whole number from 200 to 599'],
    [{ status: 600 }, 'status'],
    [{ outcome: 'explode' }, 'outcome'],
    [{ code: 'card_dne', method: 'P0ST' }, 'method'],
    [{ code: 'card_dne', method: 'BREW' }, 'method'],
    [{ code: 'card_dne', path: 'cards' }, 'path', '/'],
    [{ code: 'card_dne', path: '/cards?page=1' }, 'path', 'query'],
    [{ code: 'card_dne', path: '/cards#1' }, 'path', 'query'],
    [{ code: 'card_dne', identity: '' }, 'identity'],
    [{ code: 'card_dne', times: 0 }, 'times: must be a whole number of 1 or more'],
    [{ code: 'card_dne', times: 'once' }, 'times: must be a whole number of 1 or more'],
    [{ code: 5 }, 'code: must be text'],
    [{ code: 'card_dne', after: -1 }, 'after'],
    [{ code: 'card_dne', probability: 0 }, 'probability'],
    [{ code: 'card_dne', probability: 1.01 }, 'probability: must be a number above 0 and at most 1'],
    [{ code: 'card_dne', delay_ms: 600_001 }, 'delay_ms'],
  ] as const)('%j', async ([order, ...says]) => {
    const sandbox = await startSandbox()
    const answer = await sandbox.request('POST', '/sandbox/armed-errors', order)
    expectRefused(answer, { status: 422, code: 'invalid_field' })
    for (const part of says) expect(JSON.stringify(answer.body)).toContain(part)
    expect(await armedAt(sandbox)).toEqual([])
  })

  test.for([
    ['card_den', 'card_dne'],
    ['rest', 'reset'],
    ['999', 'catalogue'],
    ['nothing like a code', 'catalogue'],
  ] as const)('Sandbox-Error: %s', async ([word, meant]) => {
    const sandbox = await startSandbox()
    const headers = { ...demo, 'sandbox-error': word }
    const body = { url: 'http://localhost:9/', events: ['*'] }
    const answer = await sandbox.call('POST', '/webhooks', body, headers)
    expectRefused(answer, { status: 422, code: 'error_code_unknown', message: new RegExp(word) })
    expect(JSON.stringify(answer.body)).toContain(meant)
    expect((await sandbox.call('GET', '/webhooks')).body).toEqual({ webhook_subscriptions: [] })
  })
})
