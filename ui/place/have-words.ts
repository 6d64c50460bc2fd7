/** Matches a search as the lists of the page do. */

/** Whether some texts together contain every search word. */
export function haveWords(q: string, texts: readonly string[]): boolean {
  const text = texts.join('\n').toLowerCase()
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
