import { effect, signal } from '@preact/signals'
import type { Problem, Result } from './api.ts'
import { link } from './live.ts'

/** The last refusal, until it is closed or something else is done. */
export const refusal = signal<Problem | null>(null)
effect(() => {
  if (link.value.state === 'live' && refusal.peek()?.code === 'not_reached') refusal.value = null
})
/** A line for those who cannot see what changed; screen readers speak it. */
export const said = signal('')

/** Runs an act whose refusal belongs on top of the page; answers its value, or null. */
export async function attemptTo<T>(act: Promise<Result<T>>): Promise<T | null> {
  const before = refusal.value
  const result = await act
  // What was refused meanwhile stands, however late this one is answered.
  if (!result.ok) refusal.value = result.problem
  else if (refusal.value === before) refusal.value = null
  return result.ok ? result.value : null
}

/** What is said in sight at the foot of the page for a moment; empty where nothing is. */
export const inSight = signal('')

const shownMs = 3000
let timer: ReturnType<typeof setTimeout> | undefined

/** Shows words for a moment without speaking them. */
export function show(words: string, forMs = shownMs): void {
  clearTimeout(timer)
  inSight.value = words
  if (words !== '') timer = setTimeout(() => show(''), forMs)
}

/** Says what a key did, where no button stands by to say it: to those who see and to those who hear. */
export function say(words: string): void {
  // The same words twice are spoken only when they were gone in between.
  said.value = ''
  queueMicrotask(() => {
    said.value = words
  })
  show(words)
}
