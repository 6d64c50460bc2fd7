import { computed, effect, signal } from '@preact/signals'
import { fieldProblems } from '../form/field-problems.ts'
import type { Problem } from '../live/api.ts'
import { clock, sandboxNow, setClock } from '../live/clock.ts'
import { link } from '../live/live.ts'
import { refusal, said } from '../live/refusal.ts'
import { type ClockMoved, type ClockWords, postClock } from '../live/routes/simulator.ts'
import { getClock } from '../live/routes.ts'
import { ordered } from './clock-asking.ts'

/** One order to the clock that was carried out, and how long that took of real time, ms. */
export interface Move {
  words: string
  moved: ClockMoved
  tookMs: number
}
/** Those given in this page, the newest first. */
export const moves = signal<readonly Move[]>([])

/** Where an order from elsewhere leads that was under way when the first of these was given. */
const before = signal<string | null>(null)
/** The same while it still is; without an order of this page, any that is under way. */
export const elsewhere = computed(() => {
  const to = clock.value?.moving_to ?? null
  return ordered.value.length === 0 || to === before.value ? to : null
})

/** A field of this page that an order was typed into. */
type ClockField = 'speed' | 'advance' | 'set'
/** The last refusal, and the field that its order was typed into. */
const refused = signal<{ problem: Problem; field: ClockField | null } | null>(null)
effect(() => {
  if (link.value.state === 'live' && refused.peek()?.problem.code === 'not_reached') refused.value = null
})
const shared = computed(() => {
  const { problem = null, field = null } = refused.value ?? {}
  return fieldProblems(problem, field === null ? [] : [field])
})
/** What was refused of each field. */
export const fieldRefusals = computed(() => shared.value.at)
/** The last refusal that no field says. */
export const moveProblem = computed(() => shared.value.rest)

const kept = 8

/** The order that goes to what is due next; null where nothing is. */
export function toDue(): ClockWords | null {
  const due = clock.value?.next_due ?? null
  if (due === null) return null
  // What is due already must not set the clock back.
  return Date.parse(due) <= sandboxNow() ? { advance: '0' } : { set: due }
}

let queue: Promise<void> = Promise.resolve()

/** What is asked of the clock, and what the page calls it. */
interface ClockOrder {
  words: string
  /** Made when its turn comes, where it hangs on how the clock stands then; null where nothing is left to do. */
  order: ClockWords | (() => ClockWords | null)
  field?: ClockField | null
}

/** Gives one order to the clock, after those given before; each is answered when all that fell due has settled. */
export function orderClock(asked: ClockOrder): Promise<void> {
  refused.value = null
  // Another act's refusal stands only until something else is done.
  refusal.value = null
  ordered.value = [...ordered.value, asked.words]
  queue = queue.then(async () => {
    await carryOut(asked)
    ordered.value = ordered.value.slice(1)
  })
  return queue
}

const nothingDue: Problem = {
  code: 'nothing_due',
  message: 'Nothing was due any more.',
  fix: 'Move the clock by a step, or to a time.',
}

async function carryOut({ words, order, field = null }: ClockOrder): Promise<void> {
  const asked = typeof order === 'function' ? order() : order
  if (asked === null) {
    refused.value = { problem: nothingDue, field: null }
    return
  }
  // No frame tells that an order begins: as it came by real time, it would shift the numbers of all that follows.
  const now = await getClock()
  if (now.ok) setClock(now.value.clock)
  before.value = clock.value?.moving_to ?? null
  const began = performance.now()
  const told = await postClock(asked)
  if (!told.ok) {
    refused.value = { problem: told.problem, field }
    return
  }
  setClock(told.value.clock)
  const move = { words, moved: told.value, tookMs: performance.now() - began }
  moves.value = [move, ...moves.value].slice(0, kept)
  said.value = words
}
