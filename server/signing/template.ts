/** Parses, fills and matches templates such as `t={ts},v1={v1}`. */
/** A text with named slots. `texts` has one more entry than `slots`. */
export interface Template {
  texts: readonly string[]
  slots: readonly string[]
}

export function templateOf(text: string): Template {
  const pieces = text.split(/\{(\w+)\}/)
  return { texts: pieces.filter((_, i) => i % 2 === 0), slots: pieces.filter((_, i) => i % 2 === 1) }
}

/** Fills the slots; undefined if a slot has no value. */
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
 * Extracts the slots' values from a text; undefined if the text does not match the template. Each slot takes the
 * shortest match. Runs in linear time, unlike a regular expression, which would backtrack.
 * @param ignoresCase whether the fixed text matches in any case
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
