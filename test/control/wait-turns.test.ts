import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { waitRoutes } from '../../server/control/wait.ts'
import { openDatabase } from '../../server/database/open.ts'
import { createBus } from '../../server/live/bus.ts'
import { realOutside } from '../../server/outside.ts'
import { startSandbox } from '../helpers/sandbox.ts'
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
async function turnsOf<T>(work: () => Promise<T>): Promise<{ turns: number; result: T }> {
  const turns = vi.spyOn(globalThis, 'setImmediate')
  const result = await work()
  const count = turns.mock.calls.length
  turns.mockRestore()
  return { turns: count, result }
}

test('a wait lets other work in while it looks through very many records', async () => {
  const sandbox = await startFarApart()
  const { turns, result } = await turnsOf(() => wait(sandbox, 'kind=capture&timeout_ms=0&count=2&path=*em*'))
  // In steps of 8192 numbers at the most.
  expect(turns).toBeGreaterThan(apart / 8192)
  expect(result).toMatchObject({ met: true, matched: [{}, {}] })
})

test.for(['har', 'jsonl'])('an export as %s lets other work in while it looks', async (form) => {
  const sandbox = await startFarApart()
  const path = `/sandbox/captures.${form}?path=*em*`
  const { turns, result } = await turnsOf(async () => (await fetch(sandbox.url + path)).text())
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
