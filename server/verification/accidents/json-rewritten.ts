/** JSON as different languages write it after parsing. */
import {
  byUnits,
  type JsonStyle,
  lowerEscape,
  meaning,
  plain,
  sortedTree,
  upperEscape,
  writeJson,
} from '../../json/json-tree.ts'
import { pythonJson, pythonNumber, pythonString } from '../../signing/python-json.ts'
import type { Accident, BodyTurn, Rank } from '../search/accident.ts'
import { bodyTable, nths, rightForJson, styleTable, textTable } from './body-table.ts'
import { markup } from './escapes.ts'
import { parts, php, phpPlain } from './json-members.ts'

/** JSON as `JSON.stringify` writes it with an indentation. */
const native = (cause: Accident['cause'], rank: Rank, indent: string, said: string): BodyTurn[] =>
  bodyTable(cause, rank, {
    begins: rightForJson,
    isNative: rank < 2,
    needs: 'json',
    work: { byte: 0.002, token: 0.03, ...(indent !== '' && { step: 0.003 * indent.length }) },
  }).rows({
    [said](body) {
      const json = body.json()
      return json && JSON.stringify(json.value, null, indent)
    },
  })

/** @param single the cause if the rewritten body is on one line */
export const natives = (single: 'reserialised' | 'pretty_printed'): BodyTurn[] => [
  ...native(single, 0, '', 'parsed and re-serialised'),
  ...native('pretty_printed', 0, '  ', 'indented by two spaces'),
  ...native('pretty_printed', 1, '    ', 'indented by four spaces'),
  ...native('pretty_printed', 1, '\t', 'indented by a tab'),
  ...native('pretty_printed', 2, ' ', 'indented by one space'),
  ...native('pretty_printed', 2, '   ', 'indented by three spaces'),
  ...native('pretty_printed', 2, ' '.repeat(8), 'indented by eight spaces'),
]

/** Laravel's middleware trims strings and replaces empty strings by null. */
const laravel = (quoted: string) => {
  const text = meaning(quoted).trim()
  return text === '' ? 'null' : php(JSON.stringify(text))
}
const go = (quoted: string) => plain(quoted).replace(markup, lowerEscape)
const dotnet = (quoted: string) =>
  plain(quoted)
    .replace(/\\"/g, '\\u0022')
    .replace(/[<>&'+`\u007f-\uffff]/g, upperEscape)
const number = (token: string) => (/^-?[1-9]\d{0,14}$/.test(token) ? token : JSON.stringify(Number(token)))

const compact = { comma: ',', colon: ':' }
const spaced = { comma: ', ', colon: ': ' }
const lines = (indent: string) => ({ comma: ',', colon: ': ', indent })
const python = { string: pythonString, number: pythonNumber }
const pythonKept = { string: plain, number: pythonNumber }
const goEncoder: JsonStyle = { ...compact, string: go, number, end: '\n' }
const jackson: JsonStyle = {
  ...lines('  '),
  colon: ' : ',
  string: plain,
  inlineArrays: true,
  empty: (kind) => (kind === 'object' ? '{ }' : '[ ]'),
}
/** Ruby's json library up to version 2.9. */
const ruby: JsonStyle = {
  ...lines('  '),
  ...pythonKept,
  empty: (kind, line) => (kind === 'object' ? `{${line}}` : `[\n${line}]`),
}

/** Writers in other languages, described by their settings. */
const styles: readonly BodyTurn[] = [
  ...styleTable('pretty_printed', 1, 'tree').rows({
    'indented by two spaces': lines('  '),
    'indented by four spaces': lines('    '),
    'indented by a tab': lines('\t'),
  }),
  ...styleTable('reserialised', 1, 'tree').rows({
    're-serialised by Python without spaces': { ...compact, ...python },
    're-serialised by Python with non-ASCII characters unescaped': { ...spaced, ...pythonKept },
    're-serialised by PHP': { ...compact, string: php, number },
  }),
  ...styleTable('reserialised', 2, 'tree').rows({
    're-serialised by PHP with non-ASCII characters unescaped': { ...compact, string: phpPlain, number },
    're-serialised by Go': { ...compact, string: go, number },
    're-serialised by Ruby, or by Python without spaces and with non-ASCII characters unescaped': {
      ...compact,
      ...pythonKept,
    },
  }),
  ...styleTable('escapes', 2, 'tree').rows({ 're-serialised by .NET': { ...compact, string: dotnet } }),
  ...styleTable('reserialised', 2, 'tree').rows({
    're-serialised without spaces, with strings as JavaScript writes them': { ...compact, string: plain },
  }),
  ...styleTable('pretty_printed', 2, 'tree').rows({
    'indented by four spaces, as PHP writes it': { ...lines('    '), string: php, number },
    'formatted over several lines, as Jackson writes it': jackson,
    'formatted over several lines, as Ruby writes it': ruby,
    'indented by two spaces, in ASCII': { ...lines('  '), ...python },
    'indented by four spaces, in ASCII': { ...lines('    '), ...python },
  }),
]

const byLength = (a: string, b: string) => Buffer.byteLength(a) - Buffer.byteLength(b) || byUnits(a, b)

/** Writers that sort the keys of every object. */
const sortedStyles: readonly BodyTurn[] = [
  ...styleTable('keys_sorted', 1, 'sorted').rows({
    're-serialised with sorted keys': compact,
    're-serialised with sorted keys, with values as JavaScript writes them': {
      ...compact,
      string: plain,
      number,
    },
    're-serialised with sorted keys, as Python writes it': { ...spaced, ...python },
    're-serialised with sorted keys, without spaces, in ASCII': { ...compact, ...python },
    're-serialised with sorted keys, without spaces, by Python with non-ASCII characters unescaped': {
      ...compact,
      ...pythonKept,
    },
    're-serialised with sorted keys and spaces after commas and colons': spaced,
    'with sorted keys, indented by two spaces': { ...lines('  '), string: plain, number },
  }),
  ...styleTable('keys_sorted', 2, 'sorted').rows({
    're-serialised as Go writes a map': { ...compact, string: go, number },
    'indented by two spaces, as Go writes a map': { ...lines('  '), string: go, number },
    "re-serialised as Go's json.Encoder writes a map, with a newline at its end": goEncoder,
    'with sorted keys, indented by four spaces': { ...lines('    '), ...python },
    'indented by a tab, as Go writes a map': { ...lines('\t'), string: go, number },
  }),
  ...bodyTable('keys_sorted', 2, {
    begins: rightForJson,
    needs: 'tree',
    work: { byte: 0.003, token: 0.1, letter: 0.04 },
  }).rows({
    // Postgres sorts the keys of jsonb by length first.
    'as Postgres writes jsonb'(body) {
      const tree = body.tree()
      return tree && writeJson(sortedTree(tree, byLength), { ...spaced, string: plain })
    },
  }),
]

const lower = (text: string) => text.toLowerCase()
const camel = (name: string) =>
  name.replace(/[_-]+([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase()).replace(/^[A-Z]/, lower)
const named = (write: (name: string) => string): JsonStyle => ({
  ...compact,
  name: (quoted) => JSON.stringify(write(meaning(quoted))),
})

/** JSON converted to objects of a language with other naming conventions. */
const renamed = styleTable('reserialised', 2, 'tree', {
  keepsValues: true,
  work: { byte: 0.003, token: 0.1 },
}).rows({
  're-serialised with keys in camelCase': named(camel),
  're-serialised with keys in PascalCase': named((name) =>
    camel(name).replace(/^[a-z]/, (letter) => letter.toUpperCase()),
  ),
  're-serialised with keys in snake_case': named((name) =>
    lower(name.replace(/([a-z0-9])([A-Z])/g, '$1_$2')),
  ),
  're-serialised with keys in lower case': named(lower),
})

const time = /"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:?\d\d)"/g

/** Formats the fraction of a second from its digits without trailing zeros. */
type Fraction = (digits: string) => string
const dotted: Fraction = (digits) => (digits === '' ? '' : `.${digits}`)
const inThrees: Fraction = (digits) => dotted(digits.padEnd(Math.ceil(digits.length / 3) * 3, '0'))
const ofLength =
  (length: number): Fraction =>
  (digits) =>
    `.${digits.slice(0, length).padEnd(length, '0')}`
const sixOrNone: Fraction = (digits) => (digits === '' ? '' : ofLength(6)(digits))
const dated = (fraction: Fraction, utc?: 'Z' | '+00:00') => (text: string) =>
  text.replace(time, (_, start: string, digits = '', zone: string) => {
    const isUtc = /^(?:Z|[+-]00:?00)$/.test(zone)
    return `"${start}${fraction(digits.replace(/0+$/, ''))}${isUtc ? (utc ?? zone) : zone}"`
  })

/** JSON that was parsed into date objects. */
const redated = textTable('reserialised', 2, {
  work: { byte: 0.003 },
  applies: ({ has, isJson }) => has('T') && has(':') && isJson(),
}).rows({
  'with times as Go writes them, without trailing zeros of the fraction': dated(dotted, 'Z'),
  'with times as Java writes them, with fractions of three, six or nine digits': dated(inThrees, 'Z'),
  'with times as JavaScript writes them, in milliseconds': dated(ofLength(3), 'Z'),
  'with times as .NET writes them, without trailing zeros of the fraction': dated(dotted),
  'with times as Pydantic writes them, with Z': dated(sixOrNone, 'Z'),
  "with times as PHP's Carbon writes them, with six digits and Z": dated(ofLength(6), 'Z'),
  'with times as Python writes them, with +00:00': dated(sixOrNone, '+00:00'),
  'with times in whole seconds': dated(() => '', 'Z'),
})

/** JSON parsed and written again by another language. */
export const rewritten: readonly BodyTurn[] = [
  ...textTable('reserialised', 0, { work: { byte: 0.012, token: 0.08, letter: 0.04 } }).rows({
    're-serialised as Python writes it': pythonJson,
  }),
  ...styles,
  ...sortedStyles,
  ...parts,
  ...renamed,
  ...redated,
  ...textTable('reserialised', 2, {
    work: { byte: 0.002, letter: 0.03, space: 0.06 },
    applies: ({ isJson }) => isJson(),
  }).rows({ 'without any white space, even inside strings': (text) => text.replace(/\s+/g, '') }),
]

/** Replaces every `from`, or only the nth. */
const exchanged = (from: string, to: string, nth?: number) => (text: string) => {
  if (nth === undefined) return text.replaceAll(from, to)
  let count = 0
  return text.replaceAll(from, (found) => (count++ === nth ? to : found))
}
const emptyTable = (from: '{}' | '[]') =>
  textTable('reserialised', 1, {
    work: { byte: 0.001, letter: 0.035 },
    applies: ({ has, isJson }) => has(from) && isJson(),
  })
const phpEmpty = (of: '{}' | '[]' | '""') =>
  styleTable('reserialised', 2, 'tree', { applies: ({ has }) => has(of) })

/** PHP decodes an object as an array and writes an empty array as []. */
export const emptied: readonly BodyTurn[] = [
  ...emptyTable('{}').rows({ 'with [] instead of {}, as PHP writes it': exchanged('{}', '[]') }),
  ...emptyTable('[]').rows({
    'with {} instead of [], because PHP writes [] for both': exchanged('[]', '{}'),
    'with {} instead of one [], because PHP writes [] for both': nths(4, (nth) => exchanged('[]', '{}', nth)),
  }),
  ...phpEmpty('{}').rows({
    're-serialised by PHP with [] instead of {}': { ...compact, string: php, number, empty: () => '[]' },
  }),
  ...phpEmpty('[]').rows({
    're-serialised with {} instead of [], because PHP writes [] for both': {
      ...compact,
      string: plain,
      empty: () => '{}',
    },
  }),
  ...phpEmpty('""').rows({
    're-serialised by Laravel with null instead of empty strings': {
      ...compact,
      string: laravel,
      name: php,
      number,
      empty: () => '[]',
    },
  }),
]
