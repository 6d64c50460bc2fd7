import { typedAhead } from './overlay.ts'

/** A field may have to be loaded first, ms; one that has not come by then is not waited for. */
const mostWait = 3000
let until = 0

/** What is typed from now on is meant for a field that is still to be drawn and to take the focus. */
export function awaitField(): void {
  typedAhead()
  until = performance.now() + mostWait
}
export const isFieldAwaited = (): boolean => performance.now() < until

/** Ends the wait; answers what was typed meanwhile. */
export function endWait(): string {
  until = 0
  return typedAhead()
}
