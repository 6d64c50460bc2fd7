function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next[j] = Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1)
    }
    row = next
  }
  return row[b.length] ?? 0
}

/** The name of `names` that was most likely meant by `wrong`, or undefined when none is close. */
export function nearest(wrong: string, names: readonly string[]): string | undefined {
  const text = wrong.slice(0, 100).toLowerCase()
  const scored = names.map((name) => ({ name, score: distance(text, name.toLowerCase()) }))
  const best = scored.sort((a, b) => a.score - b.score)[0]
  return best && best.score <= Math.max(2, Math.floor(text.length / 3)) ? best.name : undefined
}

/** `Did you mean x? Valid: a, b, c.` */
export function suggest(wrong: string, names: readonly string[]): string {
  const close = nearest(wrong, names)
  return `${close ? `Did you mean ${close}? ` : ''}Valid: ${names.join(', ')}.`
}
