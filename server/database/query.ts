/** One piece of what was typed into a search: a word, a phrase in quotes, or `name:value`. */
export interface Term {
  /** Where it begins, from 1, and it as it stands there. */
  at: number
  typed: string
  negated: boolean
  /** What stands before the colon; null for words and phrases. */
  name: string | null
  /** The word, the phrase or the value, without quotes. */
  value: string
  /** Whether it stood in quotes: then nothing of it is a beginning of something longer. */
  quoted: boolean
}

// Sticky: each looks only at where the last one ended. A NUL parts words as a space does.
const blank = /[\s\0]+/y
const value = /(?:"[^"]*"|[^\s\0",]*)/.source
const named = new RegExp(`(-?)([a-z][a-z_]*):(${value}(?:,${value})*)(?=[\\s\\0]|$)`, 'iy')
const phrase = /(-?)"([^"]*)"/y
const word = /(-?)([^\s\0"]+|"[^\s\0]*)/y

/**
 * Takes a search apart: `event:card.*,"two words" -endpoint:demo "two words" -word`. No text is refused: what is no filter is words.
 * A quote that is never closed stands for itself.
 */
export function readTerms(text: string): Term[] {
  const terms: Term[] = []
  let at = 0
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at
    return pattern.exec(text)
  }
  while (at < text.length) {
    const skipped = match(blank)
    if (skipped) {
      at += skipped[0].length
      continue
    }
    const found = match(named) ?? match(phrase) ?? match(word)
    if (!found) break
    terms.push(termOf(found, at))
    at += found[0].length
  }
  return terms
}

function termOf(found: RegExpExecArray, start: number): Term {
  const [typed, minus, first = '', named] = found
  const common = { at: start + 1, typed, negated: minus === '-' }
  if (named !== undefined)
    return { ...common, name: first, value: named.replaceAll('"', ''), quoted: named.endsWith('"') }
  return { ...common, name: null, value: first, quoted: typed.endsWith('"') && typed !== '"' }
}

/** Whether there is something in it that the full-text index knows: a letter or a digit. */
export const isSearchable = (text: string) => /[\p{L}\p{N}]/u.test(text)

/** What FTS5 takes for a term: a word is found by its beginning, a phrase as it stands. */
const expressionOf = ({ value, quoted }: Pick<Term, 'value' | 'quoted'>): string =>
  `"${value.replaceAll('"', '""').replaceAll('\0', ' ')}"${quoted ? '' : '*'}`

/** What is looked for in a full-text index. */
export interface Sought {
  /** As FTS5 takes it. */
  expression: string
  /** Words of what is found begin so, each of these: not all that could be said of them. */
  beginnings: readonly string[]
}

/** Where FTS5 parts words and what it takes for the same letter is known here of ASCII alone. */
const beginningsIn = ({ value }: Pick<Term, 'value'>): string[] =>
  /^[\0-\x7f]*$/.test(value) ? (value.toLowerCase().match(/[a-z0-9]+/g) ?? []) : []

/** Looks for what holds all of some terms, at least one, and none of others. */
export function soughtIn(
  wanted: readonly Pick<Term, 'value' | 'quoted'>[],
  unwanted: readonly Pick<Term, 'value' | 'quoted'>[] = [],
): Sought {
  const [all, none] = [wanted.map(expressionOf).join(' '), unwanted.map(expressionOf).join(' OR ')]
  const expression = none === '' ? all : `(${all}) NOT (${none})`
  return { expression, beginnings: wanted.flatMap(beginningsIn) }
}

/** Looks for what holds any of some terms. */
export const soughtAny = (terms: readonly Pick<Term, 'value' | 'quoted'>[]): Sought => ({
  expression: terms.map(expressionOf).join(' OR '),
  beginnings: [],
})
