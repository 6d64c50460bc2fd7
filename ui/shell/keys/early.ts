/** Loads the keys of the page with the reader's first action, and keeps the keys pressed until then. */

import { effect } from '@preact/signals'
import { handSeen } from '../../kit/hand.ts'
import { place } from '../../place/navigation.ts'
import { isField } from './field.ts'

const known = /^(.|Enter|Escape|Backspace|Delete|Home|End|Page\w+|Arrow\w+)$/

/** Whether the page may want the key. A button keeps the keys that press it. */
function mayBeWanted({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent, at: EventTarget | null) {
  if (ctrlKey || metaKey) return !altKey && !shiftKey && key.toLowerCase() === 'k'
  if (altKey || !known.test(key) || isField(at)) return false
  return /^\S$/.test(key) || !(at instanceof Element && at.matches('button, a, summary'))
}

/** Presses a key where the focus is now. A field takes the character. */
function press(event: KeyboardEvent): void {
  const at = document.activeElement ?? document.body
  if (isField(at) && event.key.length === 1) document.execCommand('insertText', false, event.key)
  else at.dispatchEvent(new KeyboardEvent('keydown', event))
}

/** Starts listening to the keys. Returns how to stop. */
export function listenToKeys(): () => void {
  const from = place.peek()
  let kept: KeyboardEvent[] = []
  let loading: Promise<void> | undefined
  const load = async () => {
    const { listenToAll } = await import('./listen.ts').finally(() => {
      loading = undefined
    })
    stop()
    stop = listenToAll(from)
    for (const event of kept) press(event)
  }
  const keep = (event: KeyboardEvent) => {
    // A failed load is reported, and the next key tries again.
    if (loading === undefined) kept = []
    loading ??= load()
    if (!mayBeWanted(event, event.composedPath()[0] ?? null)) return
    event.preventDefault()
    event.stopPropagation()
    kept.push(event)
  }
  addEventListener('keydown', keep, true)
  const unwatch = effect(() => {
    // Only keys that waited for it are worth a report.
    if (handSeen.value)
      loading ??= load().catch((error) => {
        if (kept.length > 0) throw error
      })
  })
  let stop = () => {
    removeEventListener('keydown', keep, true)
    unwatch()
  }
  return () => stop()
}
