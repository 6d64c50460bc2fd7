/** Splits a search text into words, quoted phrases and `name:value` terms. */
export interface Term {
  /** The position, from 1, and the text as typed. */
  at: number
  typed: string
  negated: boolean
  /** The part before the colon. Null for words and phrases. */
  name: string | null
  /** The word, phrase or value, without quotes. */
  value: string
  /** Whether it was quoted. A quoted term does not match the beginning of longer words. */
  quoted: boolean
}

// Sticky: each only matches where the last ended. NUL separates words like a space.
const blank = /[\s\0]+/y
const value = /(?:"[^"]*"|[^\s\0",]*)/.source
const named = new RegExp(`(-?)([a-z][a-z_]*):(${value}(?:,${value})*)(?=[\\s\\0]|$)`, 'iy')
const phrase = /(-?)"([^"]*)"/y
const word = /(-?)([^\s\0"]+|"[^\s\0]*)/y

/**
 * Splits a search: `event:card.*,"two words" -endpoint:demo "two words" -word`. Every text is accepted: what is not a filter
 * is words. An unclosed quote is an ordinary character.
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

/** Whether a term is a word that matches by its beginning. */
export const isPlainWord = ({ name, value, quoted, negated }: Term): boolean =>
  name === null && !quoted && !negated && !value.startsWith('*')

/** Whether the text has a letter or digit, which the full-text index needs. */
export const isSearchable = (text: string) => /[\p{L}\p{N}]/u.test(text)

/** A term for FTS5: a word matches by its beginning, a phrase exactly. */
const expressionOf = ({ value, quoted }: Pick<Term, 'value' | 'quoted'>): string =>
  `"${value.replaceAll('"', '""').replaceAll('\0', ' ')}"${quoted ? '' : '*'}`

/** What to search in a full-text index. */
export interface Sought {
  /**
   * Expressions in the syntax of FTS5. A record matches if it fits all of `all` and none of `none`. Each has few words, since
   * a short beginning that is common takes about a millisecond.
   */
  all: readonly string[]
  none: readonly string[]
  /** Words of each match begin with each of these. The list may be incomplete. */
  beginnings: readonly string[]
}

/** Where FTS5 splits words and which letters it equates is only known for ASCII. */
const beginningsIn = ({ value }: Pick<Term, 'value'>): string[] =>
  /^[\0-\x7f]*$/.test(value) ? (value.toLowerCase().match(/[a-z0-9]+/g) ?? []) : []

/** The words of one expression. */
const wordsAtOnce = 4

type Words = readonly Pick<Term, 'value' | 'quoted'>[]

function expressionsOf(terms: Words, between: ' ' | ' OR '): string[] {
  const expressions: string[] = []
  for (let at = 0; at < terms.length; at += wordsAtOnce)
    expressions.push(
      terms
        .slice(at, at + wordsAtOnce)
        .map(expressionOf)
        .join(between),
    )
  return expressions
}

/** Searches for all of these terms, at least one, and none of the others. */
export function soughtIn(wanted: Words, unwanted: Words = []): Sought {
  const [all, none] = [expressionsOf(wanted, ' '), expressionsOf(unwanted, ' OR ')]
  const beginnings = wanted.flatMap(beginningsIn)
  const isShort = wanted.length + unwanted.length <= wordsAtOnce
  return isShort ? { all: [wholeExpression({ all, none })], none: [], beginnings } : { all, none, beginnings }
}

/** All expressions as one, for few records. */
export const wholeExpression = ({ all, none }: Pick<Sought, 'all' | 'none'>): string =>
  none.length === 0 ? all.join(' ') : `(${all.join(' ')}) NOT (${none.join(' OR ')})`

/** Searches for any of these terms, by several searches. */
export const soughtAny = (terms: Words): Sought[] =>
  expressionsOf(terms, ' OR ').map((expression) => ({ all: [expression], none: [], beginnings: [] }))
