/** Objects as different languages print them, signed instead of the body. */
import { inspect } from 'node:util'
import { type JsonNode, type JsonStyle, meaning, partsOf, plain, sortedTree } from '../../json/json-tree.ts'
import { isForm } from '../../signing/address.ts'
import { pythonJson, pythonNumber } from '../../signing/python-json.ts'
import type { BodyForms, BodyTurn } from '../search/accident.ts'
import { bodyTable, byTree, type Make, type Shared, styleTable, tableBy } from './body-table.ts'
import { beginsAsForm } from './codings.ts'
import { type Field, firsts, lasts } from './form-fields.ts'
import { isWhole } from './json-numbers.ts'
import { phpEncoded } from './percent.ts'

/** Python's escapes for bytes. */
const pythonEscapes = Array.from({ length: 256 }, (_, byte) => {
  const short = { 92: '\\\\', 9: '\\t', 10: '\\n', 13: '\\r' }[byte]
  return short ?? `\\x${byte.toString(16).padStart(2, '0')}`
})

/** `b'…'`, as a Python f-string prints bytes. */
function pythonBytes({ bytes }: BodyForms): string {
  const quote = bytes.includes(0x27) && !bytes.includes(0x22) ? '"' : "'"
  const inner = bytes.toString('latin1').replace(/[\\']|[^ -~]/g, (letter) => {
    if (letter === "'") return quote === "'" ? "\\'" : "'"
    return pythonEscapes[letter.charCodeAt(0)] ?? letter
  })
  return `b${quote}${inner}${quote}`
}

/** `'a'`, as Python prints a string inside a value. */
function pythonString(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const inner = text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t')
  return quote + (quote === "'" ? inner.replaceAll("'", "\\'") : inner) + quote
}

const pythonWords: Record<string, string> = { true: 'True', false: 'False', null: 'None' }
const rubyHash = (arrow: string): JsonStyle => ({
  comma: ', ',
  colon: arrow,
  string: (quoted) => plain(quoted).replace(/#(?=[{$@])/g, '\\#'),
  number: pythonNumber,
  word: (token) => (token === 'null' ? 'nil' : token),
})

/** A number as Go's `%v` prints a float64. */
function goNumber(token: string): string {
  const value = Number(token)
  return value !== 0 && Math.abs(value) < 1e-4
    ? value.toExponential().replace(/-(\d)$/, '-0$1')
    : String(value)
}

/** `map[a:<nil>]`, as Go prints a map with sorted keys. */
function goText(node: JsonNode): string {
  if (node.kind === 'object')
    return `map[${partsOf(node)
      .map(({ name, value }) => `${name}:${goText(value)}`)
      .join(' ')}]`
  if (node.kind === 'array') return `[${node.items.map(goText).join(' ')}]`
  if (node.kind === 'string') return meaning(node.token)
  if (node.kind === 'number') return goNumber(node.token)
  return node.token === 'null' ? '<nil>' : node.token
}

/** A number as PHP converts it to a string. */
function phpNumber(token: string): string {
  const value = Number(token)
  const size = Math.abs(value)
  if (isWhole(token)) return token
  if (value === 0 || (size >= 1e-4 && size < 1e17)) return String(value)
  const [digits = '', power = ''] = value.toExponential().split('e')
  return `${digits.includes('.') ? digits : `${digits}.0`}E${power}`
}

/** How the path of a nested value becomes a field's name, and which words become another text. */
export interface Naming {
  path(outer: string, name: string, isItem: boolean): string
  words: Readonly<Record<string, string>>
}
const phpNaming: Naming = {
  path: (outer, name) => `${outer}[${name}]`,
  words: { true: '1', false: '0' },
}

/** The fields of a form made from nested values, without null values. */
export function flattened(node: JsonNode, naming: Naming, path = '', number = asToken): Field[] {
  if (!('token' in node))
    return partsOf(node).flatMap(({ name, value }) =>
      flattened(value, naming, path === '' ? name : naming.path(path, name, node.kind === 'array'), number),
    )
  const { kind, token } = node
  if (token === 'null') return []
  return [
    [
      path,
      kind === 'string' ? meaning(token) : kind === 'number' ? number(token) : (naming.words[token] ?? token),
    ],
  ]
}
const asToken = (token: string) => token

/** `a=1&b%5Bc%5D=2`, as PHP's http_build_query writes an array. */
const phpQuery = (node: JsonNode): string =>
  flattened(node, phpNaming, '', phpNumber)
    .map((field) => field.map((text) => phpEncoded(Buffer.from(text))).join('='))
    .join('&')

/** `a:1:{s:1:"n";i:1;}`, as PHP's serialize writes an array. */
function phpSerialized(node: JsonNode): string {
  if ('token' in node) {
    const { kind, token } = node
    if (kind === 'string') return phpText(meaning(token))
    if (kind === 'number') return isWhole(token) ? `i:${token};` : `d:${phpNumber(token)};`
    return token === 'null' ? 'N;' : `b:${token === 'true' ? 1 : 0};`
  }
  const entries = partsOf(node).map(
    ({ name, value }) => (node.kind === 'array' ? `i:${name};` : phpText(name)) + phpSerialized(value),
  )
  return `a:${entries.length}:{${entries.join('')}}`
}
const phpText = (text: string) => `s:${Buffer.byteLength(text)}:"${text}";`

const begins = 'The signed content is not the body, but text as'

/** Constant text that a language prints instead of a body. */
export const printedWords: readonly BodyTurn[] = bodyTable('object_signed', 1, { begins }).rows({
  'JavaScript prints a parsed object': () => '[object Object]',
  'JavaScript prints a body that was not read': () => 'undefined',
  'JSON prints a body that was not read': () => 'null',
  'Python prints a body that was not read': () => 'None',
  'a Python f-string prints a body that was not read': () => "b''",
  'JSON prints a body that was read as bytes or not at all': () => '{}',
  'JavaScript prints bytes': () => '[object ArrayBuffer]',
  'JavaScript prints a body that is still being read': [
    () => '[object Promise]',
    () => '[object ReadableStream]',
  ],
  'JavaScript prints a body that was read as another type': [
    () => '[object Blob]',
    () => '[object FormData]',
    () => '[object URLSearchParams]',
    () => '[object Undefined]',
    () => '[object Null]',
    () => '[object AsyncGenerator]',
  ],
  'PHP prints a parsed object': () => 'Array',
  "PHP's json_encode writes an array without items, such as $_POST of a JSON request": ({ bytes }) =>
    bytes.length > 2 ? '[]' : undefined,
  "PHP's print_r prints an array without items": () => 'Array\n(\n)\n',
  "PHP's var_export prints an array without items": () => 'array (\n)',
  'PHP prints a body that was not read': () => 'NULL',
  'Ruby prints a body that was not read': () => 'nil',
  'Go prints a body that was not read': [() => '<nil>', () => 'map[]'],
  'JSON prints a body that is an empty text': () => '""',
  'a boolean is printed': [() => 'false', () => 'true'],
  'JavaScript prints a value that is no number': () => 'NaN',
})

const ofTree: Shared = { begins, needs: 'text', work: { byte: 0.01, token: 0.25, letter: 0.05 } }
/** Printed objects that contain the whole body. */
export const prints: readonly BodyTurn[] = [
  ...bodyTable('object_signed', 1, { begins, needs: 'text', work: { byte: 0.002, letter: 0.06 } }).rows({
    'a Python f-string prints bytes': pythonBytes,
  }),
  ...bodyTable('object_signed', 1, { begins, needs: 'text', work: { byte: 0.035 } }).rows({
    'JavaScript writes the bytes of a Buffer as JSON': ({ bytes }) => JSON.stringify(bytes),
  }),
  ...bodyTable('object_signed', 2, { begins, needs: 'text', work: { byte: 0.002 } }).rows({
    'hex tools print bytes': ({ bytes }) => bytes.toString('hex'),
    'hex tools print bytes in upper case': ({ bytes }) => bytes.toString('hex').toUpperCase(),
    "Node's util.inspect prints a Buffer": ({ bytes }) => inspect(bytes),
  }),
  ...bodyTable('object_signed', 2, { begins, needs: 'text', work: { byte: 0.04 } }).rows({
    'Python, Java and Rust print a list of bytes': ({ bytes }) => `[${bytes.join(', ')}]`,
    'Java prints a list of signed bytes': ({ bytes }) => `[${new Int8Array(bytes).join(', ')}]`,
    'JSON writes a list of bytes': ({ bytes }) => `[${bytes.join(',')}]`,
    'JavaScript writes a Uint8Array as JSON': ({ bytes }) => JSON.stringify(Object.assign({}, [...bytes])),
    '.NET prints bytes with BitConverter': ({ bytes }) =>
      bytes
        .toString('hex')
        .toUpperCase()
        .replace(/..(?=.)/g, '$&-'),
  }),
  ...bodyTable('object_signed', 2, { begins, needs: 'text', work: { byte: 0.002, letter: 0.06 } }).rows({
    'Python prints a bytearray': (body) => `bytearray(${pythonBytes(body)})`,
    'Python prints a string in quotation marks': ({ text }) => pythonString(text()),
  }),
  ...bodyTable('object_signed', 2, { begins, needs: 'text', work: { byte: 0.04 } }).rows({
    'Go prints bytes': ({ bytes }) => `[${bytes.join(' ')}]`,
  }),
  ...bodyTable('object_signed', 2, { begins, needs: 'text', work: { byte: 0.035 } }).rows({
    'JavaScript prints a Uint8Array': ({ bytes }) => bytes.join(','),
  }),
  ...styleTable('object_signed', 2, 'tree', ofTree).rows({
    'Python prints a dict': {
      comma: ', ',
      colon: ': ',
      word: (token) => pythonWords[token] ?? token,
      number: pythonNumber,
      string: (quoted) => pythonString(meaning(quoted)),
    },
    'Java prints a Map': { comma: ', ', colon: '=', string: meaning, number: pythonNumber },
    'Ruby prints a Hash': rubyHash('=>'),
    'Ruby 3.4 prints a Hash': rubyHash(' => '),
  }),
  ...bodyTable('object_signed', 2, ofTree).rows({
    'Go prints a map': byTree((tree) => goText(sortedTree(tree))),
    "Node's util.inspect prints an object"(body) {
      const json = body.json()
      return json && inspect(json.value)
    },
    "PHP's http_build_query writes an array": byTree(phpQuery),
    "PHP's serialize writes an array": byTree(phpSerialized),
  }),
]

type FromFields = (fields: readonly Field[]) => string | undefined

const formTable = tableBy(
  (make: FromFields): Make =>
    ({ text }) =>
      make([...new URLSearchParams(text())]),
  {
    begins,
    fix: 'Sign the raw body before parsing the form: request.get_data() in Flask, request.body in Django, request.raw_post in Rails, express.raw() in Node.',
    needs: 'text',
    work: { byte: 0.02, letter: 0.05 },
  },
)

const tuples: FromFields = (fields) =>
  fields.map(([name, value]) => `(${pythonString(name)}, ${pythonString(value)})`).join(', ')
const pythonDict = (fields: readonly Field[]) =>
  `{${fields.map(([name, value]) => `${pythonString(name)}: ${pythonString(value)}`).join(', ')}}`
const queryDict: FromFields = (fields) => {
  const valuesOf = (name: string) =>
    fields.filter(([other]) => other === name).map(([, value]) => pythonString(value))
  const items = lasts(fields).map(([name]) => `${pythonString(name)}: [${valuesOf(name).join(', ')}]`)
  return `<QueryDict: {${items.join(', ')}}>`
}
const jsonOf = (fields: readonly Field[]) => JSON.stringify(Object.fromEntries(fields))
const rubyForm = (fields: readonly Field[], arrow: string) =>
  `{${lasts(fields)
    .map((field) => field.map((text) => JSON.stringify(text)).join(arrow))
    .join(', ')}}`

/** Forms as frameworks print them. JSON sent as a form becomes a field name without a value. */
export function formPrints(contentType: string): BodyTurn[] {
  const isRead = (body: BodyForms) => isForm(contentType) || beginsAsForm(body)
  return [
    ...formTable('object_signed', 1, { applies: isRead }).rows({
      'Flask prints a form': (fields) => `ImmutableMultiDict([${tuples(fields)}])`,
      'Django prints a form': queryDict,
    }),
    ...formTable('object_signed', 2, { applies: isRead }).rows({
      'Python prints a form as a dict': (fields) => pythonDict(lasts(fields)),
      'Python prints a form as a dict of first values': (fields) => pythonDict(firsts(fields)),
      'Python writes a form as JSON': (fields) => pythonJson(jsonOf(firsts(fields))),
      'JavaScript writes a form as JSON': jsonOf,
      'Starlette prints a form': (fields) => `FormData([${tuples(fields)}])`,
      'Ruby prints a form': (fields) => rubyForm(fields, '=>'),
      'Ruby 3.4 prints a form': (fields) => rubyForm(fields, ' => '),
    }),
    ...formTable('object_signed', 2, { applies: (body) => !isRead(body) }).rows({
      'Flask prints an empty form': () => 'ImmutableMultiDict([])',
      'Django prints an empty form': () => '<QueryDict: {}>',
    }),
  ]
}
