import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Clock, Run, Scenario } from '../../../server/wire.ts'
import { ownFolder } from '../../helpers/folder.ts'
import { holdWall } from '../../helpers/held-wall.ts'
import { startSandbox, type TestSandbox } from '../../helpers/sandbox.ts'
import { ended, expectSuccess, monday, order, play, start, startWith } from './world.ts'

const stories = {
  other: '  - wait: 1d',
  patient: '  - event: card.created\n  - expect: event\n    exactly: 2',
}

test('a run that fails tells which other run has moved the clock meanwhile', async () => {
  const sandbox = await startWith(stories)
  const { id } = await start(sandbox, 'patient', { paused: true })
  const other = await play(sandbox, 'other')
  await sandbox.post(`/sandbox/runs/${id}/resume`)
  const { detail } = await ended(sandbox, id)
  expect(detail).toMatch(/step 2 \(expect-2\): expected exactly 2 events /)
  expect(detail).toMatch(new RegExp(` Meanwhile ${other.id} moved the clock, which all clients share\\.$`))
})

test('a clock moved before the run, or a pause beside it, is not reported', async () => {
  const sandbox = await startWith(stories)
  await play(sandbox, 'other')
  await start(sandbox, 'other', { paused: true })
  const { detail } = await play(sandbox, 'patient')
  expect(detail).toContain('expected exactly 2 events')
  expect(detail).not.toContain('Meanwhile')
})

const clockOf = async (sandbox: TestSandbox) => (await sandbox.get<{ clock: Clock }>('/sandbox/clock')).clock

test('a run sets the clock back at its end, and only time that went by meanwhile has passed', async () => {
  const wall = holdWall(monday.set)
  const sandbox = await startWith(stories, {}, wall.outside)
  await sandbox.clock({ mode: 'real' })
  const run = await play(sandbox, 'other')
  expect(run).toMatchObject({
    moves_clock: true,
    started_at: '2026-01-05T09:00:00.000000Z',
    finished_at: '2026-01-06T09:00:00.000000Z',
  })
  wall.pass(5000)
  expect(await clockOf(sandbox)).toMatchObject({
    mode: 'real',
    now: '2026-01-05T09:00:05.000000Z',
    offset_ms: 0,
  })
})

test('the last of several runs sets the clock back, by what all of them moved it', async () => {
  const sandbox = await startWith(stories)
  const waiting = await start(sandbox, 'other', { paused: true })
  expectSuccess(await play(sandbox, 'other'))
  expect(sandbox.now()).toBe('2026-01-06T09:00:00.000000Z')
  await order(sandbox, waiting.id, 'resume')
  expectSuccess(await ended(sandbox, waiting.id))
  expect(sandbox.now()).toBe('2026-01-05T09:00:00.000000Z')
})

test('an order to the clock during a run stays: an advance is kept, and a time that was set is not moved', async () => {
  const sandbox = await startWith(stories)
  for (const [given, then] of [
    [{ advance: '1h' }, '2026-01-05T10:00:00.000000Z'],
    [{ set: '2026-03-01T00:00:00Z' }, '2026-03-01T00:00:00.000000Z'],
  ] as const) {
    await sandbox.clock(monday)
    const waiting = await start(sandbox, 'other', { paused: true })
    await play(sandbox, 'other')
    await sandbox.clock(given)
    await order(sandbox, waiting.id, 'stop')
    expect(sandbox.now()).toBe(then)
  }
})

test('a reset during a run sets a stopped clock back', async () => {
  const sandbox = await startWith(stories)
  await start(sandbox, 'other', { paused: true })
  await play(sandbox, 'other')
  await sandbox.post('/sandbox/reset')
  expect(sandbox.now()).toBe('2026-01-05T09:00:00.000000Z')
  await play(sandbox, 'other')
  expect(sandbox.now()).toBe('2026-01-05T09:00:00.000000Z')
})

test('a sandbox that was killed during a run starts with the clock set back', async () => {
  const [folder, copy] = [ownFolder(), ownFolder()]
  const data = join(folder, 'sandbox.db')
  const sandbox = await startWith(stories, { data })
  await start(sandbox, 'other', { paused: true })
  await play(sandbox, 'other')
  expect(sandbox.now()).toBe('2026-01-06T09:00:00.000000Z')
  cpSync(folder, copy, { recursive: true })
  const again = await startSandbox({ data: join(copy, 'sandbox.db') })
  expect(again.now()).toBe('2026-01-05T09:00:00.000000Z')
})

test('a scenario says whether it moves the clock', async () => {
  const sandbox = await startWith({ ...stories, nested: '  - repeat: 2\n    steps:\n      - wait: 1h' })
  const { scenarios } = await sandbox.get<{ scenarios: Scenario[] }>('/sandbox/scenarios')
  const moves = (name: string) => scenarios.find((one) => one.name === name)?.moves_clock
  expect(['other', 'nested', 'patient'].map(moves)).toEqual([true, true, false])
  const { run } = await sandbox.post<{ run: Run }>('/sandbox/scenarios/patient/run')
  expect(run.moves_clock).toBe(false)
})
