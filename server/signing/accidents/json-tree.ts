/** JSON as it is written: its tokens are kept, so that a long integer or 1.50 is not lost. */
export type JsonTree =
  | { kind: 'leaf'; token: string }
  | { kind: 'array'; items: JsonTree[] }
  | { kind: 'object'; members: [key: string, value: JsonTree][] }

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
  sorted?: boolean
  string?(quoted: string): string
  number?(token: string): string
  /** true, false and null. */
  leaf?(token: string): string
}

/** By the code units of what the keys mean, as most languages sort. */
const byKey = ([a]: [string, JsonTree], [b]: [string, JsonTree]) => {
  const [left, right] = [meaning(a), meaning(b)]
  return left < right ? -1 : left > right ? 1 : 0
}
/** The text that a string of JSON stands for. */
export const meaning = (quoted: string) =>
  quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1)

export function writeJson(tree: JsonTree, style: JsonStyle, level = 0): string {
  const {
    comma,
    colon,
    indent,
    sorted,
    string = (text) => text,
    number = (text) => text,
    leaf = (text) => text,
  } = style
  if (tree.kind === 'leaf') {
    const first = tree.token[0] ?? ''
    return first === '"' ? string(tree.token) : /[-\d]/.test(first) ? number(tree.token) : leaf(tree.token)
  }
  const [open, close] = tree.kind === 'object' ? '{}' : '[]'
  const members = tree.kind === 'object' && sorted ? tree.members.toSorted(byKey) : undefined
  const inner =
    tree.kind === 'object'
      ? (members ?? tree.members).map(
          ([key, value]) => string(key) + colon + writeJson(value, style, level + 1),
        )
      : tree.items.map((item) => writeJson(item, style, level + 1))
  if (inner.length === 0) return `${open}${close}`
  if (indent === undefined) return `${open}${inner.join(comma)}${close}`
  const [line, last] = [`\n${indent.repeat(level + 1)}`, `\n${indent.repeat(level)}`]
  return `${open}${line}${inner.join(`${comma.trimEnd()}${line}`)}${last}${close}`
}
