import { signal } from '@preact/signals'
import { said } from './refusal.ts'

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
