/** Keeps the sandbox's time on the page, and ticks between updates. */
import { signal } from '@preact/signals'
import type { Clock } from '../../server/wire.ts'

/** The sandbox's clock in its last update. */
export const clock = signal<Clock | null>(null)
/** The sandbox's time in whole seconds since 1970; ticks between two updates. */
export const nowSecond = signal(0)
/** Whole seconds of real time since the page opened, even while the sandbox's clock is stopped. */
export const ownSecond = signal(0)

/** The time of the page at the last update. */
const toldAt = signal(0)

/** The sandbox's time now, or at a time of the page, in milliseconds since 1970. */
export function sandboxNow(at = performance.now()): number {
  const told = clock.value
  if (told === null) return Date.now()
  const base = Date.parse(told.now)
  // The clock does not run while it is being moved.
  return told.mode === 'manual' || told.moving_to ? base : base + (at - toldAt.peek()) * told.speed
}

const ticked = signal(0)
/** The sandbox's time at its last tick, ms. All parts of the page show the same time, and redraw with it. */
export function tickedNow(): number {
  clock.value
  return ticked.value
}

/** Moves the times of the page on. */
export function tick(): void {
  ownSecond.value = Math.floor(performance.now() / 1000)
  const now = sandboxNow()
  const second = Math.floor(now / 1000)
  if (second !== nowSecond.peek()) ticked.value = now
  nowSecond.value = second
}

/** Sets the clock from an update, received at a time of the page. */
export function setClock(told: Clock, at = performance.now()): void {
  toldAt.value = at
  clock.value = told
  ticked.value = sandboxNow()
  tick()
}
