import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { listRoute } from '../../server/api/lists.ts'
import { waitRoutes } from '../../server/control/wait.ts'
import type { List } from '../../server/database/list.ts'
import { openDatabase } from '../../server/database/open.ts'
import type { Search } from '../../server/database/search.ts'
import { createBus } from '../../server/live/bus.ts'
import { realOutside } from '../../server/outside.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { turnsDuring } from '../helpers/turns.ts'
import { type Waited, wait } from './wait-world.ts'

const apart = 30_000_000

/** A sandbox with two captures between whose numbers there is room for very many others. */
async function startFarApart() {
  const folder = mkdtempSync(join(tmpdir(), 'webhook-sandbox-tests-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const data = join(folder, 'sandbox.db')
  const first = await startSandbox({ data })
  await fetch(`${first.url}/in/demo`, { method: 'POST', body: 'first' })
  await first.close()
  const database = openDatabase(data)
  database.prepare("UPDATE counters SET value = value + ? WHERE name = 'seq'").run(apart)
  database.close()
  const sandbox = await startSandbox({ data })
  await fetch(`${sandbox.url}/in/demo`, { method: 'POST', body: 'second' })
  return sandbox
}

/** How often other work was let in while something was done. */
async function turnsOf<T>(work: Promise<T>): Promise<{ turns: number; result: T }> {
  return { turns: await turnsDuring(work), result: await work }
}

test('a wait lets other work in while it looks through very many records', async () => {
  const sandbox = await startFarApart()
  const { turns, result } = await turnsOf(wait(sandbox, 'kind=capture&timeout_ms=0&count=2&path=*em*'))
  // In steps of 8192 numbers at the most.
  expect(turns).toBeGreaterThan(apart / 8192)
  expect(result).toMatchObject({ met: true, matched: [{}, {}] })
})

test.for(['har', 'jsonl'])('an export as %s lets other work in while it looks', async (form) => {
  const sandbox = await startFarApart()
  const path = `/sandbox/captures.${form}?path=*em*`
  const { turns, result } = await turnsOf(fetch(sandbox.url + path).then((response) => response.text()))
  expect(turns).toBeGreaterThan(apart / 8192)
  const found = form === 'har' ? JSON.parse(result).log.entries : result.trimEnd().split('\n')
  expect(found).toHaveLength(2)
})

test('records that arrive during the last look are not listed as having come instead', async () => {
  const rows = [{ id: 'cap_1', seq: 1 }]
  const none = { names: ['path'], filterOf: () => undefined, flawIn: () => undefined }
  const page = ({ cursor = Number.POSITIVE_INFINITY, limit = 1 }) => ({
    rows: rows
      .filter(({ seq }) => seq < cursor)
      .toReversed()
      .slice(0, limit),
    next: null,
  })
  const list = {
    ...none,
    page,
    pageInTurns: async (asked: { cursor?: number }) => page({ ...asked, limit: 10 }),
    arrived: () => [],
    async arrivedInTurns() {
      const seq = rows.length + 1
      await Promise.resolve()
      rows.push({ id: `cap_${seq}`, seq })
      return []
    },
  }
  const [route] = waitRoutes({
    bus: createBus(0),
    outside: realOutside(),
    lists: { capture: list, delivery: list, event: list, call: list },
    search: { caughtUp: async () => 0 },
    explainer: { caughtUp: async () => {} },
  } as unknown as Parameters<typeof waitRoutes>[0])
  const query = { kind: 'capture', since: '0', timeout_ms: 0, path: 'x' }
  const asked = { params: {}, body: undefined, query, signal: () => new AbortController().signal }
  const answer = (await route?.run(asked as never)) as Waited
  const before = rows.length - 1
  expect(answer.arrived_instead?.[0]).toEqual({ id: `cap_${before}`, seq: before })
  expect(answer.closest?.record).toEqual({ id: `cap_${before}`, seq: before })
})

test('a wait ends at its timeout though the index is behind, says how far, and the index is left alone', async () => {
  const filters = { names: ['path'], filterOf: () => undefined, flawIn: () => undefined }
  const page = () => ({ rows: [], next: null })
  const list = {
    ...filters,
    page,
    pageInTurns: async () => page(),
    arrived: () => [],
    arrivedInTurns: async () => [],
  }
  const given: (() => boolean)[] = []
  const [route] = waitRoutes({
    bus: createBus(0),
    outside: realOutside(),
    lists: { capture: list, delivery: list, event: list, call: list },
    search: {
      lag: () => 7,
      caughtUp({ isOver }: { isOver(): boolean }) {
        given.push(isOver)
        return new Promise(() => {})
      },
    },
    explainer: { caughtUp: async () => {} },
  } as unknown as Parameters<typeof waitRoutes>[0])
  const asked = (query: object) =>
    ({ params: {}, body: undefined, query, signal: () => new AbortController().signal }) as never
  const query = { kind: 'capture', since: '0', timeout_ms: 1 }
  expect(await route?.run(asked({ ...query, path: 'x' }))).toMatchObject({ timed_out: true, index_lag: 7 })
  expect(given.map((isOver) => isOver())).toEqual([true, true])
  // A record that the index lacks may match.
  const none = await route?.run(asked({ ...query, none: 'true', path: 'x' }))
  expect(none).toMatchObject({ met: false, timed_out: true, index_lag: 7, matched: [] })
  expect(await route?.run(asked({ ...query, none: 'true' }))).toMatchObject({ met: true })
  expect(await route?.run(asked(query))).not.toHaveProperty('index_lag')
})

test('a list whose search is behind says how far', async () => {
  const list = {
    names: ['q'],
    filterOf: () => undefined,
    flawIn: () => undefined,
    pageInTurns: async () => ({ rows: [], next: null }),
  }
  const route = listRoute({
    path: '/captures',
    operationId: 'x',
    summary: 'x',
    row: z.string(),
    list: list as unknown as List<unknown>,
    search: {
      caughtUp: async ({ withinMs = Number.POSITIVE_INFINITY } = {}) => (withinMs < 60_000 ? 7 : 0),
    } as Search,
  })
  const asked = (q?: string) => ({ params: {}, query: { limit: 50, order: 'newest', q } }) as never
  expect(await route.run(asked('word'))).toMatchObject({ captures: [], next: null, index_lag: 7 })
  expect(await route.run(asked())).toEqual({ captures: [], next: null })
})
