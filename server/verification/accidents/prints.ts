import { inspect } from 'node:util'
import { pythonWord } from '../../signing/python-json.ts'
import type { BodyForms, BodyTurn } from '../search/accident.ts'
import { isWhole } from './json-numbers.ts'
import { type JsonTree, meaning, sortedTree, writeJson } from './json-tree.ts'
import { plain } from './json-writings.ts'
import type { Work } from './work.ts'

/** What languages make of a value that is put into a text. */
const words: [text: string, language: string][] = [
  ['[object Object]', 'JavaScript prints a parsed object'],
  ['undefined', 'JavaScript prints a body that nobody has read'],
  ['null', 'JSON prints a body that nobody has read'],
  ['None', 'Python prints a body that nobody has read'],
  ["b''", 'an f-string of Python prints a body that nobody has read'],
  ['{}', 'JSON prints a body that was read as bytes or not at all'],
  ['[object ArrayBuffer]', 'JavaScript prints bytes'],
  ['[object Promise]', 'JavaScript prints a body that is still being read'],
  ['[object ReadableStream]', 'JavaScript prints a body that is still being read'],
  ['Array', 'PHP prints a parsed object'],
]

const turn = (
  said: string,
  rank: 1 | 2,
  work: Work,
  make: (body: BodyForms) => string | undefined,
): BodyTurn => ({
  accident: { cause: 'object_signed', detail: `What was signed is how ${said}.` },
  rank,
  ...(work.byte !== undefined && { needs: 'text' }),
  work,
  make(body) {
    const text = make(body)
    return text === undefined ? undefined : Buffer.from(text, 'utf8')
  },
})

/** How Python writes a byte that is no letter of ASCII. */
const pythonEscapes = Array.from({ length: 256 }, (_, byte) => {
  const short = { 92: '\\\\', 9: '\\t', 10: '\\n', 13: '\\r' }[byte]
  return short ?? `\\x${byte.toString(16).padStart(2, '0')}`
})

/** `b'…'`, as an f-string of Python writes bytes. */
function pythonBytes({ bytes }: BodyForms): string {
  const quote = bytes.includes(0x27) && !bytes.includes(0x22) ? '"' : "'"
  const inner = bytes.toString('latin1').replace(/[\\']|[^ -~]/g, (letter) => {
    if (letter === "'") return quote === "'" ? "\\'" : "'"
    return pythonEscapes[letter.charCodeAt(0)] ?? letter
  })
  return `b${quote}${inner}${quote}`
}

/** `'a'`, as Python prints a text within a value. */
export function pythonString(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const inner = text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
  return quote + (quote === "'" ? inner.replaceAll("'", "\\'") : inner) + quote
}

/** `{'a': None}`, as Python prints a dict. */
function pythonDict(body: BodyForms): string | undefined {
  const tree = body.tree()
  if (tree === undefined) return undefined
  const names: Record<string, string> = { true: 'True', false: 'False', null: 'None' }
  return writeJson(tree, {
    comma: ', ',
    colon: ': ',
    leaf: (token) => names[token] ?? token,
    number: pythonWord,
    string: (quoted) => pythonString(meaning(quoted)),
  })
}

/** `{a=null}`, as Java prints a Map. */
function javaMap(body: BodyForms): string | undefined {
  const tree = body.tree()
  return tree && writeJson(tree, { comma: ', ', colon: '=', string: meaning, number: pythonWord })
}

/** `{"a"=>nil}`, as Ruby prints a Hash; from version 3.4 on with spaces around the arrow. */
const rubyHash =
  (arrow: '=>' | ' => ') =>
  (body: BodyForms): string | undefined => {
    const tree = body.tree()
    return (
      tree &&
      writeJson(tree, {
        comma: ', ',
        colon: arrow,
        string: (quoted) => plain(quoted).replace(/#(?=[{$@])/g, '\\#'),
        number: pythonWord,
        leaf: (token) => (token === 'null' ? 'nil' : token),
      })
    )
  }

/** A number as `%v` of Go prints a float64. */
function goNumber(token: string): string {
  const value = Number(token)
  return value !== 0 && Math.abs(value) < 1e-4
    ? value.toExponential().replace(/-(\d)$/, '-0$1')
    : String(value)
}

/** `map[a:<nil>]`, as Go prints a map; it sorts the names. */
function goText(tree: JsonTree): string {
  switch (tree.kind) {
    case 'object':
      return `map[${tree.members.map(([name, value]) => `${meaning(name)}:${goText(value)}`).join(' ')}]`
    case 'array':
      return `[${tree.items.map(goText).join(' ')}]`
    case 'leaf':
      if (tree.token.startsWith('"')) return meaning(tree.token)
      if (/^[tf]/.test(tree.token)) return tree.token
      return tree.token === 'null' ? '<nil>' : goNumber(tree.token)
  }
}

/** A number as PHP makes a text of it. */
function phpNumber(token: string): string {
  const value = Number(token)
  const size = Math.abs(value)
  if (isWhole(token)) return token
  if (value === 0 || (size >= 1e-4 && size < 1e17)) return String(value)
  const [digits = '', power = ''] = value.toExponential().split('e')
  return `${digits.includes('.') ? digits : `${digits}.0`}E${power}`
}

const phpEncoded = (text: string) =>
  encodeURIComponent(text)
    .replace(/[!'()*~]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')

/** `a=1&b%5Bc%5D=2`, as http_build_query of PHP writes an array; it leaves null out. */
function phpQuery(tree: JsonTree, name = ''): string[] {
  if (tree.kind === 'leaf') {
    const { token } = tree
    if (token === 'null') return []
    const flag = { true: '1', false: '0' }[token]
    const text = token.startsWith('"') ? meaning(token) : (flag ?? phpNumber(token))
    return [`${phpEncoded(name)}=${phpEncoded(text)}`]
  }
  return entriesOf(tree).flatMap(([key, value]) => phpQuery(value, name === '' ? key : `${name}[${key}]`))
}

/** `a:1:{s:1:"n";i:1;}`, as serialize of PHP writes an array. */
function phpSerialized(tree: JsonTree): string {
  if (tree.kind === 'leaf') {
    const { token } = tree
    if (token.startsWith('"')) return phpText(meaning(token))
    if (/^[tf]/.test(token)) return `b:${token === 'true' ? 1 : 0};`
    if (token === 'null') return 'N;'
    return isWhole(token) ? `i:${token};` : `d:${phpNumber(token)};`
  }
  const entries = entriesOf(tree).map(
    ([key, value]) => (tree.kind === 'array' ? `i:${key};` : phpText(key)) + phpSerialized(value),
  )
  return `a:${entries.length}:{${entries.join('')}}`
}
const phpText = (text: string) => `s:${Buffer.byteLength(text)}:"${text}";`

const entriesOf = (tree: Exclude<JsonTree, { kind: 'leaf' }>): [key: string, value: JsonTree][] =>
  tree.kind === 'array'
    ? tree.items.map((item, at) => [String(at), item])
    : tree.members.map(([name, value]) => [meaning(name), value])

/** By what a tree prints as. */
const byTree = (print: (tree: JsonTree) => string) => (body: BodyForms) => {
  const tree = body.tree()
  return tree && print(tree)
}

/** A body that was made a text by a language, not by its sender: the same few letters, whatever came. */
export const printedWords: readonly BodyTurn[] = words.map(([text, language]) =>
  turn(language, 1, {}, () => text),
)

const printing: Work = { byte: 0.01, token: 0.25, letter: 0.05 }

/** The same with the whole body in it. */
export const prints: readonly BodyTurn[] = [
  turn('an f-string of Python prints bytes', 1, { byte: 0.002, letter: 0.06 }, pythonBytes),
  turn('JavaScript writes the bytes of a Buffer as JSON', 1, { byte: 0.035 }, ({ bytes }) =>
    JSON.stringify(bytes),
  ),
  turn('bytes are printed in hex', 2, { byte: 0.002 }, ({ bytes }) => bytes.toString('hex')),
  turn('Go prints bytes', 2, { byte: 0.04 }, ({ bytes }) => `[${bytes.join(' ')}]`),
  turn('JavaScript prints a Uint8Array', 2, { byte: 0.035 }, ({ bytes }) => bytes.join(',')),
  turn('Python prints a dict', 2, printing, pythonDict),
  turn('Java prints a Map', 2, printing, javaMap),
  turn('Ruby prints a Hash', 2, printing, rubyHash('=>')),
  turn('Ruby 3.4 prints a Hash', 2, printing, rubyHash(' => ')),
  turn(
    'Go prints a map',
    2,
    printing,
    byTree((tree) => goText(sortedTree(tree))),
  ),
  turn('util.inspect and console.log of Node print an object', 2, printing, (body) => {
    const json = body.json()
    return json && inspect(json.value)
  }),
  turn(
    'http_build_query of PHP writes an array',
    2,
    printing,
    byTree((tree) => phpQuery(tree).join('&')),
  ),
  turn('serialize of PHP writes an array', 2, printing, byTree(phpSerialized)),
]
