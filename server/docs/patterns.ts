/** Patterns that one reads better in words; null where it needs no telling on every row. */
const inWords: readonly (readonly [pattern: string, words: string | null])[] = [
  // Told once, in the guide.
  ['^[^\\p{Cc}\\p{Cs}]*$', null],
  ['^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}\\+00:00$', 'form: date-time'],
  ['^-?\\d+\\.\\d\\d$', 'form: decimal, two places'],
  ['^\\d{1,9}$', 'form: digits'],
  ['^\\d{4}$', 'form: four digits'],
  ['^\\d{4}-(?:0[1-9]|1[0-2])$', 'form: YYYY-MM'],
  ['@', 'contains @'],
  ['^\\/.*', 'begins with /'],
]
/** zod's names for texts that only hold or begin with something; no form of their own. */
const vague = ['includes', 'starts_with', 'ends_with']

/** What a text has to look like, in words where there are any. */
export function formOf({ format, pattern }: { format?: string; pattern?: string }): string | undefined {
  if (format !== undefined && !vague.includes(format)) return `form: ${format}`
  if (pattern === undefined) return undefined
  const known = inWords.find(([one]) => one === pattern)
  return known ? (known[1] ?? undefined) : `pattern: ${pattern}`
}
