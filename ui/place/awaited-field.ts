import { typedAhead } from '../kit/overlay.ts'

let wanted: string | null = null

/** Names the field that is to take the focus at the place that is gone to next. */
export function focusNext(selector: string): void {
  wanted = selector
  awaitField()
}

/** What was named last, once. */
export function takeFocusNext(): string | null {
  const taken = wanted
  wanted = null
  return taken
}

/** How long what is loaded already takes to be drawn, and what is not to be loaded, ms. */
const [drawnWithin, loadedWithin] = [500, 3000]
let begun = Number.NEGATIVE_INFINITY

/** What is typed from now on is meant for a field that is still to be drawn and to take the focus. */
export function awaitField(): void {
  typedAhead()
  begun = performance.now()
}
/** Whether it still may come; told whether something is loading, whether it is likely to. */
export function isFieldAwaited(isLoading = () => true): boolean {
  const waited = performance.now() - begun
  return waited < drawnWithin || (waited < loadedWithin && isLoading())
}

/** Ends the wait; answers what was typed meanwhile. */
export function endWait(): string {
  begun = Number.NEGATIVE_INFINITY
  return typedAhead()
}
