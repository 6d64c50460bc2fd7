import { awaitField } from './awaited-field.ts'

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
