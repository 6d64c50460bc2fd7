/** Reads the filters of a list and its search text `q`. */
import { fail, failField, failFields, type RefusedField } from '../failures.ts'
import type { Pausable } from '../memory/in-slices.ts'
import { nearest, suggest } from '../words/nearest.ts'
import type { Condition, Filter } from './filters.ts'
import { isSearchable, readTerms, type Term } from './query.ts'
import type { AskedWords, Words } from './words.ts'

/** The filters of a list as written: by name, and `q`. */
export type Filters = Record<string, string | undefined>

export interface Asked {
  conditions: Condition[]
  words: (() => Pausable<AskedWords>) | undefined
  /** No record can match. */
  isImpossible: boolean
}

/** The most values in all filters. SQLite refuses expressions nested deeper than 1,000. */
const mostValues = 500
/** The most different words in a search. Each takes up to a millisecond that other requests wait. */
const mostWords = 50
/** The most words and filters that are examined, repeated ones included. */
const mostPieces = 2500

/** Reads the filters of a list. Throws invalid_query for an unknown filter or an unreadable value. */
export function createAsking(needs: {
  filters: Record<string, Filter>
  now(): number
  words: Words | undefined
}) {
  const { now, words } = needs
  const filters = new Map(Object.entries(needs.filters))
  const names = [...filters.keys()]

  function read(filter: Filter, value: string, told: (flaw: string) => RefusedField): Condition {
    const found = filter.read(value, now)
    return 'flaw' in found ? failFields('invalid_query', [told(found.flaw)]) : found
  }

  /** The condition of a term that is a filter. Undefined if the term is words. */
  function conditionOf({ name, value, typed, at, negated, quoted }: Term): Condition | undefined {
    if (name === null) return undefined
    const filter = filters.get(name)
    if (filter && (value !== '' || quoted)) {
      const condition = read(filter, value, (flaw) => ({
        path: ['q'],
        problem: `${name}, at character ${at}, ${flaw}`,
      }))
      return negated ? not(condition) : condition
    }
    const close = filter ? name : nearest(name, names)
    if (close === undefined || typed.includes('://')) return undefined
    return failField(
      'q',
      filter ? `${typed}, at character ${at}, has no value` : `unknown filter "${name}" at character ${at}`,
      `${filter ? `${name} takes ${filter.says}.` : suggest(name, names)} To search for the words themselves, put them in quotes.`,
      'invalid_query',
    )
  }

  function asked(given: Filters): Asked {
    const { q, ...rest } = given
    const conditions = Object.entries(rest).flatMap(([name, value]) => {
      const filter = filters.get(name)
      return filter && value !== undefined
        ? [read(filter, value, (problem) => ({ path: [name], problem }))]
        : []
    })
    if (q === undefined || !words)
      return { conditions: counted(conditions), words: undefined, isImpossible: false }
    const pieces = readTerms(q)
    // NUL separates words like a blank, but an emptied search field does not leave one behind.
    if (pieces.length === 0 && q.trim() !== '')
      failField(
        'q',
        'the text only contains NUL characters',
        'Leave q out to match everything.',
        'invalid_query',
      )
    // Checked first: examining hundreds of thousands of terms would take seconds.
    refuseMore(pieces.length, mostPieces, 'words and filters in the search')
    const terms = pieces.map((term) => ({ term, condition: conditionOf(term) }))
    const loose = searchable(terms.flatMap(({ term, condition }) => (condition ? [] : [asWords(term)])))
    conditions.push(...terms.flatMap(({ condition }) => condition ?? []))
    const different = [
      ...new Map(loose.map((term) => [`${term.negated} ${term.quoted} ${term.value}`, term])).values(),
    ]
    refuseMore(different.length, mostWords, 'different words in the search')
    const found = different.length === 0 ? undefined : () => words(different)
    return { conditions: counted(conditions), words: found, isImpossible: !found && conditions.length === 0 }
  }

  return Object.assign(asked, {
    filterOf: (name: string) => filters.get(name),
    /** What is wrong with the value of a filter, or undefined. */
    flawIn(name: string, value: string): string | undefined {
      const found = filters.get(name)?.read(value, now)
      return found && 'flaw' in found ? found.flaw : undefined
    },
  })
}

/** Refuses conditions with too many values. */
function counted(conditions: Condition[]): Condition[] {
  refuseMore(
    conditions.reduce((sum, { bound }) => sum + Math.max(1, bound.length), 0),
    mostValues,
    'values in the filters',
  )
  return conditions
}

function refuseMore(count: number, most: number, what: string) {
  if (count > most)
    fail(
      'invalid_query',
      `There are ${count} ${what}, and at most ${most} are allowed.`,
      'Ask for a part of them at a time.',
    )
}

/** A term such as `host:4400` whose name is not a filter is searched as text. */
const asWords = (term: Term): Term =>
  term.name === null ? term : { ...term, value: `${term.name}:${term.value}` }

/**
 * The terms that can be searched. Signs between words are ignored. A term of signs alone must not be, since the result would
 * be too large.
 */
function searchable(terms: readonly Term[]): Term[] {
  const known = terms.filter(({ value }) => isSearchable(value))
  const hasWord = known.some(({ negated }) => !negated)
  for (const { value, negated, quoted, typed, at } of terms) {
    const isPassedOver = hasWord && !negated && !quoted && /^[\0-\x7f]*$/.test(value)
    if (isSearchable(value) || isPassedOver) continue
    failField(
      'q',
      `${typed}, at character ${at}, contains no letter or digit. A search ignores other signs`,
      'Remove it, or put it in quotes together with a word next to it.',
      'invalid_query',
    )
  }
  return known
}

/** A record without a value does not match a condition, and so matches its negation. */
function not({ where, bound, seeks: [seek, ...others] = [] }: Condition): Condition {
  const opposite = { where: `(${where}) IS NOT TRUE`, bound }
  // An index of some of the records lacks the others.
  if (!seek || others.length > 0 || 'few' in seek || seek.within !== undefined) return opposite
  const { column, fits } = seek
  return { ...opposite, ...(fits && { seeks: [{ column, fits: (value) => !fits(value) }] }) }
}
