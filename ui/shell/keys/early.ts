/** Loads the keys of the page with the reader's first action, and keeps the keys pressed until then. */

import { effect } from '@preact/signals'
import { handSeen } from '../../kit/hand.ts'
import { place } from '../../place/navigation.ts'
import { isField } from './field.ts'

const known = /^(.|Enter|Escape|Backspace|Delete|Home|End|Page\w+|Arrow\w+)$/

const isForPalette = ({ ctrlKey, metaKey, altKey, shiftKey, key }: KeyboardEvent) =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && /^k$/i.test(key)

/**
 * Whether the page may want the key. A field keeps all but Escape, unless earlier keys wait. A button keeps the keys that press
 * it. After the key of the palette, all keys are for the palette.
 */
function mayBeWanted(
  event: KeyboardEvent,
  at: EventTarget | null,
  { areWaiting, isForDialog }: { areWaiting: boolean; isForDialog: boolean },
) {
  const { key, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey) return isForPalette(event)
  if (isForDialog) return known.test(key) || key === 'Tab'
  if (!known.test(key) || (isField(at) && key !== 'Escape' && !areWaiting)) return false
  return /^\S$/.test(key) || !(at instanceof Element && at.matches('button, a, summary'))
}

/** Starts listening to the keys. */
export function listenToKeys(): void {
  const from = place.peek()
  let kept: KeyboardEvent[] = []
  /** Whether the palette was called. Keys that were not kept would overtake those that wait for it. */
  let isForDialog = false
  const own = new WeakSet<Event>()
  let loading: Promise<void> | undefined
  const load = async () => {
    const { listenToAll, pressAll } = await import('./listen.ts').catch((error) => {
      loading = undefined
      throw error
    })
    unwatch()
    listenToAll(from)
    await pressAll(kept, own)
    removeEventListener('keydown', keep, true)
  }
  const keep = (event: KeyboardEvent) => {
    if (own.has(event)) return
    // A failed load is reported, and the next key tries again.
    if (loading === undefined) kept = []
    loading ??= load()
    const at = event.composedPath()[0] ?? null
    if (!mayBeWanted(event, at, { areWaiting: kept.length > 0, isForDialog })) return
    isForDialog = isForPalette(event) || (isForDialog && event.key !== 'Escape')
    event.preventDefault()
    event.stopImmediatePropagation()
    kept.push(event)
  }
  addEventListener('keydown', keep, true)
  const unwatch = effect(() => {
    // Only keys that waited for it are worth a report.
    if (handSeen.value)
      loading ??= load().catch((error) => {
        if (kept[0]) throw error
      })
  })
}
