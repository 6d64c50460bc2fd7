import { expect, test } from 'vitest'
import type { CallRow, EventRow } from '../../../server/wire.ts'
import { expectSuccess, play, startWith, statesOf, stepOf } from './world.ts'

const branches = `
  - name: both
    parallel:
      - - event: card.created
        - wait: 2h
        - name: late
          event: card.wallet.add
      - - event: kyc.verification.success
        - event: kyc.verification.success
        - wait: 1h
        - name: early
          event: kyc.verification.failure
        - wait: 3h
      - event: customer.updated
  - event: transactions
`

test('branches take turns, and the clock moves to the nearest of their times', async () => {
  const sandbox = await startWith({ story: branches })
  const run = await play(sandbox, 'story')
  expectSuccess(run)
  const { events } = await sandbox.get<{ events: EventRow[] }>(`/sandbox/events?run_id=${run.id}`)
  expect(
    events.toReversed().map(({ event, occurred_at }) => `${occurred_at.slice(11, 16)} ${event}`),
  ).toEqual([
    '09:00 card.created',
    '09:00 kyc.verification.success',
    '09:00 customer.updated',
    '09:00 kyc.verification.success',
    '10:00 kyc.verification.failure',
    '11:00 card.wallet.add',
    '13:00 transactions',
  ])
  expect(stepOf(run, 'both')).toMatchObject({
    state: 'succeeded',
    finished_at: '2026-01-05T13:00:00.000000Z',
  })
})

test('in two sandboxes of one seed they go the same way to the byte, numbers and signatures included', async () => {
  async function whole() {
    const sandbox = await startWith({ story: branches }, { delivery: { timestamps: 'clock' } })
    const run = await play(sandbox, 'story')
    const lists = ['events', 'deliveries', 'captures', 'calls', 'subscriptions'].map((list) =>
      sandbox.get(`/sandbox/${list}`),
    )
    const { host } = new URL(sandbox.url)
    const told = JSON.stringify([run, ...(await Promise.all(lists))], (key, value) =>
      // What the machine takes, and where it listens, is its own.
      /^(?:last_)?duration_ms$|^peer$/.test(key) ? undefined : value,
    )
    return told.replaceAll(host, 'HOST')
  }
  const first = await whole()
  expect(JSON.parse(first)[0].state).toBe('succeeded')
  expect(await whole()).toBe(first)
})

test('an expectation waits for the other branches, and fails when they have nothing more to bring', async () => {
  const text = (last: string) => `
  - parallel:
      - - name: waits
          expect: delivery
          where: { event: ${last}, state: succeeded }
      - - call: GET /cards
        - wait: 1h
        - event: card.created
        - wait: 1h`
  const sandbox = await startWith({ met: text('card.created'), missed: text('card.status.closed') })
  const met = await play(sandbox, 'met')
  expectSuccess(met)
  expect(stepOf(met, 'waits').finished_at).toBe('2026-01-05T10:00:00.000000Z')
  const missed = await play(sandbox, 'missed')
  expect(missed.state).toBe('failed')
  expect(statesOf(missed)).toEqual(['failed', 'failed', ...Array(4).fill('succeeded')])
})

test('a branch that fails ends the others where they are', async () => {
  const sandbox = await startWith({
    story: `
  - name: both
    parallel:
      - - call: GET /cards
        - name: fails
          call: GET /cards/nope
      - - wait: 1h
        - call: GET /cards
      - - repeat: 2
          steps:
            - parallel:
                - wait: 2h
                - wait: 3h
  - call: GET /cards`,
  })
  const run = await play(sandbox, 'story')
  expect(run.state).toBe('failed')
  expect(run.detail).toMatch(/^story\.yaml, line 5, step 1\.1\.2 \(fails\): status: /)
  expect(stepOf(run, 'both')).toMatchObject({ state: 'failed', detail: 'step 1.1.2 (fails) failed' })
  expect(Object.fromEntries(run.steps.map(({ index, state }) => [index, state]))).toEqual({
    1: 'failed',
    '1.1.1': 'succeeded',
    '1.1.2': 'failed',
    '1.2.1': 'stopped',
    '1.2.2': 'skipped',
    '1.3.1': 'stopped',
    '1.3.1.1': 'stopped',
    '1.3.1.1.1.1': 'skipped',
    '1.3.1.1.2.1': 'skipped',
    2: 'skipped',
  })
  expect(sandbox.now()).toBe('2026-01-05T09:00:00.000000Z')
})

test('on a clock that runs, branches go on beside one that waits for news', async () => {
  const sandbox = await startWith({
    story: `
  - parallel:
      - - name: waits
          expect: delivery
          where: { state: succeeded }
        - name: after
          call: GET /cards
          headers: { Branch: first }
      - - reply: { status: 200, delay_ms: 40 }
        - event: card.created
        - call: GET /cards
          headers: { Branch: second }`,
  })
  await sandbox.clock({ mode: 'real' })
  const run = await play(sandbox, 'story')
  expectSuccess(run)
  const { calls } = await sandbox.get<{ calls: CallRow[] }>(`/sandbox/calls?run_id=${run.id}`)
  const branchOf = ({ request }: CallRow) =>
    request.headers.find(([name]) => name.toLowerCase() === 'branch')?.[1]
  expect(calls.toReversed().map(branchOf)).toEqual(['second', 'first'])
})
