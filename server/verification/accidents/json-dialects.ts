/** How languages write the values of JSON, and how they lay them out. Over 300 lines: one table holds all writers. */
import {
  byUnits,
  type JsonNode,
  type JsonStyle,
  lowerEscape,
  plain,
  sortedTree,
  upperEscape,
  writeJson,
} from '../../json/json-tree.ts'
import { onceFor } from '../../memory/once-for.ts'
import { pythonNumber, pythonString } from '../../signing/python-json.ts'
import type { Accident, BodyForms, BodyTurn } from '../search/accident.ts'
import { bodyTable, rightForJson } from './body-table.ts'
import { markup } from './escapes.ts'
import {
  asPrintf,
  goJson,
  javaDouble,
  jqNumber,
  phpJson,
  phpJsonFloat,
  phpJsonOf,
  rubyJson,
  rustJson,
} from './json-numbers.ts'

const beyond = /[\u0080-\uffff]/g
const replacing =
  (which: RegExp, write: (letter: string) => string) =>
  (quoted: string): string =>
    plain(quoted).replace(which, write)

/** A string as PHP's `json_encode` writes it, by its options. */
const phpPlain = (quoted: string): string => plain(quoted).replaceAll('/', '\\/')
export const php = (quoted: string): string => phpPlain(quoted).replace(beyond, lowerEscape)
/** U+2028 and U+2029 stay escaped unless a further option says otherwise. */
const lineEndsEscaped = (quoted: string) => quoted.replace(/[\u2028\u2029]/g, lowerEscape)

/** .NET writes control characters without a short form in upper case. */
const dotnet = (quoted: string) =>
  plain(quoted).replace(/\\u[0-9a-f]{4}/g, (code) => `\\u${code.slice(2).toUpperCase()}`)
const quotesAsCode = (quoted: string, code: string) =>
  `"${quoted.slice(1, -1).replace(/\\(.)/g, (whole, mark) => (mark === '"' ? code : whole))}"`

type Values = Pick<JsonStyle, 'string' | 'number'>
const number = (token: string) => (/^-?[1-9]\d{0,14}$/.test(token) ? token : JSON.stringify(Number(token)))

/** How a language writes strings and numbers. */
export const dialects = {
  javascript: { string: plain, number },
  python: { string: pythonString, number: pythonNumber },
  pythonKept: { string: plain, number: pythonNumber },
  php: { string: php, number: phpJson },
  go: { string: replacing(markup, lowerEscape), number: goJson },
} as const satisfies Record<string, Values>

/** Where a language puts white space. */
export const layouts = {
  compact: { comma: ',', colon: ':' },
  spaced: { comma: ', ', colon: ': ' },
  one: { comma: ',', colon: ': ', indent: ' ' },
  two: { comma: ',', colon: ': ', indent: '  ' },
  three: { comma: ',', colon: ': ', indent: '   ' },
  four: { comma: ',', colon: ': ', indent: '    ' },
  tab: { comma: ',', colon: ': ', indent: '\t' },
  twoCrlf: { comma: ',', colon: ': ', indent: '  ', newline: '\r\n' },
  fourCrlf: { comma: ',', colon: ': ', indent: '    ', newline: '\r\n' },
  tabCrlf: { comma: ',', colon: ': ', indent: '\t', newline: '\r\n' },
  twoEnded: { comma: ',', colon: ': ', indent: '  ', end: '\n' },
  ended: { comma: ',', colon: ':', end: '\n' },
  swift: {
    comma: ',',
    colon: ' : ',
    indent: '  ',
    empty: (kind, line) => (kind === 'object' ? `{\n${line}}` : `[\n${line}]`),
  },
  circe: { comma: ',', colon: ' : ', indent: '  ' },
  perl: { comma: ',', colon: ' : ', indent: '   ', end: '\n' },
  jackson: {
    comma: ',',
    colon: ' : ',
    indent: '  ',
    inlineArrays: true,
    empty: (kind) => (kind === 'object' ? '{ }' : '[ ]'),
  },
  jsonbPretty: {
    comma: ',',
    colon: ': ',
    indent: '    ',
    empty: (kind, line) => (kind === 'object' ? `{${line}}` : `[${line}]`),
  },
  ruby: {
    comma: ',',
    colon: ': ',
    indent: '  ',
    empty: (kind, line) => (kind === 'object' ? `{${line}}` : `[\n${line}]`),
  },
  colonsSpaced: { comma: ',', colon: ': ' },
  commasSpaced: { comma: ', ', colon: ':' },
  colonsAround: { comma: ', ', colon: ' : ' },
} as const satisfies Record<string, JsonStyle>
type LayoutName = keyof typeof layouts

const layoutWords: Readonly<Record<LayoutName, string>> = {
  compact: 're-serialised without spaces',
  spaced: 're-serialised with spaces after commas and colons',
  one: 'indented by one space',
  two: 'indented by two spaces',
  three: 'indented by three spaces',
  four: 'indented by four spaces',
  tab: 'indented by a tab',
  twoCrlf: 'indented by two spaces, with CRLF',
  fourCrlf: 'indented by four spaces, with CRLF',
  tabCrlf: 'indented by a tab, with CRLF',
  twoEnded: 'indented by two spaces, with a newline at its end',
  ended: 're-serialised without spaces, with a newline at its end',
  swift: 'formatted over several lines, as Swift lays it out',
  circe: 'indented by two spaces, with spaces around colons',
  perl: 'formatted over several lines, as Perl lays it out',
  jackson: 'formatted over several lines, as Jackson lays it out',
  jsonbPretty: "formatted over several lines, as Postgres' jsonb_pretty lays it out",
  ruby: 'formatted over several lines, as Ruby lays it out',
  colonsSpaced: 're-serialised with spaces after colons only',
  commasSpaced: 're-serialised with spaces after commas only',
  colonsAround: 're-serialised with spaces around colons and after commas',
}

const byLength = (a: string, b: string) => Buffer.byteLength(a) - Buffer.byteLength(b) || byUnits(a, b)
const sortedByLength = onceFor((tree: JsonNode) => {
  const sorted = sortedTree(tree, byLength)
  return sorted === tree ? undefined : sorted
})
/** The order in which a writer puts the members of each object. */
interface Order {
  said: string
  needs: 'tree' | 'sorted'
  isRare?: boolean
  /** Undefined if the body has this order. */
  by(body: BodyForms): JsonNode | undefined
}
const received: Order = { said: '', needs: 'tree', by: (body) => body.tree() }
const orders: readonly Order[] = [
  received,
  { said: ', with sorted keys', needs: 'sorted', by: (body) => body.sorted() },
  {
    said: ', with keys sorted by length as in jsonb and MySQL',
    needs: 'tree',
    isRare: true,
    by(body) {
      const tree = body.tree()
      return tree && sortedByLength(tree)
    },
  },
]

/** A writer, and which bodies it writes in a way of its own. */
interface Dialect extends Values {
  /** Any of these characters. */
  letters?: string
  /** Whether non-ASCII characters are written in a way of its own. */
  isBeyond?: boolean
  /** Whether numbers are. */
  isNumbers?: boolean
  /** Whether only numbers with decimals are. */
  isDigits?: boolean
  cause?: Accident['cause']
  /** Its own layouts, besides the usual ones. */
  own?: readonly LayoutName[]
}

const phpOptions = (
  string: (quoted: string) => string,
  said: string,
  isSlashes: boolean,
  isBeyond: boolean,
) => {
  const dialect: Dialect = {
    string,
    number: phpJson,
    letters: isSlashes ? '/\\' : '\\',
    isBeyond,
    isNumbers: true,
    own: ['four'],
  }
  return {
    [`as PHP writes it${said}`]: dialect,
    [`as PHP writes it${said}, with .0 kept`]: { ...dialect, number: phpJsonFloat },
    [`as PHP writes it${said}, with 17 digits`]: { ...dialect, number: phpJsonOf(17), isDigits: true },
    [`as PHP writes it${said}, with 14 digits`]: { ...dialect, number: phpJsonOf(14), isDigits: true },
  }
}

const writers: Readonly<Record<string, Dialect>> = {
  '': {
    own: [
      'three',
      'tab',
      'twoCrlf',
      'fourCrlf',
      'tabCrlf',
      'twoEnded',
      'ended',
      'jackson',
      'ruby',
      'swift',
      'circe',
      'perl',
      'jsonbPretty',
      'colonsSpaced',
      'commasSpaced',
      'colonsAround',
    ],
  },
  'with values as JavaScript writes them': {
    ...dialects.javascript,
    letters: '\\',
    isNumbers: true,
    own: ['twoCrlf', 'twoEnded', 'tab'],
  },
  'with strings as JavaScript writes them': {
    string: plain,
    letters: '\\',
    own: ['twoCrlf', 'twoEnded', 'jackson'],
  },
  'with values as Python and Ruby write them, without ASCII escapes': {
    ...dialects.pythonKept,
    letters: '\\',
    isNumbers: true,
    own: ['ruby', 'twoEnded'],
  },
  'as Python writes it': { ...dialects.python, letters: '\\\x7f', isBeyond: true, isNumbers: true },
  ...phpOptions(php, '', true, true),
  ...phpOptions(phpPlain, ', with non-ASCII characters unescaped', true, false),
  ...phpOptions(
    (quoted) => lineEndsEscaped(phpPlain(quoted)),
    ', with non-ASCII characters except U+2028 unescaped',
    true,
    true,
  ),
  ...phpOptions(replacing(beyond, lowerEscape), ', with plain slashes', false, true),
  ...phpOptions(plain, ', with plain slashes and non-ASCII characters unescaped', false, false),
  ...phpOptions(
    replacing(/[\u2028\u2029]/g, lowerEscape),
    ', with plain slashes and non-ASCII characters except U+2028 unescaped',
    false,
    true,
  ),
  'as Go writes it': {
    ...dialects.go,
    letters: '<>&\\',
    isBeyond: true,
    isNumbers: true,
    own: ['tab', 'ended', 'twoEnded'],
  },
  'as Go writes it without HTML escapes': {
    string: replacing(/[\u2028\u2029]/g, lowerEscape),
    number: goJson,
    letters: '\\',
    isBeyond: true,
    isNumbers: true,
    own: ['tab', 'ended', 'twoEnded'],
  },
  'as .NET writes it': {
    string: (quoted) =>
      quotesAsCode(dotnet(quoted), '\\u0022').replace(/[<>&'+`\u007f-\uffff]/g, upperEscape),
    letters: "<>&'+`\\\x7f",
    isBeyond: true,
    cause: 'escapes',
    own: ['twoCrlf'],
  },
  'as .NET writes it with UnsafeRelaxedJsonEscaping': {
    string: (quoted) =>
      dotnet(quoted).replace(/[\u{10000}-\u{10ffff}]|[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu, unitsUpper),
    letters: '\\\x7f',
    isBeyond: true,
    cause: 'escapes',
    own: ['twoCrlf'],
  },
  'as .NET writes it with UnicodeRanges.All': {
    string: (quoted) =>
      quotesAsCode(dotnet(quoted), '\\u0022').replace(
        /[<>&'+`]|[\u{10000}-\u{10ffff}]|[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu,
        unitsUpper,
      ),
    letters: "<>&'+`\\\x7f",
    isBeyond: true,
    cause: 'escapes',
    own: ['twoCrlf'],
  },
  'as Json.NET writes it': {
    string: replacing(/[\u0085\u2028\u2029]/g, lowerEscape),
    letters: '\\',
    isBeyond: true,
    cause: 'escapes',
    own: ['twoCrlf'],
  },
  'as Json.NET writes it with EscapeNonAscii': {
    string: replacing(/[\u007f-\uffff]/g, lowerEscape),
    letters: '\\\x7f',
    isBeyond: true,
    cause: 'escapes',
    own: ['twoCrlf'],
  },
  'as Json.NET writes it with EscapeHtml': {
    string: (quoted) =>
      quotesAsCode(plain(quoted), '\\u0022').replace(/[<>&'\u0085\u2028\u2029]/g, lowerEscape),
    letters: "<>&'\\",
    isBeyond: true,
    cause: 'escapes',
    own: ['twoCrlf'],
  },
  'as Gson writes it': {
    string: replacing(/[<>&=']|[\u2028\u2029]/g, lowerEscape),
    letters: "<>&='\\",
    isBeyond: true,
    cause: 'escapes',
  },
  'as Gson writes it, with numbers as doubles': {
    string: replacing(/[<>&=']|[\u2028\u2029]/g, lowerEscape),
    number: javaDouble,
    isNumbers: true,
  },
  'as Jackson writes it in ASCII': {
    string: (quoted) => dotnet(quoted).replace(beyond, upperEscape),
    letters: '\\',
    isBeyond: true,
    cause: 'escapes',
    own: ['jackson'],
  },
  'as Jackson writes doubles': { string: plain, number: javaDouble, isNumbers: true, own: ['jackson'] },
  'as Rails writes it': {
    string: replacing(markup, lowerEscape),
    number: rubyJson,
    letters: '<>&\\',
    isBeyond: true,
    isNumbers: true,
    cause: 'escapes',
    own: ['ruby'],
  },
  'as Ruby writes it': { string: plain, number: rubyJson, letters: '\\', isNumbers: true, own: ['ruby'] },
  'as Ruby writes it in ASCII': {
    string: replacing(beyond, lowerEscape),
    number: rubyJson,
    letters: '\\',
    isBeyond: true,
    isNumbers: true,
    own: ['ruby'],
  },
  'with slashes escaped and numbers as JavaScript writes them': {
    string: phpPlain,
    number,
    letters: '/\\',
    isNumbers: true,
    own: ['swift', 'circe'],
  },
  'with slashes escaped': { string: phpPlain, letters: '/\\', own: ['swift', 'circe'] },
  'with slashes and non-ASCII characters escaped, and floats as Python writes them': {
    string: php,
    number: pythonNumber,
    letters: '/\\',
    isBeyond: true,
    isNumbers: true,
  },
  'as Rust writes it': { string: plain, number: rustJson, letters: '\\', isNumbers: true },
  'as Perl writes it': { string: plain, number: asPrintf(15), letters: '\\', isNumbers: true, own: ['perl'] },
  'as Perl writes it in ASCII': {
    string: replacing(beyond, lowerEscape),
    number: asPrintf(15),
    letters: '\\',
    isBeyond: true,
    isNumbers: true,
    own: ['perl'],
  },
  'as jq writes it': {
    string: replacing(/\x7f/g, lowerEscape),
    number: jqNumber,
    letters: '\\\x7f',
    isNumbers: true,
    own: ['twoEnded', 'ended'],
  },
  "as Lua's cjson writes it": { string: phpPlain, number: asPrintf(14), letters: '/\\', isNumbers: true },
}

function unitsUpper(letters: string): string {
  return letters.replace(/[\s\S]/g, upperEscape)
}

/** Whether numbers of the body may be written in several ways. */
const hasFloats = ({ has, bytes }: BodyForms) =>
  has('.') || has('e') || has('E') || /\d{16}/.test(bytes.toString('latin1'))

const concerns = ({ letters = '', isBeyond, isNumbers, isDigits }: Dialect) => {
  const marks = [...letters]
  if (isDigits) return (body: BodyForms) => body.has('.') && body.isJson()
  return (body: BodyForms) =>
    body.isJson() &&
    (marks.some(body.has) ||
      (isBeyond === true && !body.isAscii()) ||
      (isNumbers === true && hasFloats(body)))
}

/** Larger bodies are tried on one line only, and beyond 100 kB not at all. */
const [mostInAll, mostInUsual] = [6_000, 100_000]

const usual: readonly LayoutName[] = ['compact', 'spaced', 'two', 'four']

/** Every writer's JSON, in every layout and order that it knows. */
export const dialectTurns: readonly BodyTurn[] = orders.flatMap((order) =>
  Object.entries(writers).flatMap(([said, dialect]) =>
    [...new Set([...usual, ...(dialect.own ?? [])])].flatMap((name) => {
      const style: JsonStyle = { ...layouts[name], ...stylesOf(dialect) }
      const isPretty = 'indent' in layouts[name]
      const most = said !== '' && (isPretty || order.isRare) ? mostInAll : mostInUsual
      const matters = said === '' ? ({ isJson }: BodyForms) => isJson() : concerns(dialect)
      const single = isPretty ? 'pretty_printed' : (dialect.cause ?? 'reserialised')
      return bodyTable(order === received ? single : 'keys_sorted', 2, {
        begins: rightForJson,
        needs: order.needs,
        work: {
          byte: 0.003,
          token: order.isRare ? 0.1 : 0.05,
          ...(dialect.string && { letter: 0.05 }),
          ...(isPretty && { step: 0.004 }),
        },
        applies: (body) => body.bytes.length <= most && matters(body),
      }).rows({
        [`${layoutWords[name]}${order.said}${said && `, ${said}`}`](body) {
          const tree = order.by(body)
          return tree && writeJson(tree, style)
        },
      })
    }),
  ),
)

function stylesOf({ string, number }: Dialect): Values {
  return { ...(string && { string }), ...(number && { number }) }
}
