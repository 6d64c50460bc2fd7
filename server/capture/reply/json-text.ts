/** JSON as text, however deep it is: `JSON.stringify` goes down by calling itself, and a few thousand levels are too many for it. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (error instanceof RangeError) return deepText(value)
    throw error
  }
}

/** @param value as `JSON.parse` makes it */
function deepText(value: unknown): string {
  const made: string[] = []
  /** What is still to be put, the next one last: text as it stands, or a value. */
  const left: ({ text: string } | { value: unknown })[] = [{ value }]
  for (let next = left.pop(); next; next = left.pop()) {
    if ('text' in next) {
      made.push(next.text)
    } else if (Array.isArray(next.value)) {
      made.push('[')
      left.push({ text: ']' })
      for (let i = next.value.length - 1; i >= 0; i--)
        left.push({ value: next.value[i] }, { text: i > 0 ? ',' : '' })
    } else if (typeof next.value === 'object' && next.value !== null) {
      made.push('{')
      left.push({ text: '}' })
      const members = Object.entries(next.value)
      for (let i = members.length - 1; i >= 0; i--) {
        const [name, member] = members[i] ?? []
        left.push({ value: member }, { text: `${i > 0 ? ',' : ''}${JSON.stringify(name)}:` })
      }
    } else {
      made.push(JSON.stringify(next.value))
    }
  }
  return made.join('')
}
