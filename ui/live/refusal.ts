/** Shows refusals and short messages of the whole page. */
import { signal } from '@preact/signals'
import { createTimer } from '../kit/pace.ts'
import type { Problem, Result } from './api.ts'
import { link } from './live.ts'

/** The last refusal, until the user closes it or does something else. */
export const refusal = signal<Problem | null>(null)
/** A failure to reach the sandbox ends with the connection. */
export function followLink(): void {
  if (link.value.state === 'live' && refusal.peek()?.code === 'not_reached') refusal.value = null
}
/** Whether the code of the banner has loaded. */
export const hasBanner = signal(false)
/** Whether the banner of a lost connection already reports the problem. */
export const isOutage = (problem: Partial<Problem>): problem is Problem =>
  problem.code === 'not_reached' && link.value.state === 'lost' && hasBanner.value
/** A message for screen readers. */
export const said = signal('')

/** Runs an action whose refusal is shown at the top of the page; returns its value, or null. */
export async function attemptTo<T>(act: Promise<Result<T>>): Promise<T | null> {
  const before = refusal.value
  const result = await act
  // A newer refusal stays, however late this response is.
  if (!result.ok) refusal.value = result.problem
  else if (refusal.value === before) refusal.value = null
  return result.ok ? result.value : null
}

/** The message at the foot of the page; empty if there is none. */
export const inSight = signal('')

const shownMs = 3000
const timer = createTimer()

/** Shows a message for a moment without speaking it. */
export function show(words: string, forMs = shownMs): void {
  timer.clear()
  inSight.value = words
  if (words !== '') timer.set(forMs, () => show(''))
}

/** Shows and speaks what a key did, where no button shows it. */
export function say(words: string): void {
  // Screen readers repeat a text only if it was removed in between.
  said.value = ''
  queueMicrotask(() => {
    said.value = words
  })
  show(words)
}
