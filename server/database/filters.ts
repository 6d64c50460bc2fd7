import { timeIn } from '../schema/fields.ts'
import { nearest } from '../words/nearest.ts'
import { fitsPattern } from '../words/pattern.ts'
import { parseDuration } from '../words/time.ts'
import { isSearchable, type Sought, soughtIn } from './query.ts'
import type { Seek, Value } from './seeks.ts'

/** What was asked for by one filter. */
export interface Condition {
  /** SQL of the code's own, and what its `?` stand for. */
  where: string
  bound: readonly Value[]
  /** Ways to the records that fulfil it, which together lead to all of them. */
  seeks?: readonly Seek[]
  /** What the full-text index must hold of a record that fulfils it. */
  phrase?: Sought
  /** Microseconds that the record's own time lies between. */
  since?: number
  until?: number
}

/** What can be asked of a list under one name. */
export interface Filter {
  /** What a value is, for the documents and for refusals. */
  says: string
  /** One that is right. */
  example?: string
  /** What all that are right look like, where they are few words. */
  form?: { enum: readonly string[] } | { pattern: string }
  /** What is meant by a value, or what is wrong with it. `now` is the sandbox's time. */
  read(value: string, now: () => number): Condition | Flaw
}
interface Flaw {
  flaw: string
}

/** The values that commas part. */
export const listed = (value: string) => value.split(',').filter((one) => one !== '')
export const either = (conditions: readonly string[]) =>
  conditions.length === 0
    ? '0'
    : conditions.length === 1
      ? (conditions[0] ?? '0')
      : `(${conditions.join(' OR ')})`

/** A value as it stands, commas included. `table` says that this one of (column, seq) has its records in order. */
export const equals = (column: string, { table }: { table?: string } = {}): Filter => ({
  says: 'exactly this',
  read: (value) => ({
    where: `${column} = ?`,
    bound: [value],
    ...(table && { seeks: [{ table, column, exact: [value] }] }),
  }),
})

/**
 * One of many words such as ids, or several of them with commas between. `sought` says that an index of the column has all records in
 * order, `partly` that it has those with a value.
 */
export const anyOf = (column: string, sought?: 'sought' | 'partly'): Filter => ({
  says: 'exactly this, or one of several with commas between',
  read(value) {
    const asked = listed(value)
    const whole = { fits: (one: Value | null) => asked.includes(String(one)) }
    const part = { within: `${column} IS NOT NULL` }
    return {
      where: either(asked.map(() => `${column} = ?`)),
      bound: asked,
      ...(sought && { seeks: [{ column, exact: asked, ...(sought === 'sought' ? whole : part) }] }),
    }
  },
})

/**
 * One of few words, or several of them with commas between.
 * @param options.seek the way to the records of one of them
 * @param options.listedBy the request that lists them, where they are too many to stand in a refusal
 */
export function oneOf(
  column: string,
  values: readonly string[],
  {
    sought,
    where,
    seek,
    listedBy,
  }: { sought?: 'sought'; where?(value: string): string; seek?(value: string): Seek; listedBy?: string } = {},
): Filter {
  const any = `(?:${values.join('|')})`
  return {
    ...exampleOf(values),
    ...(!listedBy && { form: { pattern: `^${any}(?:,${any})*$` } }),
    says: listedBy ? `one of those that ${listedBy} lists` : `one of ${values.join(', ')}`,
    read(value) {
      const asked = listed(value)
      const wrong = asked.length === 0 ? value : asked.find((one) => !values.includes(one))
      if (wrong !== undefined) return { flaw: isNone(wrong, values, listedBy) }
      return {
        where: either(asked.map((one) => where?.(one) ?? `${column} = ?`)),
        bound: asked,
        ...(seek && { seeks: asked.map(seek) }),
        ...(sought && { seeks: [{ column, exact: asked, fits: (one) => asked.includes(String(one)) }] }),
      }
    },
  }
}

const exampleOf = ([example]: readonly string[]) => (example === undefined ? {} : { example })

function isNone(wrong: string, values: readonly string[], listedBy: string | undefined): string {
  const close = nearest(wrong, values)
  const didYouMean = close ? `; did you mean ${close}?` : ''
  return listedBy
    ? `is none of the ${values.length} that ${listedBy} lists${didYouMean}`
    : `must be one of ${values.join(', ')}, with commas between where it is any of several${didYouMean}`
}

/** SQLite takes no pattern of more than 50,000 bytes, and the full-text index no more than some thousand pieces of one. */
const longestPattern = 1000

/** A pattern in which `*` stands for any run of characters, or several with commas between. */
export function glob(
  column: string,
  {
    sought,
    phrased,
    read = (text) => text,
  }: { sought?: 'sought'; phrased?: 'phrased'; read?(value: string): string } = {},
): Filter {
  return {
    says: '* stands for any run of characters; several with commas between',
    read(value) {
      const patterns = listed(value).map(read)
      if (patterns.some((pattern) => pattern.includes('*') && pattern.length > longestPattern))
        return { flaw: `must be at most ${longestPattern} characters with a * among them` }
      const isExact = patterns.every((pattern) => !pattern.includes('*'))
      const phrase = phrased && patterns.length === 1 ? phraseOf(patterns[0] ?? '') : undefined
      return {
        ...(phrase !== undefined && { phrase }),
        where: either(patterns.map((one) => (one.includes('*') ? `${column} GLOB ?` : `${column} = ?`))),
        bound: patterns.map((one) => (one.includes('*') ? one.replace(/[?[]/g, '[$&]') : one)),
        ...(sought && {
          seeks: [
            {
              column,
              ...(isExact && { exact: patterns }),
              fits: (one: Value | null) =>
                one !== null && patterns.some((pattern) => fitsPattern(pattern, String(one))),
            },
          ],
        }),
      }
    },
  }
}

/** Words that every text has which fits a pattern: beside a `*`, a word may be cut. */
function phraseOf(pattern: string): Sought | undefined {
  const pieces = pattern.split('*')
  const phrases = pieces
    .map((piece, i) => ({
      value: i === 0 ? piece : piece.replace(/^[\p{L}\p{N}]+/u, ''),
      quoted: i === pieces.length - 1 || !/[\p{L}\p{N}]$/u.test(piece),
    }))
    .filter(({ value }) => isSearchable(value))
  return phrases.length === 0 ? undefined : soughtIn(phrases)
}

/** As {@link glob}, for the names of HTTP methods in any case. */
export const method = (column: string, sought?: 'sought'): Filter =>
  glob(column, { ...(sought && { sought }), read: (value) => value.toUpperCase() })

/** One of few words that a record may have several of, kept in a table of (flag, seq); `*` stands for any run of characters. */
export function flag(
  prefix: string,
  words: readonly string[],
  { table, of, listedBy }: { table: string; of: string; listedBy?: string },
): Filter {
  return {
    ...exampleOf(words),
    says: `${listedBy ? `one of those that ${listedBy} lists` : `one of ${words.join(', ')}`}; * stands for any run of characters, several with commas between`,
    read(value) {
      const asked = listed(value)
      const meant = asked.map((pattern) => words.filter((word) => fitsPattern(pattern, word)))
      const wrong = asked.find((_, i) => meant[i]?.length === 0) ?? (asked.length === 0 ? value : undefined)
      if (wrong !== undefined) return { flaw: isNone(wrong, words, listedBy) }
      const exact = [...new Set(meant.flat())].map((word) => `${prefix}:${word}`)
      return {
        where: `EXISTS (SELECT 1 FROM ${table} WHERE flag IN (${exact.map(() => '?').join(', ')}) AND seq = ${of}.seq)`,
        bound: exact,
        seeks: [{ table, column: 'flag', exact }],
      }
    },
  }
}

/** `true` or `false`; those that are have the flag. */
export const isFlagged = (column: string, { table, flag }: { table: string; flag: string }): Filter => ({
  says: 'true or false',
  example: 'true',
  form: { enum: ['true', 'false'] },
  read(value) {
    if (value !== 'true' && value !== 'false') return { flaw: 'must be true or false' }
    return {
      where: `${column} = ?`,
      bound: [value === 'true' ? 1 : 0],
      ...(value === 'true' && { seeks: [{ table, column: 'flag', exact: [flag] }] }),
    }
  },
})

/** What the value of a {@link time} may be. */
export const timeForm = 'a duration such as 5m, counted back from now, or a time such as 2026-01-01T09:00:00Z'

/** Records whose own time lies at or after a moment, or at or before it. */
export function time(column: string, side: 'since' | 'until'): Filter {
  return {
    example: '5m',
    says: `${side === 'since' ? 'not before' : 'not after'} a time such as 2026-01-01T09:00:00Z, or a duration such as 5m, counted back from now on the sandbox's clock`,
    read(value, now) {
      const ms = parseDuration(value)
      const moment = ms === undefined ? timeIn(value) : now() - Math.round(ms * 1000)
      if (moment === undefined || !Number.isFinite(moment)) return { flaw: `must be ${timeForm}` }
      return { where: `${column} ${side === 'since' ? '>=' : '<='} ?`, bound: [moment], [side]: moment }
    },
  }
}

/**
 * Records of which a condition holds that an id is bound to, or one of several with commas between.
 * @param seek the way to them, to which it is bound as well
 */
export const among = (says: string, where: string, seek?: { few: string; unless?: string }): Filter => ({
  says: `${says}, or one of several with commas between`,
  read(value) {
    const asked = listed(value)
    return {
      where: either(asked.map(() => where)),
      bound: asked,
      ...(seek && { seeks: asked.map((one) => ({ ...seek, bound: [one] })) }),
    }
  },
})
