/** Parses JSON text into a tree that keeps every token as written, and writes trees as text. */
import { createJsonReader } from './json-reader.ts'

/**
 * A value of JSON text with its position. Tokens stay as written, so 1.50 and long integers keep their digits.
 */
export type JsonNode = { start: number; end: number } & (
  | { kind: 'object'; members: JsonMember[] }
  | { kind: 'array'; items: JsonNode[] }
  | { kind: 'string' | 'number' | 'word'; token: string }
)
export interface JsonMember {
  /** The name in its quotes, and where it starts. */
  name: string
  start: number
  value: JsonNode
}
export type JsonObject = Extract<JsonNode, { kind: 'object' }>
type Holder = JsonObject | Extract<JsonNode, { kind: 'array' }>

/** The tree of a JSON text. Undefined for other text, and for text nested so deep that recursion over the tree could fail. */
export function jsonTree(text: string, deepest = 500): JsonNode | undefined {
  const reader = createJsonReader(text)
  const around: Holder[] = []
  let root: JsonNode | undefined
  let [name, nameStart] = ['', 0]
  for (let part = reader.next(); part !== 'end'; part = reader.next()) {
    const { start, end } = reader
    if (part === 'wrong') return undefined
    if (part === 'key') {
      name = text.slice(start, end)
      nameStart = start
      continue
    }
    const holder = around.at(-1)
    if (part === 'close') {
      if (holder) holder.end = end
      around.pop()
      continue
    }
    const node =
      part === 'open' ? holderAt(text, start) : { kind: part, token: text.slice(start, end), start, end }
    root ??= node
    if (holder?.kind === 'object') holder.members.push({ name, start: nameStart, value: node })
    else holder?.items.push(node)
    if ('token' in node) continue
    if (around.push(node) > deepest) return undefined
  }
  return root
}

const holderAt = (text: string, start: number): Holder =>
  text[start] === '{'
    ? { kind: 'object', members: [], start, end: start }
    : { kind: 'array', items: [], start, end: start }

/** The text of a string token. */
export const meaning = (quoted: string): string =>
  quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1)

/** The parts of an object or a list, by name or index. */
export const partsOf = (node: JsonNode): { name: string; start: number; value: JsonNode }[] => {
  if (node.kind === 'object') return node.members.map((one) => ({ ...one, name: meaning(one.name) }))
  if (node.kind !== 'array') return []
  return node.items.map((value, index) => ({ name: String(index), start: value.start, value }))
}

/** Sorts by code units, as most languages do. */
export const byUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The tree with the members of each object sorted by name. Returns a sorted tree itself. */
export function sortedTree(tree: JsonNode, compare = byUnits): JsonNode {
  if (tree.kind === 'array') {
    const items = tree.items.map((item) => sortedTree(item, compare))
    return items.some((item, at) => item !== tree.items[at]) ? { ...tree, items } : tree
  }
  if (tree.kind !== 'object') return tree
  const named = tree.members.map((member) => ({
    name: meaning(member.name),
    from: member.value,
    member: { ...member, value: sortedTree(member.value, compare) },
  }))
  const isSorted = named.every(({ name }, at) => at === 0 || compare(named[at - 1]?.name ?? '', name) <= 0)
  if (isSorted && named.every(({ from, member }) => from === member.value)) return tree
  if (!isSorted) named.sort((a, b) => compare(a.name, b.name))
  return { ...tree, members: named.map(({ member }) => member) }
}

/** How a language writes JSON. */
export interface JsonStyle {
  /** Between items, and between a key and its value. */
  comma: string
  colon: string
  /** The indentation of each level. Without it, everything is on one line. */
  indent?: string
  /** The line break, by default LF. */
  newline?: string
  /** Whether the items of a list are on one line, with spaces at the ends, and on no deeper level. */
  inlineArrays?: boolean
  /** An empty object or list. `line` starts the next line at its own indentation. */
  empty?(kind: 'object' | 'array', line: string): string
  string?(quoted: string): string
  /** How a member's name is written, if different from other strings. */
  name?(quoted: string): string
  number?(token: string): string
  /** true, false and null. */
  word?(token: string): string
  /** The text after everything else. */
  end?: string
}

const asWritten = (token: string) => token

export function writeJson(tree: JsonNode, style: JsonStyle): string {
  const { comma, colon, indent, string = asWritten, number = asWritten, word = asWritten } = style
  const { name = string, newline = '\n' } = style
  const tokens = { string, number, word }
  const between = indent === undefined ? comma : comma.trimEnd()
  const starts: string[] = []
  // Appending to one text is several times faster than joining lists of texts.
  let out = ''

  function startOf(level: number): string {
    starts[level] ??= indent === undefined ? '' : newline + indent.repeat(level)
    return starts[level]
  }
  function value(node: JsonNode, level: number) {
    if ('token' in node) {
      out += tokens[node.kind](node.token)
      return
    }
    const [open, close] = node.kind === 'object' ? '{}' : '[]'
    const inner = node.kind === 'object' ? node.members : node.items
    if (inner.length === 0) {
      out += style.empty?.(node.kind, startOf(level)) ?? `${open}${close}`
      return
    }
    const isInline = node.kind === 'array' && style.inlineArrays === true
    const inward = isInline ? level : level + 1
    const [start, end] = isInline ? [' ', ' '] : [startOf(inward), startOf(level)]
    let lead = open + start
    for (const one of inner) {
      out += lead
      lead = between + start
      if ('value' in one) {
        out += name(one.name) + colon
        value(one.value, inward)
      } else value(one, inward)
    }
    out += end + close
  }
  value(tree, 0)
  return out + (style.end ?? '')
}

const hex4 = (letter: string) => letter.charCodeAt(0).toString(16).padStart(4, '0')
export const lowerEscape = (letter: string): string => `\\u${hex4(letter)}`
export const upperEscape = (letter: string): string => `\\u${hex4(letter).toUpperCase()}`
export const beyondAscii = /[\u0080-\uffff]/g

/** A JSON text in which characters above `highest` are escapes. */
export const asciiOnly = (text: string, highest = 0x7f): string =>
  text.replace(/[\u007f-\uffff]/g, (letter) =>
    letter.charCodeAt(0) <= highest ? letter : lowerEscape(letter),
  )

/** A string token as `JSON.stringify` writes it. */
export const plain = (quoted: string): string =>
  quoted.includes('\\') ? JSON.stringify(JSON.parse(quoted)) : quoted
