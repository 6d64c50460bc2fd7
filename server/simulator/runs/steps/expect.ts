/** The step that checks what a run has caused. */
import { valueAt } from '../../../events/overrides.ts'
import { keysIn } from '../../../words/json-path.ts'
import type { Expectable, Read } from '../../scenarios/kinds.ts'
import { sayCount, sayExpected, sayFilters } from '../../scenarios/summary.ts'
import type { Done, StepWorld } from '../context.ts'
import { StepFailure } from '../failure.ts'
import { type Mismatch, mismatches, sayMismatch } from '../matching.ts'
import { type Row, rowsOf, wholeOf } from './rows.ts'

const usualPatienceMs = 10_000
const listed = 3

/** Checks whether the run has caused what is expected, and waits if it may still come. */
export async function expect(given: Read<'expect'>, world: StepWorld): Promise<Done> {
  const { needs, going, run, settle } = world
  const { expect: kind, where = {}, count = 1, exactly, within = usualPatienceMs } = given
  if (kind === 'capture' && run().endpoint === null && !needs.endpointOf(world.subscription().url))
    return { detail: "the subscription's receiver does not belong to the sandbox", isSkipped: true }

  const look = () => rowsOf(kind, world, run().seq).map((row) => lookedAt(row, { kind, where, world }))
  const fitting = (looked: ReturnType<typeof look>) => looked.filter(({ misses }) => misses.length === 0)
  const isEnough = () => fitting(look()).length >= (exactly ?? count)

  // The exact number is only known when nothing is under way.
  if (needs.clock.state().mode === 'manual') await settle()
  if (!isEnough()) await going.turns.listen(isEnough, within)
  if (exactly !== undefined) await settle()

  const looked = look()
  const found = fitting(looked)
  const isMet = exactly === undefined ? found.length >= count : found.length === exactly
  if (!isMet) throw new StepFailure(sayMiss(given, { looked, found: found.length }))
  const [first] = found
  return {
    detail: `${found.length} of ${sayCount(looked.length, kind)}`,
    keeps: first && wholeOf(kind, world, first.row),
    refs: found.map(({ row }) => ({ kind, id: row.id })),
  }
}

interface Looked {
  row: Row
  /** The expected fields of the record. */
  seen: unknown
  misses: Mismatch[]
}

/** How a record differs from the expectation. Fields that lists leave out are read only if needed. */
function lookedAt(
  row: Row,
  { kind, where, world }: { kind: Expectable; where: Record<string, unknown>; world: StepWorld },
): Looked {
  const misses = mismatches(row, where)
  if (misses.every(({ path }) => isTold(row, path))) return { row, seen: row, misses }
  const seen = wholeOf(kind, world, row)
  return { row, seen, misses: mismatches(seen, where) }
}

/** Whether a list has the value at a path. */
const isTold = (row: Row, path: string) =>
  valueAt(row, keysIn(path)) !== undefined || (!path.includes('.') && Object.hasOwn(row, path))

/**
 * `expected 1 delivery of this run with …; there were 2 deliveries: …; the nearest, dlv_…: state is failed, not succeeded`.
 */
function sayMiss(given: Read<'expect'>, { looked, found }: { looked: Looked[]; found: number }): string {
  const { expect: kind, where = {} } = given
  const wanted = sayExpected(given, ' of this run')
  if (looked.length === 0) return `expected ${wanted}; there was none.`
  const there = `there ${looked.length === 1 ? 'was' : 'were'} ${sayCount(looked.length, kind)}`
  const fit = found === 0 ? '' : found === looked.length ? ', and all fit' : `, and ${found} fit`
  const shown = looked.slice(-listed).map(({ row, seen }) => `${row.id} (${saySeen(seen, where)})`)
  const others = looked.filter(({ misses }) => misses.length > 0)
  const [near] = others.toSorted((a, b) => a.misses.length - b.misses.length || b.row.seq - a.row.seq)
  const rows = `${looked.length > listed ? 'the last are ' : ''}${shown.join(', ')}`
  const nearest = near
    ? `; the nearest, ${near.row.id}: ${near.misses.map(sayMismatch).join(' and ')}${sayWhy(near)}`
    : ''
  return `expected ${wanted}; ${there}${fit}: ${rows}${nearest}.`
}

/** Why a delivery's state differs from the expectation, if its reason says so. */
const sayWhy = ({ row, misses }: Looked): string =>
  'reason' in row && row.reason && misses.some(({ path }) => path === 'state') ? ` (${row.reason})` : ''

/** A record by its expected fields. */
function saySeen(seen: unknown, where: Readonly<Record<string, unknown>>): string {
  const asked = Object.keys(where).length > 0 ? Object.keys(where) : ['event']
  const told = asked.map((path) => {
    const value = valueAt(seen, keysIn(path))
    return [path, value === undefined ? 'not there' : value]
  })
  return sayFilters(Object.fromEntries(told))
}
