/** Writes JSON exactly as Python's json.dumps does. */
import { createJsonReader } from '../json/json-reader.ts'
import { asciiOnly, type JsonNode, jsonTree, plain, writeJson } from '../json/json-tree.ts'

/** Python's default recursion limit. */
const deepest = 1000

/**
 * JSON as Python's `json.dumps(json.loads(text))` writes it: `", "` and `": "`, ASCII escapes, Python's floats. Works on
 * the text, because parsing would reorder keys such as "10" and round long integers.
 * @returns undefined if the text is not JSON, or nests deeper than Python allows
 */
export function pythonJson(text: string): string | undefined {
  const reader = createJsonReader(text)
  const keys: Set<string>[] = []
  let out = ''
  let lead = ''
  for (let part = reader.next(); part !== 'end'; part = reader.next()) {
    if (part === 'wrong' || keys.length > deepest) return undefined
    const token = text.slice(reader.start, reader.end)
    if (part === 'key') {
      const name = pythonString(token)
      const known = keys.at(-1)
      if (known?.has(name)) return ofRepeated(text)
      known?.add(name)
      out += `${lead}${name}: `
      lead = ''
    } else if (part === 'open') {
      out += lead + token
      lead = ''
      keys.push(new Set())
    } else if (part === 'close') {
      out += token
      lead = ', '
      keys.pop()
    } else {
      out +=
        lead + (part === 'string' ? pythonString(token) : part === 'number' ? pythonNumber(token) : token)
      lead = ', '
    }
  }
  return out
}

/** A repeated key requires parsing the whole text first, which takes much longer. */
function ofRepeated(text: string): string | undefined {
  const tree = jsonTree(text, deepest)
  return (
    tree && writeJson(asDict(tree), { comma: ', ', colon: ': ', string: pythonString, number: pythonNumber })
  )
}

/** A repeated key keeps its first place and its last value, as in a Python dict. */
function asDict(node: JsonNode): JsonNode {
  if (node.kind === 'array') return { ...node, items: node.items.map(asDict) }
  if (node.kind !== 'object') return node
  const members = new Map(
    node.members.map((member) => [pythonString(member.name), { ...member, value: asDict(member.value) }]),
  )
  return { ...node, members: [...members.values()] }
}

/** A JSON string in ASCII, as Python and other languages write it. */
export const pythonString = (quoted: string): string =>
  /[^ -~]|\\/.test(quoted) ? asciiOnly(plain(quoted), 0x7e) : quoted

export function pythonNumber(token: string): string {
  if (/^-?\d+$/.test(token)) return token === '-0' ? '0' : token
  return isAsPython.test(token) && token.length <= 16 ? token : pythonFloat(Number(token))
}

/** Matches short floats that JavaScript and Python write identically. */
const isAsPython = /^-?(?!0\.000)(?:0|[1-9]\d*)\.(?:0|\d*[1-9])$/

/** Python's `repr` of a float. The digits equal JavaScript's, but Python uses an exponent below 1e-4 and from 1e16. */
function pythonFloat(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity'
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0'
  const size = Math.abs(value)
  const hasExponent = size < 1e-4 || size >= 1e16
  // Beyond these bounds String() writes an exponent too, many times faster than toExponential.
  const text = hasExponent && size >= 1e-6 && size < 1e21 ? value.toExponential() : String(value)
  // Python writes at least two exponent digits: 1e-07.
  if (hasExponent) return /[+-]/.test(text.at(-2) ?? '') ? `${text.slice(0, -1)}0${text.at(-1)}` : text
  return text.includes('.') ? text : `${text}.0`
}
