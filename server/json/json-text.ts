import { endOfQuoted } from './json-source.ts'

/**
 * JSON as text with the places of its parts, so that one member can be changed while every other byte stays: numbers
 * keep their digits, objects their order and their repeated keys.
 */
interface Span {
  start: number
  /** Behind the last character. */
  end: number
}
interface Member {
  key: string
  keySpan: Span
  value: JsonNode
}
export type JsonNode = Span &
  (
    | { kind: 'object'; members: Member[] }
    | { kind: 'array'; items: JsonNode[] }
    | { kind: 'string' | 'number' | 'word' }
  )
export type JsonObject = Extract<JsonNode, { kind: 'object' }>

/** Deeper texts are taken for none: nothing that is delivered comes near. */
const deepest = 1000
const space = /[ \t\r\n]*/y
const bare = /-?\d[\d.eE+-]*|true|false|null/y

/** The parts of a JSON text with their places; undefined when it is none. */
export function scanJson(text: string): JsonNode | undefined {
  try {
    JSON.parse(text)
  } catch {
    return undefined
  }
  let at = 0
  /** Goes over what a sticky pattern matches here; answers where it began. */
  function over(pattern: RegExp): number {
    const start = at
    pattern.lastIndex = at
    pattern.test(text)
    at = Math.max(at, pattern.lastIndex)
    return start
  }
  /** Goes over a quoted text, a number or a word; answers where it began. */
  function overScalar(): number {
    if (text[at] !== '"') return over(bare)
    const start = at
    at = endOfQuoted(text, at)
    return start
  }
  /** Goes over the commas of a list and what stands between them. */
  function list(close: string, item: () => void) {
    at++
    over(space)
    while (text[at] !== close) {
      item()
      over(space)
      if (text[at] === ',') at++
      over(space)
    }
    at++
  }
  function value(depth: number): JsonNode {
    if (depth > deepest) throw new TooDeep()
    const start = at
    if (text[at] === '{') {
      const members: Member[] = []
      list('}', () => {
        const keyStart = overScalar()
        const keySpan = { start: keyStart, end: at }
        over(space)
        at++
        over(space)
        members.push({ key: JSON.parse(text.slice(keyStart, keySpan.end)), keySpan, value: value(depth + 1) })
      })
      return { kind: 'object', members, start, end: at }
    }
    if (text[at] === '[') {
      const items: JsonNode[] = []
      list(']', () => items.push(value(depth + 1)))
      return { kind: 'array', items, start, end: at }
    }
    overScalar()
    const kind = text[start] === '"' ? 'string' : /[-\d]/.test(text[start] ?? '') ? 'number' : 'word'
    return { kind, start, end: at }
  }
  over(space)
  try {
    return value(0)
  } catch (error) {
    if (error instanceof TooDeep) return undefined
    throw error
  }
}
class TooDeep extends Error {}

const replaced = (text: string, { start, end }: Span, by: string) =>
  text.slice(0, start) + by + text.slice(end)

/** The text with a member added at the end of an object. `value` is JSON. */
export function withMember(text: string, object: JsonObject, key: string, value: string): string {
  const last = object.members.at(-1)
  const at = last ? last.value.end : object.start + 1
  return replaced(text, { start: at, end: at }, `${last ? ',' : ''}${JSON.stringify(key)}:${value}`)
}

/** The name, or that with a number behind it, which the object does not have yet. */
export function freeKey(object: JsonObject, name: string): string {
  const taken = new Set(object.members.map(({ key }) => key))
  let free = name
  for (let number = 2; taken.has(free); number++) free = `${name}_${number}`
  return free
}

/** The text with the value of the object's members of that name replaced by other JSON. */
export function withValue(text: string, object: JsonObject, name: string, value: string): string {
  return object.members
    .filter(({ key }) => key === name)
    .toReversed()
    .reduce((changed, member) => replaced(changed, member.value, value), text)
}

/** The text without what lies at a path of keys and indexes; undefined when nothing lies there. */
export function withoutPath(text: string, root: JsonNode, path: readonly string[]): string | undefined {
  const [name = '', ...rest] = path
  const parts = partsOf(root)
  // Of keys that are there more than once, the last is the one that readers take.
  const index = parts.findLastIndex((part) => part.name === name)
  const part = parts[index]
  if (!part) return undefined
  if (rest.length > 0) return withoutPath(text, part.value, rest)
  const [before, after] = [parts[index - 1], parts[index + 1]]
  if (after) return replaced(text, { start: part.start, end: after.start }, '')
  return replaced(text, { start: before ? before.value.end : part.start, end: part.value.end }, '')
}

function partsOf(node: JsonNode): { name: string; start: number; value: JsonNode }[] {
  switch (node.kind) {
    case 'object':
      return node.members.map(({ key, keySpan, value }) => ({ name: key, start: keySpan.start, value }))
    case 'array':
      return node.items.map((value, index) => ({ name: String(index), start: value.start, value }))
    default:
      return []
  }
}

/** Every node below this one and itself, in the order of the text. */
export function* nodesOf(node: JsonNode): Generator<JsonNode> {
  yield node
  for (const { value } of partsOf(node)) yield* nodesOf(value)
}

/** The same value written otherwise: indented, its keys the other way round, with all escapes that JSON allows for. */
export function rewritten(text: string, node: JsonNode, indent = '\n'): string {
  const inner = `${indent}  `
  const own = text.slice(node.start, node.end)
  switch (node.kind) {
    case 'object': {
      const { members } = node
      if (members.length === 0) return '{ }'
      // Where a key is there twice, their order is part of what they mean.
      const repeats = new Set(members.map(({ key }) => key)).size < members.length
      const lines = (repeats ? members : members.toReversed()).map(
        ({ keySpan, value }) =>
          `${escaped(text.slice(keySpan.start, keySpan.end))} : ${rewritten(text, value, inner)}`,
      )
      return `{${inner}${lines.join(`,${inner}`)}${indent}}`
    }
    case 'array':
      if (node.items.length === 0) return '[ ]'
      return `[${inner}${node.items.map((item) => rewritten(text, item, inner)).join(`,${inner}`)}${indent}]`
    case 'string':
      return escaped(own)
    default:
      return own
  }
}

const escaped = (quoted: string) => asciiOnly(quoted.replace(/(?<!\\)\//g, '\\/'))

/** A JSON text in which characters above `highest` are escapes, so that nothing is lost. */
export const asciiOnly = (text: string, highest = 0x7f): string =>
  text.replace(/[\u0080-\uffff]/g, (character) =>
    character.charCodeAt(0) <= highest
      ? character
      : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
