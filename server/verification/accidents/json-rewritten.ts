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
  ...native(single, 0, '', 'parsed and written anew'),
  ...native('pretty_printed', 0, '  ', 'with an indentation of two spaces'),
  ...native('pretty_printed', 1, '    ', 'with an indentation of four spaces'),
  ...native('pretty_printed', 1, '\t', 'with an indentation of a tab'),
  ...native('pretty_printed', 2, ' ', 'with an indentation of one space'),
  ...native('pretty_printed', 2, '   ', 'with an indentation of three spaces'),
  ...native('pretty_printed', 2, ' '.repeat(8), 'with an indentation of eight spaces'),
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
    'with an indentation of two spaces': lines('  '),
    'with an indentation of four spaces': lines('    '),
    'with an indentation of a tab': lines('\t'),
  }),
  ...styleTable('reserialised', 1, 'tree').rows({
    'written anew by Python without spaces': { ...compact, ...python },
    'written anew by Python, letters beyond ASCII kept': { ...spaced, ...pythonKept },
    'written anew by PHP': { ...compact, string: php, number },
  }),
  ...styleTable('reserialised', 2, 'tree').rows({
    'written anew by PHP, letters beyond ASCII kept': { ...compact, string: phpPlain, number },
    'written anew by Go': { ...compact, string: go, number },
    'written anew by Ruby, or by Python without spaces and with letters beyond ASCII kept': {
      ...compact,
      ...pythonKept,
    },
  }),
  ...styleTable('escapes', 2, 'tree').rows({ 'written anew by .NET': { ...compact, string: dotnet } }),
  ...styleTable('reserialised', 2, 'tree').rows({
    'written anew without spaces, its strings as JavaScript writes them': { ...compact, string: plain },
  }),
  ...styleTable('pretty_printed', 2, 'tree').rows({
    'with an indentation of four spaces, as PHP writes it': { ...lines('    '), string: php, number },
    'printed over several lines as Jackson writes it': jackson,
    'printed over several lines as Ruby writes it': ruby,
    'with an indentation of two spaces, in ASCII': { ...lines('  '), ...python },
    'with an indentation of four spaces, in ASCII': { ...lines('    '), ...python },
  }),
]

const byLength = (a: string, b: string) => Buffer.byteLength(a) - Buffer.byteLength(b) || byUnits(a, b)

/** Writers that sort the keys of every object. */
const sortedStyles: readonly BodyTurn[] = [
  ...styleTable('keys_sorted', 1, 'sorted').rows({
    'written anew with its keys sorted': compact,
    'written anew with its keys sorted, as JavaScript writes its values': {
      ...compact,
      string: plain,
      number,
    },
    'written anew with its keys sorted, the Python way': { ...spaced, ...python },
    'written anew with its keys sorted, without spaces, in ASCII': { ...compact, ...python },
    'written anew with its keys sorted, without spaces, by Python, letters beyond ASCII kept': {
      ...compact,
      ...pythonKept,
    },
    'written anew with its keys sorted and spaces behind commas and colons': spaced,
    'with its keys sorted and an indentation of two spaces': { ...lines('  '), string: plain, number },
  }),
  ...styleTable('keys_sorted', 2, 'sorted').rows({
    'written anew as Go writes a map': { ...compact, string: go, number },
    'with an indentation of two spaces, as Go writes a map': { ...lines('  '), string: go, number },
    'written anew as an Encoder of Go writes a map, with a newline behind it': goEncoder,
    'with its keys sorted and an indentation of four spaces': { ...lines('    '), ...python },
    'with an indentation of a tab, as Go writes a map': { ...lines('\t'), string: go, number },
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
  'written anew with its names in camelCase': named(camel),
  'written anew with its names in PascalCase': named((name) =>
    camel(name).replace(/^[a-z]/, (letter) => letter.toUpperCase()),
  ),
  'written anew with its names in snake_case': named((name) =>
    lower(name.replace(/([a-z0-9])([A-Z])/g, '$1_$2')),
  ),
  'written anew with its names in lower case': named(lower),
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
  'with its times as Go writes them, without zeros at the end of a fraction': dated(dotted, 'Z'),
  'with its times as Java writes them, with fractions of three, six or nine digits': dated(inThrees, 'Z'),
  'with its times as JavaScript writes them, in milliseconds': dated(ofLength(3), 'Z'),
  'with its times as .NET writes them, without zeros at the end of a fraction': dated(dotted),
  'with its times as Pydantic writes them, with Z': dated(sixOrNone, 'Z'),
  'with its times as Carbon of PHP writes them, with six digits and Z': dated(ofLength(6), 'Z'),
  'with its times as Python writes them, with +00:00': dated(sixOrNone, '+00:00'),
  'with its times in whole seconds': dated(() => '', 'Z'),
})

/** JSON parsed and written again by another language. */
export const rewritten: readonly BodyTurn[] = [
  ...textTable('reserialised', 0, { work: { byte: 0.012, token: 0.08, letter: 0.04 } }).rows({
    'written anew the Python way': pythonJson,
  }),
  ...styles,
  ...sortedStyles,
  ...parts,
  ...renamed,
  ...redated,
  ...textTable('reserialised', 2, {
    work: { byte: 0.002, letter: 0.03, space: 0.06 },
    applies: ({ isJson }) => isJson(),
  }).rows({ 'without its white space, that within its strings too': (text) => text.replace(/\s+/g, '') }),
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
  ...emptyTable('{}').rows({ 'with [] for {}, as PHP writes it': exchanged('{}', '[]') }),
  ...emptyTable('[]').rows({
    'with {} for [], which PHP writes for both': exchanged('[]', '{}'),
    'with {} for one of its [], which PHP writes for both': nths(4, (nth) => exchanged('[]', '{}', nth)),
  }),
  ...phpEmpty('{}').rows({
    'written anew by PHP, with [] for {}': { ...compact, string: php, number, empty: () => '[]' },
  }),
  ...phpEmpty('[]').rows({
    'written anew with {} for [], which PHP writes for both': {
      ...compact,
      string: plain,
      empty: () => '{}',
    },
  }),
  ...phpEmpty('""').rows({
    'written anew by Laravel, with null for empty texts': {
      ...compact,
      string: laravel,
      name: php,
      number,
      empty: () => '[]',
    },
  }),
]
