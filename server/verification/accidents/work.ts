/** Estimates the cost of rewriting a body. */
/** Counts that determine the cost of rewriting a body. */
export interface Counts {
  bytes: number
  /** Characters that one side may escape or encode. */
  letters: number
  /** Characters between JSON strings and numbers. */
  tokens: number
  /** The total indentation if the JSON is printed over several lines. */
  steps: number
  /** White space between tokens. */
  spaces: number
  /** The maximum nesting depth. */
  deepest: number
  /** The number of brackets that are still open at the end. */
  open: number
}

/** The cost of a rewriting in microseconds per counted thing. `flat` is a fixed cost. */
export interface Work {
  flat?: number
  byte?: number
  letter?: number
  token?: number
  step?: number
  space?: number
}

/** The cost of converting a body to a form. */
export const forming = {
  text: { byte: 0.0008, letter: 0.04 },
  json: { byte: 0.0035, token: 0.02 },
  tree: { byte: 0.005, token: 0.05 },
  sorted: { byte: 0.005, token: 0.05 },
  numbers: { byte: 0.003, token: 0.03 },
} as const satisfies Record<string, Work>

export const timeOf = (work: Work, counts: Counts): number =>
  (work.flat ?? 0) +
  (work.byte ?? 0) * counts.bytes +
  (work.letter ?? 0) * counts.letters +
  (work.token ?? 0) * counts.tokens +
  (work.step ?? 0) * counts.steps +
  (work.space ?? 0) * counts.spaces

const kinds = { plain: 0, letter: 1, open: 2, close: 3, between: 4, space: 5, quote: 6, backslash: 7 }
const kindOf = new Uint8Array(256)
for (let byte = 0; byte < 256; byte++)
  if (byte < 0x20 || byte > 0x7e || '/<>&=\'+`"%'.includes(String.fromCharCode(byte)))
    kindOf[byte] = kinds.letter
for (const [kind, members] of [
  [kinds.open, '{['],
  [kinds.close, '}]'],
  [kinds.between, ',:'],
  [kinds.space, ' \t\r\n'],
  [kinds.quote, '"'],
  [kinds.backslash, '\\'],
] as const)
  for (const member of members) kindOf[member.charCodeAt(0)] = kind

/** Counts in one pass over the bytes, as if they were JSON. */
export function countsOf(body: Buffer): Counts {
  const counts = { bytes: body.length, letters: 0, tokens: 0, steps: 0, spaces: 0, deepest: 0, open: 0 }
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < body.length; at++) {
    const kind = kindOf[body[at] as number] as number
    if (kind === kinds.plain) continue
    if (kind === kinds.letter) counts.letters++
    else if (kind === kinds.quote) isQuoted = !isQuoted
    else if (kind === kinds.backslash) {
      counts.letters++
      at++
    } else if (isQuoted) {
      if (kind === kinds.space) counts.letters++
    } else if (kind === kinds.space) counts.spaces++
    else {
      if (kind === kinds.open) counts.deepest = Math.max(counts.deepest, ++depth)
      else if (kind === kinds.close && depth > 0) depth--
      counts.tokens++
      counts.steps += depth
    }
  }
  counts.open = depth
  return counts
}
