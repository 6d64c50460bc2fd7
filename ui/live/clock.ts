import { signal } from '@preact/signals'
import type { Clock } from '../../server/wire.ts'

/** The sandbox's clock as last told. */
export const clock = signal<Clock | null>(null)
/** The sandbox's time in whole seconds since 1970; it ticks here between two tellings. */
export const nowSecond = signal(0)
/** Whole seconds of the reader's own time since the page was opened; they go on where the sandbox's clock stands. */
export const ownSecond = signal(0)

let toldAt = 0

/** The sandbox's time now, or at a time of the page's own, in milliseconds since 1970. */
export function sandboxNow(at = performance.now()): number {
  const told = clock.value
  if (told === null) return Date.now()
  const base = Date.parse(told.now)
  // It stands while it is moved.
  return told.mode === 'manual' || told.moving_to ? base : base + (at - toldAt) * told.speed
}

let ticked = 0
/** The sandbox's time when it last ticked here, ms; what is drawn at different times tells the same by it, and is drawn anew with it. */
export function tickedNow(): number {
  nowSecond.value
  clock.value
  return ticked
}

const tick = () => {
  ownSecond.value = Math.floor(performance.now() / 1000)
  const now = sandboxNow()
  const second = Math.floor(now / 1000)
  if (second !== nowSecond.peek()) ticked = now
  nowSecond.value = second
}

/** Takes over what the sandbox said of its clock, at a time of the page's own. */
export function setClock(told: Clock, at = performance.now()): void {
  toldAt = at
  clock.value = told
  ticked = sandboxNow()
  tick()
}

setInterval(tick, 200)
