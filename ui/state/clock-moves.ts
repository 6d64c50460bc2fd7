import { signal } from '@preact/signals'
import type { ClockWords } from '../parts/simulator-commands.ts'
import { said } from './acts.ts'
import type { Problem } from './api.ts'
import { setClock } from './clock.ts'
import { getClock } from './routes.ts'
import { type ClockMoved, postClock } from './simulator-routes.ts'
import { throttle } from './throttle.ts'

/** One order to the clock that was carried out, and how long that took of real time, ms. */
export interface Move {
  words: string
  moved: ClockMoved
  tookMs: number
}
/** Those given in this page, the newest first. */
export const moves = signal<readonly Move[]>([])
/** The words of the order under way, or null. */
export const moving = signal<string | null>(null)
export const moveProblem = signal<Problem | null>(null)

const kept = 8

/** What is due next changes without a word of the clock. */
export const askClock = throttle(500, async () => {
  const told = await getClock()
  if (told.ok && moving.value === null) setClock(told.value.clock)
})

/** Gives one order to the clock; it is answered when all that fell due has settled. */
export async function orderClock(order: ClockWords, words: string): Promise<void> {
  if (moving.value !== null) return
  moving.value = words
  const began = performance.now()
  const told = await postClock(order)
  moving.value = null
  moveProblem.value = told.ok ? null : told.problem
  if (!told.ok) return
  setClock(told.value.clock)
  moves.value = [{ words, moved: told.value, tookMs: performance.now() - began }, ...moves.value].slice(
    0,
    kept,
  )
  said.value = words
}
