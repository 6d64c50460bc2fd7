/** Reads the YAML of a scenario, with the line of each value. */
import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  type Scalar,
  visit,
  type YAMLMap,
} from 'yaml'

/** A place in a file: keys of maps and indexes of lists, from the top. */
export type Place = readonly (string | number)[]

/** The contents of a YAML file, and their lines. */
export interface Source {
  value: unknown
  /** The line, from 1, of the value at a place. If there is none, the line of the nearest place above it. */
  lineOf(place: Place): number
}
export interface Flaw {
  line: number
  message: string
}

/** Reads YAML 1.2, or says what is wrong. */
export function readYaml(text: string): Source | { flaws: Flaw[] } {
  const lines = new LineCounter()
  const lineAt = (offset: number) => lines.linePos(offset).line
  try {
    // The parser checks unique keys in quadratic time, so the check is below.
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false })
    const troubles = [...document.errors, ...document.warnings]
    if (troubles.length > 0) return { flaws: oneALine(troubles, lineAt) }
    const { meant, flaws } = walk(document, lineAt)
    if (flaws.length > 0) return { flaws }
    const value: unknown = document.toJS()
    if (!isFlatEnough(value)) return { flaws: [{ line: 1, message: `is nested more than ${deepest} deep` }] }
    const offsetOf = createOffsets(document, meant)
    return { value, lineOf: (place) => lineAt(offsetOf(place)) }
  } catch (error) {
    // Nesting of thousands of levels, or an alias that grows endlessly.
    return {
      flaws: [{ line: 1, message: `cannot be read: ${error instanceof Error ? error.message : error}` }],
    }
  }
}

/** The values of aliases, and the keys and values to refuse. Collected once, since a file may have very many. */
function walk(document: Document.Parsed, lineAt: (offset: number) => number) {
  const anchored = new Map<string, Node>()
  const aliased = new Map<unknown, Node | undefined>()
  const flaws = new Map<number, Flaw>()
  const meant = (node: unknown) => (isAlias(node) ? aliased.get(node) : node)

  function tell(node: unknown, message: string) {
    const line = lineAt(beginOf(node) ?? 0)
    if (!flaws.has(line)) flaws.set(line, { line, message })
  }

  visit(document, {
    Value(_, node) {
      if (node.anchor) anchored.set(node.anchor, node)
    },
    Alias(_, alias, above) {
      const node = anchored.get(alias.source)
      aliased.set(alias, node)
      if (!node) tell(alias, `*${alias.source} has no value; text that begins with * needs quotes`)
      else if (above.includes(node)) tell(alias, `*${alias.source} contains itself`)
    },
    Scalar(_, node) {
      const flaw = flawOfNumber(node)
      if (flaw) tell(node, flaw)
    },
  })
  visit(document, {
    Map(_, { items }) {
      const taken = new Set<unknown>()
      for (const { key } of items) {
        const named = meant(key)
        if (isCollection(named)) tell(key, collectionAsKey)
        // YAML 1.1 had this, and 1.2 does not.
        if (isScalar(key) && key.source === '<<' && key.type === 'PLAIN')
          tell(key, '<< merges nothing; write the keys out')
        const value = isScalar(named) ? named.value : named
        if (taken.has(value)) tell(key, 'is not YAML: Map keys must be unique')
        taken.add(value)
      }
    },
  })
  return { meant, flaws: [...flaws.values()].sort((a, b) => a.line - b.line) }
}

/** A body is JSON, so its number must keep the value in the file. */
function flawOfNumber({ value, source = '' }: Scalar): string | undefined {
  if (typeof value !== 'number') return undefined
  if (!Number.isFinite(value)) return `${source} is not a JSON number; to write text, put it in quotes`
  if (!/^[-+]?\d+$/.test(source) || Number.isSafeInteger(value)) return undefined
  return `${source} is too large for a number and would become ${value}; put it in quotes`
}

/** An unquoted `{{name}}` is a map as a key, which the parser would turn into text. */
const collectionAsKey = 'a list or a map stands as a key; text that begins with { or [ needs quotes'

/** Far deeper than any scenario. An alias that contains itself is endless. */
const deepest = 100

function isFlatEnough(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; depth <= deepest; depth++) {
    level = [...new Set(level)]
      .filter((one) => typeof one === 'object' && one !== null)
      .flatMap((one) => Object.values(one as object))
    if (level.length === 0) return true
  }
  return false
}

/** One mistake makes the parser report several flaws on a line. */
function oneALine(
  troubles: readonly { code: string; pos: [number, number]; message: string }[],
  lineAt: (offset: number) => number,
): Flaw[] {
  const byLine = new Map<number, Flaw>()
  for (const { code, pos, message } of troubles) {
    const line = lineAt(pos[0])
    if (!byLine.has(line))
      byLine.set(line, {
        line,
        message: plainWords[code] ?? `is not YAML: ${firstLine(message)}`,
      })
  }
  return [...byLine.values()]
}

/** Better messages, where the parser's own would not help. */
const plainWords: Record<string, string> = {
  MULTIPLE_DOCS: 'begins another document; put each scenario into a file of its own',
  BLOCK_AS_IMPLICIT_KEY:
    'is not YAML: a text contains a key; quote text that contains a colon and a space, and indent all keys of a map equally',
  BAD_ALIAS: 'is not YAML: text that begins with * or & needs quotes',
  BAD_SCALAR_START: 'is not YAML: text that begins with @, % or ` needs quotes',
}
const firstLine = (message: string) => (message.split('\n', 1)[0] ?? '').replace(/\.$/, '')

/** The position of the value at a place. Each map is searched once, however often it is needed. */
function createOffsets(document: Document.Parsed, meant: (node: unknown) => unknown) {
  const pairsOf = new Map<YAMLMap, Map<string, Pair>>()

  function pairAt(map: YAMLMap, key: string): Pair | undefined {
    const known =
      pairsOf.get(map) ??
      new Map(
        // Of two equal keys, the first counts.
        map.items
          .toReversed()
          .flatMap((pair) => (isScalar(pair.key) ? [[String(pair.key.value), pair] as const] : [])),
      )
    pairsOf.set(map, known)
    return known.get(key)
  }

  return function offsetOf(place: Place): number {
    let node: unknown = document.contents
    let offset = beginOf(node) ?? 0
    for (const step of place) {
      node = meant(node)
      if (isMap(node)) {
        const pair = pairAt(node, String(step))
        if (!pair) return offset
        offset = beginOf(pair.key) ?? offset
        node = pair.value
      } else if (isSeq(node)) {
        node = node.items[Number(step)]
        offset = beginOf(node) ?? offset
      } else return offset
    }
    return offset
  }
}

const beginOf = (node: unknown): number | undefined => (node as Node | null | undefined)?.range?.[0]
