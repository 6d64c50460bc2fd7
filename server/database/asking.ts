import { fail } from '../failures.ts'
import { nearest, suggest } from '../words/nearest.ts'
import type { Condition, Filter } from './filters.ts'
import { isSearchable, readTerms, type Term } from './query.ts'
import type { AskedWords, Words } from './words.ts'

/** What is asked of a list, as it was written: by the names of its filters, and `q`. */
export type Filters = Record<string, string | undefined>

export interface Asked {
  conditions: Condition[]
  words: AskedWords | undefined
  /** Nothing can fulfil it. */
  isImpossible: boolean
}

/** So many values filters may name at once: SQLite takes no expression that is nested deeper than 1,000. */
const mostValues = 500
/** So many words may be looked for at once: each takes its time, in which nobody else has his. */
const mostWords = 2000

/** Reads what is asked of a list. Throws invalid_query where a filter is none or its value cannot be read. */
export function createAsking(needs: {
  filters: Record<string, Filter>
  now(): number
  words: Words | undefined
}) {
  const { now, words } = needs
  const filters = new Map(Object.entries(needs.filters))
  const names = [...filters.keys()]

  function read(filter: Filter, value: string, where: () => string): Condition {
    const found = filter.read(value, now)
    return 'flaw' in found ? fail('invalid_query', `${where()} ${found.flaw}.`) : found
  }

  /** A term that is a filter; undefined where it is words. */
  function conditionOf({ name, value, typed, at, negated, quoted }: Term): Condition | undefined {
    if (name === null) return undefined
    const filter = filters.get(name)
    if (filter && (value !== '' || quoted)) {
      const condition = read(filter, value, () => `q: ${name}, at character ${at},`)
      return negated ? not(condition) : condition
    }
    const close = filter ? name : nearest(name, names)
    if (close === undefined || typed.includes('://')) return undefined
    return fail(
      'invalid_query',
      filter
        ? `q: ${typed}, at character ${at}, lacks its value.`
        : `q: ${name}, at character ${at}, is no filter here.`,
      `${filter ? `${name}: is ${filter.says}.` : suggest(name, names)} To search for the words themselves, put them in quotes.`,
    )
  }

  function asked(given: Filters): Asked {
    const { q, ...rest } = given
    const conditions = Object.entries(rest).flatMap(([name, value]) => {
      const filter = filters.get(name)
      return filter && value !== undefined ? [read(filter, value, () => `${name}:`)] : []
    })
    if (q === undefined || !words)
      return { conditions: counted(conditions), words: undefined, isImpossible: false }
    const pieces = readTerms(q)
    // A NUL parts words as a blank does, but no search that was emptied leaves it behind.
    if (pieces.length === 0 && q.trim() !== '')
      fail('invalid_query', 'q: it holds NUL characters alone.', 'Leave it out to ask for all.')
    // Each is looked at: hundreds of thousands would take seconds until they are refused.
    refuseMore(pieces.length, mostWords + mostValues, 'words and filters in the search')
    const terms = pieces.map((term) => ({ term, condition: conditionOf(term) }))
    const loose = searchable(terms.flatMap(({ term, condition }) => (condition ? [] : [asWords(term)])))
    conditions.push(...terms.flatMap(({ condition }) => condition ?? []))
    refuseMore(loose.length, mostWords, 'words in the search')
    const found = loose.length === 0 ? undefined : words(loose)
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

/** Refuses conditions of too many values. */
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
      `There are ${count} ${what}, and at most ${most} can be.`,
      'Ask for a part of them at a time.',
    )
}

/** `host:4400` that is no filter is searched for as it stands. */
const asWords = (term: Term): Term =>
  term.name === null ? term : { ...term, value: `${term.name}:${term.value}` }

/** Those that can be looked for. Signs between words are passed over; any other must not be, for more would be found than was meant. */
function searchable(terms: readonly Term[]): Term[] {
  const known = terms.filter(({ value }) => isSearchable(value))
  const hasWord = known.some(({ negated }) => !negated)
  for (const { value, negated, quoted, typed, at } of terms) {
    const isPassedOver = hasWord && !negated && !quoted && /^[\0-\x7f]*$/.test(value)
    if (isSearchable(value) || isPassedOver) continue
    fail(
      'invalid_query',
      `q: ${typed}, at character ${at}, has no letter and no digit, and signs alone are not searched for.`,
      'Leave it out, or put it in quotes together with a word that stands beside it.',
    )
  }
  return known
}

/** What has no value at all does not fulfil a condition, and so fulfils its opposite. */
function not({ where, bound, seeks: [seek, ...others] = [] }: Condition): Condition {
  const opposite = { where: `(${where}) IS NOT TRUE`, bound }
  // An index of a part of the records does not have the others.
  if (!seek || others.length > 0 || 'few' in seek || seek.within !== undefined) return opposite
  const { column, fits } = seek
  return { ...opposite, ...(fits && { seeks: [{ column, fits: (value) => !fits(value) }] }) }
}
