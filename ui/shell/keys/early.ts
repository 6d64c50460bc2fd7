/** Loads the keys of the page with the reader's first action, and keeps the keys pressed until then. */

import { effect } from '@preact/signals'
import { handSeen } from '../../kit/hand.ts'
import { painted } from '../../kit/painted.ts'
import { place } from '../../place/navigation.ts'
import { isField } from './field.ts'

const known = /^(.|Enter|Escape|Backspace|Delete|Home|End|Page\w+|Arrow\w+)$/

/**
 * Whether the page may want the key. A button keeps the keys that press it, a field those typed into it, unless earlier ones
 * wait.
 */
function mayBeWanted(
  { key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent,
  at: EventTarget | null,
  isBehind: boolean,
) {
  if (ctrlKey || metaKey) return !altKey && !shiftKey && key.toLowerCase() === 'k'
  if (altKey || !known.test(key) || (isField(at) && !isBehind)) return false
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
  let stop = () => {}
  const load = async () => {
    const { listenToAll } = await import('./listen.ts').catch((error) => {
      loading = undefined
      throw error
    })
    unwatch()
    stop = listenToAll(from)
    // Each key finds what the one before it has drawn. Keys pressed meanwhile wait behind.
    for (let event = kept.shift(); event !== undefined; event = kept.shift()) {
      press(event)
      await painted()
    }
    stopKeeping()
  }
  const keep = (event: KeyboardEvent) => {
    if (!event.isTrusted) return
    // A failed load is reported, and the next key tries again.
    if (loading === undefined) kept = []
    loading ??= load()
    if (!mayBeWanted(event, event.composedPath()[0] ?? null, kept.length > 0)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    kept.push(event)
  }
  addEventListener('keydown', keep, true)
  const stopKeeping = () => removeEventListener('keydown', keep, true)
  const unwatch = effect(() => {
    // Only keys that waited for it are worth a report.
    if (handSeen.value)
      loading ??= load().catch((error) => {
        if (kept.length > 0) throw error
      })
  })
  return () => {
    stopKeeping()
    unwatch()
    stop()
  }
}
