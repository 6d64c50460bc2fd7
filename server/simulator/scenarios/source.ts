import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from 'yaml'

/** A place in a file: keys of maps and numbers of lists, from the top. */
export type Place = readonly (string | number)[]

/** What a YAML file holds, and where. */
export interface Source {
  value: unknown
  /** The line, from 1, at which what stands at a place begins; that of the nearest place above where there is none. */
  lineOf(place: Place): number
}
export interface Flaw {
  line: number
  message: string
}

/** Reads YAML 1.2, or says why it is none. */
export function readYaml(text: string): Source | { flaws: Flaw[] } {
  const lines = new LineCounter()
  const lineAt = (offset: number) => lines.linePos(offset).line
  try {
    const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
    const troubles = [...document.errors, ...document.warnings]
    if (troubles.length > 0) return { flaws: oneALine(troubles, lineAt) }
    const odd = oddKeys(document, lineAt)
    if (odd.length > 0) return { flaws: odd }
    const value: unknown = document.toJS()
    if (!isFlatEnough(value)) return { flaws: [{ line: 1, message: `is nested more than ${deepest} deep` }] }
    return { value, lineOf: (place) => lineAt(offsetOf(document, place)) }
  } catch (error) {
    // What is nested thousands deep, or an alias that grows without end.
    return {
      flaws: [{ line: 1, message: `cannot be read: ${error instanceof Error ? error.message : error}` }],
    }
  }
}

/** Lists and maps that stand as a key, as an unquoted `{{name}}` has it: the parser would make a text of each. */
function oddKeys(document: Document.Parsed, lineAt: (offset: number) => number): Flaw[] {
  const lines = new Set<number>()
  visit(document, {
    Pair(_, { key }) {
      if (isCollection(isAlias(key) ? key.resolve(document) : key)) lines.add(lineAt(beginOf(key) ?? 0))
    },
  })
  return [...lines].map((line) => ({
    line,
    message: 'a list or a map stands as a key; text that begins with { or [ needs quotes',
  }))
}

/** Far deeper than any scenario; what an alias makes hold itself has no end. */
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

/** A slip on one line has the parser complain several times. */
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
        message: code === 'MULTIPLE_DOCS' ? severalDocuments : `is no YAML: ${firstLine(message)}`,
      })
  }
  return [...byLine.values()]
}

const severalDocuments = 'begins another document; put each scenario into a file of its own'
const firstLine = (message: string) => (message.split('\n', 1)[0] ?? '').replace(/\.$/, '')

function offsetOf(document: Document.Parsed, place: Place): number {
  let node: unknown = document.contents
  let offset = beginOf(node) ?? 0
  for (const step of place) {
    if (isAlias(node)) node = node.resolve(document)
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))
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

const beginOf = (node: unknown): number | undefined => (node as Node | null | undefined)?.range?.[0]
