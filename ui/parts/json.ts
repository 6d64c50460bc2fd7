/** JSON as it was written: numbers and strings keep their spelling, repeated keys stay. */
export type JsonNode =
  | { kind: 'literal'; type: 'string' | 'number' | 'word'; raw: string }
  | { kind: 'array' | 'object'; members: { key: string | null; node: JsonNode }[] }

const token = /[\s]*([{}[\],:]|"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y

const deepest = 300

/** Reads JSON text; null when it is none, or nested so deeply that no tree of it can be read. */
export function readJson(text: string): JsonNode | null {
  token.lastIndex = 0
  const next = (): string => token.exec(text)?.[1] ?? ''
  try {
    // It judges, so that what follows need not.
    JSON.parse(text)
    return readValue(next(), next, 0)
  } catch {
    return null
  }
}

function readValue(first: string, next: () => string, depth: number): JsonNode {
  if (depth > deepest) throw new RangeError('nested too deeply')
  if (first === '{') return { kind: 'object', members: readMembers(next, '}', depth + 1) }
  if (first === '[') return { kind: 'array', members: readMembers(next, ']', depth + 1) }
  const type = first.startsWith('"') ? 'string' : /^[-\d]/.test(first) ? 'number' : 'word'
  return { kind: 'literal', type, raw: first }
}

function readMembers(
  next: () => string,
  end: string,
  depth: number,
): { key: string | null; node: JsonNode }[] {
  const members = []
  for (let word = next(); word !== end && word !== ''; word = next()) {
    if (word === ',') continue
    const key = end === '}' ? word : null
    if (key !== null) next()
    members.push({ key, node: readValue(key === null ? word : next(), next, depth) })
  }
  return members
}

/** One line of the tree as drawn. */
export interface JsonLine {
  path: string
  depth: number
  key: string | null
  text: string
  type: 'string' | 'number' | 'word' | 'open' | 'close' | 'folded'
  comma: boolean
}

const brackets = { object: ['{', '}'], array: ['[', ']'] } as const

/** The lines of a tree; what is folded takes one line that says how much it hides. */
export function jsonLines(root: JsonNode, folded: ReadonlySet<string>): JsonLine[] {
  const lines: JsonLine[] = []
  const walk = (node: JsonNode, at: { path: string; depth: number; key: string | null; comma: boolean }) => {
    if (node.kind === 'literal') {
      lines.push({ ...at, text: node.raw, type: node.type })
      return
    }
    const [open, close] = brackets[node.kind]
    const size = node.members.length
    if (size === 0) lines.push({ ...at, text: open + close, type: 'word' })
    else if (folded.has(at.path)) lines.push({ ...at, text: `${open} ${size} ${close}`, type: 'folded' })
    else {
      lines.push({ ...at, text: open, type: 'open', comma: false })
      node.members.forEach(({ key, node: child }, index) => {
        walk(child, { path: `${at.path}/${index}`, depth: at.depth + 1, key, comma: index < size - 1 })
      })
      lines.push({ ...at, key: null, path: `${at.path}/end`, text: close, type: 'close' })
    }
  }
  walk(root, { path: '', depth: 0, key: null, comma: false })
  return lines
}
