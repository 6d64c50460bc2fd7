/** Finds the records that contain or lack words. */
import type { Database } from './open.ts'
import { type Sought, soughtAny, soughtIn, type Term } from './query.ts'
import type { Searchable, Step, WordIndex } from './word-index.ts'

/** Where the words of a list's records are indexed. Without an index, the records are read some at a time. */
export interface WordsOf {
  indexes: readonly WordIndex[]
  /** The index data of some records. Left out if a record has several texts. */
  textsOf?(seqs: readonly number[]): Searchable[]
}

/** A prepared search for words. */
export interface AskedWords {
  /** The matching records in order. Undefined if all words are negated. */
  step: ((step: Step) => number[]) | undefined
  /** Which of these records match. */
  among(seqs: readonly number[]): Set<number>
}

type AskedTerm = Pick<Term, 'value' | 'quoted' | 'negated'>

/** Finds records by words: each must occur, and no negated word may. */
export function createWords(database: Database, { indexes, textsOf }: WordsOf) {
  const scratch = createScratch(database)

  /** Every text of a record counts, so all matches are gathered. */
  function gathered(wanted: AskedTerm[], unwanted: AskedTerm[]): AskedWords {
    const refs = (sought: Sought) => new Set(indexes.flatMap((index) => index.refs(sought)))
    const without = unwanted.length === 0 ? new Set<number>() : refs(soughtAny(unwanted))
    if (wanted.length === 0)
      return { step: undefined, among: (seqs) => new Set(seqs.filter((seq) => !without.has(seq))) }
    const found = new Set([...refs(soughtIn(wanted))].filter((seq) => !without.has(seq)))
    const rising = [...found].sort((a, b) => a - b)
    return {
      step: ({ order, from, limit }) =>
        (order === 'ASC' ? rising : rising.toReversed())
          .filter((seq) => (order === 'ASC' ? seq > from : seq < from))
          .slice(0, limit),
      among: (seqs) => new Set(seqs.filter((seq) => found.has(seq))),
    }
  }

  /**
   *
   * @param terms at least one, each with a letter or digit
   */
  return function ask(terms: readonly AskedTerm[]): AskedWords {
    const parts = textsOf ? terms.filter(isPart) : []
    if (textsOf && parts.length > 0) {
      const rest = terms.filter((term) => !isPart(term))
      const others = rest.length > 0 ? ask(rest) : undefined
      return {
        // The index knows beginnings only, so the records are read some at a time, the nearest first.
        step: undefined,
        among(seqs) {
          const left = others ? [...others.among(seqs)] : seqs
          return new Set(textsOf(left).flatMap(({ rowid, text }) => (holds(text, parts) ? rowid : [])))
        },
      }
    }
    const wanted = terms.filter(({ negated }) => !negated)
    const unwanted = terms.filter(({ negated }) => negated)
    const [index] = indexes
    if (!textsOf) return gathered(wanted, unwanted)
    if (wanted.length > 0) {
      const sought = soughtIn(wanted, unwanted)
      return {
        step: index && ((step) => index.matches(sought, step)),
        among: (seqs) => scratch.matching(textsOf(seqs), sought),
      }
    }
    const without = soughtAny(unwanted)
    return {
      step: undefined,
      among(seqs) {
        const found = scratch.matching(textsOf(seqs), without)
        return new Set(seqs.filter((seq) => !found.has(seq)))
      },
    }
  }
}
export type Words = ReturnType<typeof createWords>

/** A word with a `*` in front matches anywhere in a text. */
const isPart = ({ value, quoted }: AskedTerm) => !quoted && value.startsWith('*')

function holds(text: string, parts: readonly AskedTerm[]): boolean {
  const lower = text.toLowerCase()
  return parts.every(
    ({ value, negated }) => lower.includes(value.replace(/^\*+|\*+$/g, '').toLowerCase()) !== negated,
  )
}

/**
 * A small index of the records under examination. Checking words in a few records costs the same however many records exist.
 */
function createScratch(database: Database) {
  database.exec("CREATE VIRTUAL TABLE IF NOT EXISTS temp.search_scratch USING fts5 (text, content = '')")
  const empty = database.prepare("INSERT INTO search_scratch (search_scratch) VALUES ('delete-all')")
  const insert = database.prepare('INSERT INTO search_scratch (rowid, text) VALUES (?, ?)')
  const match = database
    .prepare<[string], number>('SELECT rowid FROM search_scratch WHERE search_scratch MATCH ?')
    .pluck()
  const fill = database.transaction((texts: readonly Searchable[], expression: string) => {
    empty.run()
    for (const { rowid, text } of texts) insert.run(rowid, text)
    return new Set(match.all(expression))
  })
  return {
    matching: (texts: readonly Searchable[], { expression }: Sought): Set<number> => fill(texts, expression),
  }
}
