let wanted: string | null = null

/** Names what is to take the focus at the place that is gone to next. */
export function focusNext(selector: string): void {
  wanted = selector
}

/** What was named last, once. */
export function takeFocusNext(): string | null {
  const taken = wanted
  wanted = null
  return taken
}
