/** Edits JSON text and keeps every other byte as is. */
import { asciiOnly, type JsonNode, type JsonObject, meaning, partsOf, writeJson } from './json-tree.ts'

/** A change to one member that keeps every other byte as is. */
const replaced = (text: string, start: number, end: number, by: string) =>
  text.slice(0, start) + by + text.slice(end)

/** The text with a member added at the end of an object. `value` is JSON. */
export function withMember(text: string, object: JsonObject, key: string, value: string): string {
  const last = object.members.at(-1)
  const at = last ? last.value.end : object.start + 1
  return replaced(text, at, at, `${last ? ',' : ''}${JSON.stringify(key)}:${value}`)
}

/** The name, or the name with a number, that the object does not have yet. */
export function freeKey(object: JsonObject, name: string): string {
  const taken = new Set(object.members.map((member) => meaning(member.name)))
  let free = name
  for (let number = 2; taken.has(free); number++) free = `${name}_${number}`
  return free
}

/** The text with the value of each member of that name replaced by other JSON. */
export const withValue = (text: string, object: JsonObject, name: string, by: string): string =>
  object.members
    .filter((member) => meaning(member.name) === name)
    .toReversed()
    .reduce((changed, { value }) => replaced(changed, value.start, value.end, by), text)

/** The text without the value at a path of keys and indexes. Undefined if there is no value. */
export function withoutPath(text: string, root: JsonNode, path: readonly string[]): string | undefined {
  const [name = '', ...rest] = path
  const parts = partsOf(root)
  // Parsers take the last of repeated keys.
  const index = parts.findLastIndex((part) => part.name === name)
  const part = parts[index]
  if (!part) return undefined
  if (rest.length > 0) return withoutPath(text, part.value, rest)
  const [before, after] = [parts[index - 1], parts[index + 1]]
  if (after) return replaced(text, part.start, after.start, '')
  return replaced(text, before ? before.value.end : part.start, part.value.end, '')
}

/** This node and every node below it, in the order of the text. */
export function* nodesOf(node: JsonNode): Generator<JsonNode> {
  yield node
  for (const { value } of partsOf(node)) yield* nodesOf(value)
}

/** Reverses the members of each object, except where a key is repeated: there the order has a meaning. */
function reversed(node: JsonNode): JsonNode {
  if (node.kind === 'array') return { ...node, items: node.items.map(reversed) }
  if (node.kind !== 'object') return node
  const members = node.members.map((member) => ({ ...member, value: reversed(member.value) }))
  const isRepeated = new Set(members.map(({ name }) => meaning(name))).size < members.length
  return { ...node, members: isRepeated ? members : members.reverse() }
}

/** The same value written differently: indented, with reversed keys and all escapes that JSON allows. */
export const rewritten = (root: JsonNode): string =>
  writeJson(reversed(root), {
    comma: ',',
    colon: ' : ',
    indent: '  ',
    empty: (kind) => (kind === 'object' ? '{ }' : '[ ]'),
    string: (quoted) => asciiOnly(quoted.replace(/(?<!\\)\//g, '\\/')),
  })
