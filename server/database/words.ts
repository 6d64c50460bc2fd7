/** Finds the records that contain or lack words. */
import type { Pausable } from '../memory/in-slices.ts'
import type { Database } from './open.ts'
import { soughtAny, soughtIn, type Term, wholeExpression } from './query.ts'
import type { Searchable, Step, WordIndex } from './word-index.ts'

/** Where the words of a list's records are indexed. Without an index, the records are read some at a time. */
export interface WordsOf {
  indexes: readonly WordIndex[]
  /** The index data of some records. Left out if a record has several texts. */
  textsOf?(seqs: readonly number[]): Searchable[]
}

/** Numbers of records in order, nearest to a position first. Fewer than requested are the last. */
export type InOrder = (step: Step) => Pausable<number[]>

/** A prepared search for words. It pauses often, since a record may have megabytes of text. */
export interface AskedWords {
  /** The matching records in order. Undefined if all words are negated. */
  step: InOrder | undefined
  /** Which of these records match. */
  among(seqs: readonly number[]): Pausable<Set<number>>
}

/** At most how many texts are examined at once, and after how many letters no further text is read without a pause. */
const [textsAtOnce, lettersAtOnce] = [8, 50_000]

type AskedTerm = Pick<Term, 'value' | 'quoted' | 'negated'>

/** Finds records by words: each must occur, and no negated word may. */
export function createWords(database: Database, { indexes, textsOf }: WordsOf) {
  const scratch = createScratch(database)

  /** Every text of a record counts, so all matches are gathered. */
  function* gathered(wanted: AskedTerm[], unwanted: AskedTerm[]): Pausable<AskedWords> {
    const without = new Set<number>()
    const found = new Set<number>()
    for (const index of indexes) {
      for (const sought of soughtAny(unwanted)) for (const seq of yield* index.refs(sought)) without.add(seq)
      if (wanted.length > 0) for (const seq of yield* index.refs(soughtIn(wanted))) found.add(seq)
    }
    const isKept = (seq: number) => (wanted.length === 0 || found.has(seq)) && !without.has(seq)
    const rising = Float64Array.from(found).filter(isKept).sort()
    return {
      step:
        wanted.length === 0
          ? undefined
          : // biome-ignore lint/correctness/useYield: everything is gathered.
            function* step({ order, from, limit }) {
              if (order === 'ASC') return [...rising.subarray(firstFrom(rising, from + 1)).subarray(0, limit)]
              return [...rising.subarray(0, firstFrom(rising, from)).slice(-limit)].reverse()
            },
      // biome-ignore lint/correctness/useYield: everything is gathered.
      *among(seqs) {
        return new Set(seqs.filter(isKept))
      },
    }
  }

  /** Which of these records `look` finds by their texts, examined some at a time. */
  function* byTexts(
    read: NonNullable<WordsOf['textsOf']>,
    seqs: readonly number[],
    look: (texts: readonly Searchable[]) => Iterable<number>,
  ): Pausable<Set<number>> {
    const found = new Set<number>()
    for (const texts of portionsOf(seqs, read)) {
      yield
      for (const seq of look(texts)) found.add(seq)
      yield
    }
    return found
  }

  /**
   *
   * @param terms at least one, each with a letter or digit
   */
  return function* ask(terms: readonly AskedTerm[]): Pausable<AskedWords> {
    const parts = textsOf ? terms.filter(isPart) : []
    if (textsOf && parts.length > 0) {
      const rest = terms.filter((term) => !isPart(term))
      const others = rest.length > 0 ? yield* ask(rest) : undefined
      return {
        // The index knows beginnings only, so the records are read some at a time, the nearest first.
        step: undefined,
        *among(seqs) {
          const left = others ? [...(yield* others.among(seqs))] : seqs
          return yield* byTexts(textsOf, left, (texts) =>
            texts.flatMap(({ rowid, text }) => (holds(text, parts) ? rowid : [])),
          )
        },
      }
    }
    const wanted = terms.filter(({ negated }) => !negated)
    const unwanted = terms.filter(({ negated }) => negated)
    const [index] = indexes
    if (!textsOf) return yield* gathered(wanted, unwanted)
    if (wanted.length > 0) {
      const sought = soughtIn(wanted, unwanted)
      const whole = wholeExpression(sought)
      return {
        step: index && ((step) => index.matches(sought, step)),
        among: (seqs) => byTexts(textsOf, seqs, (texts) => scratch(texts, whole)),
      }
    }
    const without = soughtAny(unwanted).map(({ all }) => all.join(''))
    return {
      step: undefined,
      *among(seqs) {
        const found = yield* byTexts(textsOf, seqs, (texts) => scratch(texts, without.join(' OR ')))
        return new Set(seqs.filter((seq) => !found.has(seq)))
      },
    }
  }
}
export type Words = ReturnType<typeof createWords>

/** The position of the first number that is not below another. */
function firstFrom(rising: Float64Array, least: number): number {
  let [low, high] = [0, rising.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((rising[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return low
}

/** The texts of records in portions of few letters. Each record is read alone, since it may have megabytes. */
function* portionsOf(
  seqs: readonly number[],
  read: NonNullable<WordsOf['textsOf']>,
): Generator<Searchable[]> {
  let [portion, letters]: [Searchable[], number] = [[], 0]
  for (const seq of seqs) {
    for (const one of read([seq])) {
      portion.push(one)
      letters += one.text.length
    }
    if (letters < lettersAtOnce && portion.length < textsAtOnce) continue
    yield portion
    portion = []
    letters = 0
  }
  if (portion.length > 0) yield portion
}

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
  return (texts: readonly Searchable[], expression: string): Set<number> => fill(texts, expression)
}
