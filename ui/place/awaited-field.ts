/** Keeps keys that are typed before their field appears. */
import { signal } from '@preact/signals'
import { typedAhead } from '../kit/overlay.ts'

const wanted = signal<string | null>(null)

/** Names the field that gets the focus at the next place. */
export function focusNext(selector: string): void {
  wanted.value = selector
  awaitField()
}

/** Returns the last named field, once. */
export function takeFocusNext(): string | null {
  const taken = wanted.peek()
  wanted.value = null
  return taken
}

/** The time to draw loaded code, and to load other code, ms. */
const [drawnWithin, loadedWithin] = [500, 3000]
const begun = signal(Number.NEGATIVE_INFINITY)

/** From now on, typed text belongs to a field that is still to appear. */
export function awaitField(): void {
  typedAhead()
  begun.value = performance.now()
}
/** Whether the field can still appear; while code loads, whether that is likely. */
export function isFieldAwaited(isLoading = () => true): boolean {
  const waited = performance.now() - begun.peek()
  return waited < drawnWithin || (waited < loadedWithin && isLoading())
}

/** Ends the wait; returns the text typed meanwhile. */
export function endWait(): string {
  begun.value = Number.NEGATIVE_INFINITY
  return typedAhead()
}
