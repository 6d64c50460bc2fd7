/**
 * Whether a pattern names the event; `*` stands for any run of characters, dots included. How long it takes goes by the lengths
 * of both alone: a regular expression of many stars would hold up the page.
 */
export function eventMatches(pattern: string, event: string): boolean {
  const [head = '', ...rest] = pattern.split('*')
  const tail = rest.pop()
  if (tail === undefined) return pattern === event
  if (!event.startsWith(head)) return false
  let at = head.length
  for (const part of rest) {
    const found = event.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return event.endsWith(tail) && at <= event.length - tail.length
}
