/** Builds the filters that lists offer. */

import { timeIn } from '../schema/fields.ts'
import type { Act } from '../words/act.ts'
import { nearest } from '../words/nearest.ts'
import { fitsPattern } from '../words/pattern.ts'
import { parseDuration } from '../words/time.ts'
import { isSearchable, type Sought, soughtIn } from './query.ts'
import type { Seek, Value } from './seeks.ts'

/** The condition of one filter. */
export interface Condition {
  /** Constant SQL, and the values of its `?`. */
  where: string
  bound: readonly Value[]
  /** Indexes that together lead to all matching records. */
  seeks?: readonly Seek[]
  /** The words that the full-text index must have for a matching record. */
  phrase?: Sought
  /** Microseconds between which the record's own time lies. */
  since?: number
  until?: number
}

/** A filter that a list offers under a name. */
export interface Filter {
  /** Describes the values, for documentation and refusals. */
  says: string
  /** A valid example. */
  example?: string
  /** The form of all valid values, if they are few. */
  form?: { enum: readonly string[] } | { pattern: string }
  /** The call that lists all valid values, if they are many. */
  listedBy?: Act
  /** The condition of a value, or its flaw. `now` is the sandbox's time. */
  read(value: string, now: () => number): Condition | Flaw
}
interface Flaw {
  flaw: string
}

/** The values between commas. */
export const listed = (value: string) => value.split(',').filter((one) => one !== '')
export const either = (conditions: readonly string[]) =>
  conditions.length === 0
    ? '0'
    : conditions.length === 1
      ? (conditions[0] ?? '0')
      : `(${conditions.join(' OR ')})`

/** A value as it is, including commas. `table` names a table of (column, seq) that has the records in order. */
export const equals = (column: string, { table }: { table?: string } = {}): Filter => ({
  says: 'exactly this',
  read: (value) => ({
    where: `${column} = ?`,
    bound: [value],
    ...(table && { seeks: [{ table, column, exact: [value] }] }),
  }),
})

/**
 * An id or several ids separated by commas. `sought` means that an index of the column has all records in order, `partly`
 * that it has those with a value.
 */
export const anyOf = (column: string, sought?: 'sought' | 'partly'): Filter => ({
  says: 'an exact value, or several separated by commas',
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
 * A known word or several separated by commas.
 * @param options.seek the index that leads to the records of a word
 * @param options.listedBy the call that lists the words, if they are too many for a refusal
 */
export function oneOf(
  column: string,
  values: readonly string[],
  {
    sought,
    where,
    seek,
    listedBy,
  }: { sought?: 'sought'; where?(value: string): string; seek?(value: string): Seek; listedBy?: Act } = {},
): Filter {
  const any = `(?:${values.join('|')})`
  return {
    ...exampleOf(values),
    ...(listedBy && { listedBy }),
    ...(!listedBy && { form: { pattern: `^${any}(?:,${any})*$` } }),
    says: listedBy ? `one of the values that ${listedBy.request} lists` : `one of ${values.join(', ')}`,
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

function isNone(wrong: string, values: readonly string[], listedBy: Act | undefined): string {
  const close = nearest(wrong, values)
  const didYouMean = close ? `; did you mean ${close}?` : ''
  return listedBy
    ? `is not one of the ${values.length} values${didYouMean}`
    : `must be one of ${values.join(', ')}; separate several by commas${didYouMean}`
}

/** SQLite refuses patterns above 50,000 bytes, and the full-text index refuses a pattern with thousands of pieces. */
const longestPattern = 1000

/** A pattern in which `*` matches any characters, or several separated by commas. */
export function glob(
  column: string,
  {
    sought,
    phrased,
    read = (text) => text,
  }: { sought?: 'sought'; phrased?: 'phrased'; read?(value: string): string } = {},
): Filter {
  return {
    says: '* matches any characters; separate several by commas',
    read(value) {
      const patterns = listed(value).map(read)
      if (patterns.some((pattern) => pattern.includes('*') && pattern.length > longestPattern))
        return { flaw: `must be at most ${longestPattern} characters if it contains a *` }
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

/** Words that every matching text has. Next to a `*`, a word may be incomplete. */
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

/** As {@link glob}, for HTTP methods in any case. */
export const method = (column: string, sought?: 'sought'): Filter =>
  glob(column, { ...(sought && { sought }), read: (value) => value.toUpperCase() })

/** A word that a record may have several of, from a table of (flag, seq). `*` matches any characters. */
export function flag(
  prefix: string,
  words: readonly string[],
  { table, of, listedBy }: { table: string; of: string; listedBy?: Act },
): Filter {
  return {
    ...exampleOf(words),
    ...(listedBy && { listedBy }),
    says: `${listedBy ? `one of the values that ${listedBy.request} lists` : `one of ${words.join(', ')}`}; * matches any characters, separate several by commas`,
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

/** `true` or `false`. Records with the flag are true. */
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

/** The form of a {@link time} value. */
export const timeForm = 'a duration such as 5m, counted back from now, or a time such as 2026-01-01T09:00:00Z'

/** Records whose own time is at or after a moment, or at or before it. */
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
 * Records for which a condition holds with an id, or with one of several separated by commas.
 * @param seek the query that leads to them, with the same id bound
 */
export const among = (says: string, where: string, seek?: { few: string; unless?: string }): Filter => ({
  says: `${says}, or several separated by commas`,
  read(value) {
    const asked = listed(value)
    return {
      where: either(asked.map(() => where)),
      bound: asked,
      ...(seek && { seeks: asked.map((one) => ({ ...seek, bound: [one] })) }),
    }
  },
})
