/** JSON as different languages write it after parsing. */
import { meaning, plain } from '../../json/json-tree.ts'
import { pythonJson } from '../../signing/python-json.ts'
import type { Accident, BodyTurn, Rank } from '../search/accident.ts'
import { bodyTable, nths, rightForJson, styleTable, textTable } from './body-table.ts'
import { dialects, dialectTurns, layouts } from './json-dialects.ts'

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
  return text === '' ? 'null' : dialects.php.string(JSON.stringify(text))
}
const { compact, spaced, two, four, tab } = layouts
const { javascript, python, pythonKept, php } = dialects

/** The commonest writers in other languages. The others follow in a table of their own. */
const styles: readonly BodyTurn[] = [
  ...styleTable('pretty_printed', 1, 'tree').rows({
    'indented by two spaces': two,
    'indented by four spaces': four,
    'indented by a tab': tab,
  }),
  ...styleTable('reserialised', 1, 'tree').rows({
    're-serialised by Python without spaces': { ...compact, ...python },
    're-serialised by Python with non-ASCII characters unescaped': { ...spaced, ...pythonKept },
    're-serialised by PHP': { ...compact, ...php },
  }),
]

/** The commonest writers that sort the keys of every object. */
const sortedStyles: readonly BodyTurn[] = [
  ...styleTable('keys_sorted', 1, 'sorted').rows({
    're-serialised with sorted keys': compact,
    're-serialised with sorted keys, with values as JavaScript writes them': { ...compact, ...javascript },
    're-serialised with sorted keys, as Python writes it': { ...spaced, ...python },
    're-serialised with sorted keys, without spaces, in ASCII': { ...compact, ...python },
    're-serialised with sorted keys, without spaces, by Python with non-ASCII characters unescaped': {
      ...compact,
      ...pythonKept,
    },
    're-serialised with sorted keys and spaces after commas and colons': spaced,
    'with sorted keys, indented by two spaces': { ...two, ...javascript },
  }),
]

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
const dated = (fraction: Fraction, utc?: 'Z' | '+00:00' | '+0000') => (text: string) =>
  text.replace(time, (_, start: string, digits = '', zone: string) => {
    const isUtc = /^(?:Z|[+-]00:?00)$/.test(zone)
    return `"${start}${fraction(digits.replace(/0+$/, ''))}${isUtc ? (utc ?? zone) : zone}"`
  })

/** Minutes east of UTC. */
const offsetOf = (zone: string) => {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(zone) ?? []
  return sign === undefined ? 0 : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes))
}
/** The same text with times of another zone converted to UTC. */
const inUtc = (text: string) =>
  text.replace(time, (whole, start: string, digits: string | undefined, zone: string) => {
    const at = Date.parse(`${start}Z`) - offsetOf(zone) * 60_000
    if (Number.isNaN(at)) return whole
    return `"${new Date(at).toISOString().slice(0, 19)}${digits === undefined ? '' : `.${digits}`}Z"`
  })
const asEpoch = (write: (seconds: number, digits: string) => string) => (text: string) =>
  text.replace(time, (whole, start: string, digits = '', zone: string) => {
    const at = Date.parse(`${start}Z`) / 1000 - offsetOf(zone) * 60
    return Number.isNaN(at) ? whole : write(at, digits)
  })

/** JSON that was parsed into date objects. */
const redated = textTable('reserialised', 2, {
  work: { byte: 0.003 },
  applies: ({ has, isJson }) => has('T') && has(':') && isJson(),
}).rows({
  ...Object.fromEntries(
    Object.entries({
      'as Go writes them, without trailing zeros of the fraction': dated(dotted, 'Z'),
      'as Java writes them, with fractions of three, six or nine digits': dated(inThrees, 'Z'),
      'as JavaScript writes them, in milliseconds': dated(ofLength(3), 'Z'),
      'as .NET writes them, without trailing zeros of the fraction': dated(dotted),
      'as Pydantic writes them, with Z': dated(sixOrNone, 'Z'),
      "as PHP's Carbon writes them, with six digits and Z": dated(ofLength(6), 'Z'),
      'as Python writes them, with +00:00': dated(sixOrNone, '+00:00'),
      'with seven digits of the fraction, as .NET writes them': dated(ofLength(7), 'Z'),
      'with nine digits of the fraction': dated(ofLength(9), 'Z'),
      'in milliseconds with +00:00': dated(ofLength(3), '+00:00'),
      'in milliseconds with +0000': dated(ofLength(3), '+0000'),
      'in whole seconds': dated(() => '', 'Z'),
      'in whole seconds with +00:00': dated(() => '', '+00:00'),
      'in whole seconds with +0000': dated(() => '', '+0000'),
      'without changes of the fraction, with +00:00': dated((digits) => dotted(digits), '+00:00'),
    }).flatMap(([said, rewrite]) => [
      [`with times ${said}`, rewrite],
      [`with times in UTC, ${said}`, (text: string) => rewrite(inUtc(text))],
    ]),
  ),
  'with times in UTC': inUtc,
  'with times as Unix seconds': asEpoch(String),
  'with times as Unix milliseconds': asEpoch((seconds, digits) =>
    String(seconds * 1000 + Number(digits.slice(0, 3).padEnd(3, '0'))),
  ),
  'with a space instead of the T in times': (text) => text.replace(time, (whole) => whole.replace('T', ' ')),
  'without the zone of times': (text) =>
    text.replace(time, (whole) => whole.replace(/(?:Z|[+-]\d\d:?\d\d)"$/, '"')),
})

/** JSON parsed and written again by another language. */
export const rewritten: readonly BodyTurn[] = [
  ...textTable('reserialised', 0, { work: { byte: 0.012, token: 0.08, letter: 0.04 } }).rows({
    're-serialised as Python writes it': pythonJson,
  }),
  ...styles,
  ...sortedStyles,
  ...dialectTurns,
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
    're-serialised by PHP with [] instead of {}': { ...compact, ...php, empty: () => '[]' },
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
      ...php,
      string: laravel,
      name: php.string,
      empty: () => '[]',
    },
  }),
]
