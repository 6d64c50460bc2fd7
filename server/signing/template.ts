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
 * Finds what stands in the gaps of a text that was written by the template; undefined when it was not.
 * @param flags of the pattern: `i` where the case of the template's own words does not matter
 */
export function matcherOf(
  template: Template,
  flags: '' | 'i' = '',
): (text: string) => Map<string, string> | undefined {
  const escaped = template.texts.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const pattern = new RegExp(`^${escaped.join('(.+?)')}$`, `s${flags}`)
  return (text) => {
    const found = pattern.exec(text)
    return found ? new Map(template.slots.map((slot, i) => [slot, found[i + 1] ?? ''])) : undefined
  }
}
