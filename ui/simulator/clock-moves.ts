/** Sends requests to the clock in order, and records their results. */

import { computed, signal } from '@preact/signals'
import type { Clock } from '../../server/wire.ts'
import { fieldProblems } from '../form/field-problems.ts'
import type { Problem } from '../live/api.ts'
import { clock, sandboxNow, setClock } from '../live/clock.ts'
import { link } from '../live/live.ts'
import { attemptTo, refusal, said } from '../live/refusal.ts'
import { type ClockMoved, type ClockWords, postClock } from '../live/routes/running.ts'
import { getClock } from '../live/routes.ts'
import { undoable } from '../live/undo.ts'
import { ordered } from './clock-asking.ts'

/** A finished clock request, with its real duration in ms. */
export interface Move {
  words: string
  moved: ClockMoved
  tookMs: number
}
/** The requests of this page, newest first. */
export const moves = signal<readonly Move[]>([])

/** The target of another client's request that was running when this page sent its first request. */
const before = signal<string | null>(null)
/** The target of another client's running request, or null. */
export const elsewhere = computed(() => {
  const to = clock.value?.moving_to ?? null
  return ordered.value.length === 0 || to === before.value ? to : null
})

/** The form field of a request. */
type ClockField = 'speed' | 'advance' | 'set'
/** The last refusal and its form field. */
const refused = signal<{ problem: Problem; field: ClockField | null } | null>(null)
/** A failure to reach the sandbox ends with the connection. */
export const followLink = () => {
  if (link.value.state === 'live' && refused.peek()?.problem.code === 'not_reached') refused.value = null
}
const shared = computed(() => {
  const { problem = null, field = null } = refused.value ?? {}
  return fieldProblems(problem, field === null ? [] : [field])
})
/** The problem of each field. */
export const fieldRefusals = computed(() => shared.value.at)
/** The last refusal that belongs to no field. */
export const moveProblem = computed(() => shared.value.rest)

const kept = 8
/** A smaller offset comes from the way of the frame, ms. */
const noticeable = 5000

/** The request that advances to the next due time, or null. */
export function toDue(): ClockWords | null {
  const due = clock.value?.next_due ?? null
  if (due === null) return null
  // Work that is due already must not set the clock back.
  return Date.parse(due) <= sandboxNow() ? { advance: '0' } : { set: due }
}

const queue = signal<Promise<void>>(Promise.resolve())

/** A clock request and its label. */
interface ClockOrder {
  words: string
  /** Created when the request's turn comes, if it depends on the clock. Null if nothing is left to do. */
  order: ClockWords | (() => ClockWords | null)
  field?: ClockField | null
}

/** Sends a request after the earlier ones. Each finishes when all due work is done. */
export function orderClock(asked: ClockOrder): Promise<void> {
  refused.value = null
  // Hides the refusal of an earlier action.
  refusal.value = null
  ordered.value = [...ordered.value, asked.words]
  queue.value = queue.value.then(async () => {
    await carryOut(asked)
    ordered.value = ordered.value.slice(1)
  })
  return queue.value
}

const nothingDue: Problem = {
  code: 'nothing_due',
  message: 'Nothing is due.',
  fix: 'Advance the clock by a duration, or set a time.',
}

/** Restores the mode and speed of the clock, and its time if the mode moved it. */
async function giveBack({ mode, speed, offset_ms, now }: Clock): Promise<void> {
  const orders: ClockWords[] = [mode === 'manual' ? { mode } : { mode, speed }]
  if (mode === 'manual') orders.push({ set: now })
  else if (offset_ms > noticeable) orders.push({ set: new Date(Date.now() + offset_ms).toISOString() })
  for (const order of orders) {
    const told = await attemptTo(postClock(order))
    if (told !== null) setClock(told.clock)
  }
}

async function carryOut({ words, order, field = null }: ClockOrder): Promise<void> {
  const asked = typeof order === 'function' ? order() : order
  if (asked === null) {
    refused.value = { problem: nothingDue, field: null }
    return
  }
  // Reads the clock, because no frame announces a request. Such a frame would shift the numbers of later frames.
  const now = await getClock()
  if (now.ok) setClock(now.value.clock)
  before.value = clock.value?.moving_to ?? null
  const former = clock.value
  const began = performance.now()
  const told = await postClock(asked)
  if (!told.ok) {
    refused.value = { problem: told.problem, field }
    return
  }
  setClock(told.value.clock)
  if (former !== null && (asked.mode ?? asked.speed) !== undefined) undoable(words, () => giveBack(former))
  const move = { words, moved: told.value, tookMs: performance.now() - began }
  moves.value = [move, ...moves.value].slice(0, kept)
  said.value = words
}
