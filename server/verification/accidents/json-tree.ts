/** JSON as it is written: its tokens are kept, so that a long integer or 1.50 is not lost. */
export type JsonTree =
  | { kind: 'leaf'; token: string }
  | { kind: 'array'; items: JsonTree[] }
  | { kind: 'object'; members: [key: string, value: JsonTree][] }

/** A number of JSON and where it begins. */
export interface NumberAt {
  from: number
  token: string
}

/** The most that is nested; a parser of JSON has no bound, and what walks a tree must have one. */
const deepest = 500

/** @param text JSON that a parser has taken; undefined when it is nested too deep */
export function jsonTree(text: string): JsonTree | undefined {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[[\]{},:]/g) ?? []
  let at = 0
  let depth = 0
  let isTooDeep = false

  function value(): JsonTree {
    const token = tokens[at++] ?? ''
    if (token !== '{' && token !== '[') return { kind: 'leaf', token }
    if (++depth > deepest) isTooDeep = true
    if (isTooDeep) return { kind: 'leaf', token }
    const made = token === '{' ? object() : array()
    depth--
    return made
  }
  function object(): JsonTree {
    const members: [string, JsonTree][] = []
    while (!isTooDeep && at < tokens.length && tokens[at] !== '}') {
      if (tokens[at] === ',') at++
      const key = tokens[at] ?? ''
      at += 2
      members.push([key, value()])
    }
    at++
    return { kind: 'object', members }
  }
  function array(): JsonTree {
    const items: JsonTree[] = []
    while (!isTooDeep && at < tokens.length && tokens[at] !== ']') {
      if (tokens[at] === ',') at++
      items.push(value())
    }
    at++
    return { kind: 'array', items }
  }
  const tree = value()
  return isTooDeep ? undefined : tree
}

/** How a language writes JSON. */
export interface JsonStyle {
  /** Between items, and between a key and its value. */
  comma: string
  colon: string
  /** For each step inwards; without it everything stands in one line. */
  indent?: string
  /** Whether the items of an array stand in one line, with spaces at its ends, and lie no step further in. */
  inlineArrays?: boolean
  /** An object or array that holds nothing; `line` begins the next one at its own indentation. */
  empty?(kind: 'object' | 'array', line: string): string
  string?(quoted: string): string
  /** The name of a member, where it is written otherwise than other strings. */
  name?(quoted: string): string
  number?(token: string): string
  /** What stands behind all of it. */
  end?: string
  /** true, false and null. */
  leaf?(token: string): string
}

/** The text that a string of JSON stands for. */
export const meaning = (quoted: string) =>
  quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1)

/** By code units, as most languages sort. */
export const byUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** The same with the members of its objects sorted by their names; the very tree where they are so already. */
export function sortedTree(tree: JsonTree, compare = byUnits): JsonTree {
  if (tree.kind === 'leaf') return tree
  if (tree.kind === 'array') {
    const items = tree.items.map((item) => sortedTree(item, compare))
    return items.some((item, at) => item !== tree.items[at]) ? { kind: 'array', items } : tree
  }
  const named = tree.members.map(([key, value]) => ({
    name: meaning(key),
    key,
    from: value,
    value: sortedTree(value, compare),
  }))
  const isSorted = named.every(({ name }, at) => at === 0 || compare(named[at - 1]?.name ?? '', name) <= 0)
  if (isSorted && named.every(({ from, value }) => from === value)) return tree
  if (!isSorted) named.sort((a, b) => compare(a.name, b.name))
  return { kind: 'object', members: named.map(({ key, value }) => [key, value]) }
}

const asItStands = (token: string) => token
const [quote, minus, nine] = [0x22, 0x2d, 0x39]

export function writeJson(tree: JsonTree, style: JsonStyle): string {
  const { comma, colon, indent, string = asItStands, number = asItStands, leaf = asItStands } = style
  const { name = string } = style
  const between = indent === undefined ? comma : comma.trimEnd()
  const starts: string[] = []
  // One text that grows takes a fraction of what lists of texts take to be joined.
  let out = ''

  function token(text: string) {
    const first = text.charCodeAt(0)
    out += first === quote ? string(text) : first === minus || first <= nine ? number(text) : leaf(text)
  }
  function startOf(level: number): string {
    starts[level] ??= indent === undefined ? '' : `\n${indent.repeat(level)}`
    return starts[level]
  }
  function value(one: JsonTree, level: number) {
    if (one.kind === 'leaf') return token(one.token)
    const [open, close] = one.kind === 'object' ? '{}' : '[]'
    const inner = one.kind === 'object' ? one.members : one.items
    if (inner.length === 0) {
      out += style.empty?.(one.kind, startOf(level)) ?? `${open}${close}`
      return
    }
    const isInline = one.kind === 'array' && style.inlineArrays === true
    const inward = isInline ? level : level + 1
    const [start, end] = isInline ? [' ', ' '] : [startOf(inward), startOf(level)]
    let lead = open + start
    for (const member of inner) {
      out += lead
      lead = between + start
      if (Array.isArray(member)) {
        out += name(member[0]) + colon
        value(member[1], inward)
      } else value(member, inward)
    }
    out += end + close
  }
  value(tree, 0)
  return out + (style.end ?? '')
}
