/** Shortens addresses and ids. */

/** Shortens the middle, because the end identifies addresses and ids. */
export function middleCut(text: string, length: number): string {
  if (text.length <= length) return text
  const tail = Math.ceil((length - 1) * 0.6)
  return `${text.slice(0, length - 1 - tail)}…${text.slice(-tail)}`
}
