/**
 * Whether an entry of a subscription's `events`, or another pattern of that form, names this event; `*` stands for any run of
 * characters, dots included. How long it takes goes by the lengths of both alone, which a regular expression does not promise.
 */
export function entryMatches(entry: string, event: string): boolean {
  const [head = '', ...rest] = entry.split('*')
  if (rest.length === 0) return entry === event
  const tail = rest.pop() ?? ''
  if (!event.startsWith(head) || !event.endsWith(tail) || event.length < head.length + tail.length)
    return false
  let at = head.length
  for (const part of rest) {
    const found = event.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at <= event.length - tail.length
}

/** Whether any entry names this event. */
export const matches = (entries: readonly string[], event: string): boolean =>
  entries.some((entry) => entryMatches(entry, event))
