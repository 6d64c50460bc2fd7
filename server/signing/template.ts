/** A text with named gaps: `texts` has one more entry than `slots`, which stand between them. */
export interface Template {
  texts: readonly string[]
  slots: readonly string[]
}

export function templateOf(text: string): Template {
  const pieces = text.split(/\{(\w+)\}/)
  return { texts: pieces.filter((_, i) => i % 2 === 0), slots: pieces.filter((_, i) => i % 2 === 1) }
}

/** Fills the gaps; undefined when one has no value. */
export function fill(template: Template, textFor: (slot: string) => string | undefined): string | undefined {
  const { texts, slots } = template
  let text = texts[0] ?? ''
  for (let i = 0; i < slots.length; i++) {
    const value = textFor(slots[i] as string)
    if (value === undefined) return undefined
    text += value + texts[i + 1]
  }
  return text
}

/**
 * Finds what stands in the gaps of a text that was written by the template, in each as little as can be; undefined when it was
 * not. No text takes more time than its length: a regular expression would try all ways to share it out.
 * @param ignoresCase whether the case of the template's own words does not matter
 */
export function matcherOf(
  { texts, slots }: Template,
  { ignoresCase = false } = {},
): (text: string) => Map<string, string> | undefined {
  const folded = (text: string) => (ignoresCase ? text.toLowerCase() : text)
  const words = texts.map(folded)
  const [head = '', last = ''] = [words[0], words.at(-1)]
  return (text) => {
    const within = folded(text)
    if (slots.length === 0) return within === head ? new Map() : undefined
    if (!within.startsWith(head) || !within.endsWith(last)) return undefined
    const found = new Map<string, string>()
    const to = text.length - last.length
    let at = head.length
    for (const [i, slot] of slots.entries()) {
      const end = i === slots.length - 1 ? to : within.indexOf(words[i + 1] ?? '', at + 1)
      if (end <= at || end > to) return undefined
      found.set(slot, text.slice(at, end))
      at = end + (words[i + 1] ?? '').length
    }
    return found
  }
}
