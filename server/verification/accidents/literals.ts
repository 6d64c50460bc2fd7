/** The body escaped like a string literal of a language, with or without its quotation marks. */
import { lowerEscape, upperEscape } from '../../json/json-tree.ts'
import type { BodyForms, BodyTurn, Rank } from '../search/accident.ts'
import { bodyTable, type Shared } from './body-table.ts'

/** How a language writes a string. */
interface Literal {
  /** The characters that get a backslash. */
  marks?: string
  /** The letters behind the backslash of the known control characters. */
  short?: string
  /** The other control characters. */
  control?(letter: string): string
  /** Characters beyond ASCII. */
  beyond?: { which: RegExp; write(letter: string): string }
  /** Any last change. */
  last?(text: string): string
}

const shorts: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  t: '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  e: '\x1b',
  '0': '\0',
  Z: '\x1a',
}

const hex = (letter: string, length: number) =>
  (letter.codePointAt(0) ?? 0).toString(16).padStart(length, '0')
const byteEscape = (letter: string) => `\\x${hex(letter, 2)}`
/** `\u00e9`, and `\U0001f370` beyond U+FFFF. */
const longEscape = (letter: string) => (letter.length > 1 ? `\\U${hex(letter, 8)}` : `\\u${hex(letter, 4)}`)
/** `\xe9`, `\u2615` and `\U0001f370`. */
const pythonEscape = (letter: string) => (letter < '\u0100' ? byteEscape(letter) : longEscape(letter))
const bracedEscape = (letter: string) => `\\u{${hex(letter, 1)}}`

const everyUnit = /[\u0080-\uffff]/g
const everyLetter = /[\u0080-\u{10ffff}]/gu
/** Characters that printers of values never show as they are. */
const unprintable = /(?![ -~])[\p{C}\p{Z}]/gu

function written(text: string, { marks = '', short = '', control, beyond, last }: Literal): string {
  const known = new Map([...short].map((letter) => [shorts[letter] ?? '', `\\${letter}`]))
  let out = text
  if (marks !== '') out = out.replace(/["'\\/$`]/g, (mark) => (marks.includes(mark) ? `\\${mark}` : mark))
  if (short !== '' || control)
    out = out.replace(/[^ -\uffff]/g, (letter) => known.get(letter) ?? control?.(letter) ?? letter)
  if (beyond) out = out.replace(beyond.which, beyond.write)
  return last ? last(out) : out
}

const unitsLower = { which: everyUnit, write: lowerEscape }
const unitsUpper = { which: everyUnit, write: upperEscape }
const python: Literal = { short: 'tnr', control: byteEscape }

/** Escapes of single kinds of characters, as a replacement in the raw text makes them. */
const simple: Readonly<Record<string, Literal>> = {
  'with \\n, \\r and \\t instead of line breaks and tabs': { short: 'tnr' },
  'with \\n and \\uXXXX instead of line breaks and non-ASCII characters': { short: 'n', beyond: unitsLower },
  'with \\n, \\t and \\uXXXX instead of line breaks, tabs and non-ASCII characters': {
    short: 'btnfr',
    beyond: unitsLower,
  },
  'with \\n, \\t and upper-case \\uXXXX instead of line breaks, tabs and non-ASCII characters': {
    short: 'btnfr',
    beyond: unitsUpper,
  },
  'with a backslash before each quotation mark': { marks: '"' },
  'with a backslash before each quotation mark and backslash': { marks: '"\\' },
  'with each backslash doubled': { marks: '\\' },
  'with a backslash before each apostrophe': { marks: "'" },
  'with a backslash before each apostrophe and backslash': { marks: "'\\" },
  'with each apostrophe doubled, as in SQL': { last: (text) => text.replaceAll("'", "''") },
  'with each quotation mark doubled, as in CSV': { last: (text) => text.replaceAll('"', '""') },
  "with '\\'' for each apostrophe, as in a shell": { last: (text) => text.replaceAll("'", "'\\''") },
  "escaped by PHP's addslashes": { marks: '"\'\\', short: '0' },
  'escaped by mysqli_real_escape_string': { marks: '"\'\\', short: 'nr0Z' },
  'with \\uXXXX for each non-ASCII character': { beyond: unitsLower },
  'with upper-case \\uXXXX for each non-ASCII character': { beyond: unitsUpper },
  "with \\xXX and \\uXXXX for each non-ASCII character, as Python's backslashreplace writes it": {
    beyond: { which: everyLetter, write: pythonEscape },
  },
  'with \\u{XXXX} for each non-ASCII character': { beyond: { which: everyLetter, write: bracedEscape } },
}

/** String literals, to which the quotation mark is added. */
const literals: Readonly<Record<string, Literal>> = {
  'as JSON writes a string': { marks: '"\\', short: 'btnfr', control: lowerEscape },
  'as JSON in ASCII writes a string': {
    marks: '"\\',
    short: 'btnfr',
    control: lowerEscape,
    beyond: { which: /[\u007f-\uffff]/g, write: lowerEscape },
  },
  "as PHP's json_encode writes a string": {
    marks: '"\\/',
    short: 'btnfr',
    control: lowerEscape,
    beyond: unitsLower,
  },
  "as Ruby's inspect writes a string": {
    marks: '"\\',
    short: 'abtnvfre',
    control: upperEscape,
    beyond: { which: /[\x7f-\x9f]/g, write: upperEscape },
    last: (text) => text.replace(/#(?=[{$@])/g, '\\#'),
  },
  "as Go's %q writes a string": {
    marks: '"\\',
    short: 'abfnrtv',
    control: byteEscape,
    beyond: { which: unprintable, write: (letter) => (letter === '\x7f' ? '\\x7f' : longEscape(letter)) },
  },
  "as Go's %+q writes a string": {
    marks: '"\\',
    short: 'abfnrtv',
    control: byteEscape,
    beyond: {
      which: /[\u007f-\u{10ffff}]/gu,
      write: (letter) => (letter === '\x7f' ? '\\x7f' : longEscape(letter)),
    },
  },
  "as Rust's {:?} writes a string": {
    marks: '"\\',
    short: 'tnr0',
    control: bracedEscape,
    beyond: { which: unprintable, write: bracedEscape },
  },
  "as Rust's escape_default writes a string": {
    marks: '"\'\\',
    short: 'tnr',
    control: bracedEscape,
    beyond: { which: /[\u007f-\u{10ffff}]/gu, write: bracedEscape },
  },
  "as Java's StringEscapeUtils writes a string": {
    marks: '"\\',
    short: 'btnfr',
    control: upperEscape,
    beyond: { which: /[\u007f-\uffff]/g, write: upperEscape },
  },
  'as JavaScript escapers for templates write a string': {
    marks: '"\'\\/',
    short: 'btnfr',
    control: upperEscape,
    beyond: { which: /[\u007f-\uffff]/g, write: upperEscape },
  },
}

/** Python prefers apostrophes, and escapes them only if the text contains both marks. */
const pythonQuote = (text: string) => (text.includes("'") && !text.includes('"') ? '"' : "'")
const pythonRepr = (beyond: Literal['beyond']) => (text: string) => {
  const quote = pythonQuote(text)
  return `${quote}${written(text, { ...python, marks: quote === "'" ? "'\\" : '\\', ...(beyond && { beyond }) })}${quote}`
}
const pythonUnprintable = { which: unprintable, write: pythonEscape }
const pythonAll = { which: /[\u007f-\u{10ffff}]/gu, write: pythonEscape }

type Rewrite = (text: string) => string | undefined

const ofText: Shared = {
  begins: 'The signature is correct for the body',
  needs: 'text',
  work: { byte: 0.004, letter: 0.06 },
  isOfAnyText: true,
  keepsValues: true,
}
const table = (
  cause: 'escapes' | 'double_json',
  rank: Rank,
  rows: Readonly<Record<string, Rewrite>>,
  applies?: (body: BodyForms) => boolean,
): BodyTurn[] =>
  Object.entries(rows).flatMap(([said, rewrite]) =>
    bodyTable(cause, rank, { ...ofText, ...(applies && { applies }) }).rows({
      [said]: ({ text }) => rewrite(text()),
    }),
  )

const rewrites = (all: Readonly<Record<string, Literal>>, around = '', ending = '') =>
  Object.fromEntries(
    Object.entries(all).map(([said, literal]): [string, Rewrite] => [
      said + ending,
      (text) => around + written(text, literal) + around,
    ]),
  )

/** Resolves the backslashes of text that was put into a literal and taken out without being read. */
function unescaped(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(`"${text}"`)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

const hasBackslash = ({ has }: BodyForms) => has('\\')
/** Without quotation marks around it, a text is a literal only if it holds some, as JSON does. */
const hasQuotes = ({ has }: BodyForms) => has('"')
const hasAny = ({ bytes }: BodyForms) => bytes.length > 0

export const escapedTexts: readonly BodyTurn[] = [
  ...table(
    'escapes',
    1,
    {
      'with its backslash escapes replaced by their characters': unescaped,
      'without the backslashes before its quotation marks': (text) => text.replaceAll('\\"', '"'),
      "without its backslashes, as PHP's stripslashes writes it": (text) => text.replace(/\\(.)/gs, '$1'),
    },
    hasBackslash,
  ),
  ...table('escapes', 2, rewrites(simple), hasAny),
  ...table('double_json', 2, rewrites(literals, '', ', without its quotation marks'), hasQuotes),
  ...table(
    'escapes',
    2,
    rewrites({ "as Python's unicode_escape writes it": { ...python, marks: '\\', beyond: pythonAll } }),
    hasAny,
  ),
  ...table('double_json', 2, rewrites(literals, '"'), hasAny),
  ...table(
    'escapes',
    2,
    {
      "as Python's repr writes a string": pythonRepr(pythonUnprintable),
      "as Python's ascii writes a string": pythonRepr(pythonAll),
      "as Python's repr writes a string, without its quotation marks": (text) =>
        pythonRepr(pythonUnprintable)(text).slice(1, -1),
      "as PHP's var_export writes a string": (text) => `'${written(text, { marks: "'\\" })}'`,
      'as SQL writes a string': (text) => `'${text.replaceAll("'", "''")}'`,
      "as a shell's quoting writes it": (text) => `'${text.replaceAll("'", "'\\''")}'`,
      "as Python's shlex.quote writes it": (text) => `'${text.replaceAll("'", `'"'"'`)}'`,
      'as CSV writes a field': (text) => `"${text.replaceAll('"', '""')}"`,
      'in quotation marks': (text) => `"${text}"`,
      'in apostrophes': (text) => `'${text}'`,
    },
    hasAny,
  ),
]
