/**
 * Whether a text matches a pattern in which `*` matches any characters, dots included. The time is bounded by the
 * lengths of both, unlike with a regular expression.
 */
export function fitsPattern(pattern: string, text: string): boolean {
  const [head = '', ...rest] = pattern.split('*')
  if (rest.length === 0) return pattern === text
  const tail = rest.pop() ?? ''
  if (!text.startsWith(head) || !text.endsWith(tail) || text.length < head.length + tail.length) return false
  let at = head.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at <= text.length - tail.length
}
