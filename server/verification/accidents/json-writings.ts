import { pythonWord } from '../../signing/python-json.ts'
import type { Accident, BodyForms, Rank } from '../search/accident.ts'
import { byUnits, type JsonStyle, type JsonTree, meaning, sortedTree, writeJson } from './json-tree.ts'

const hex4 = (letter: string) => letter.charCodeAt(0).toString(16).padStart(4, '0')
const lowerEscape = (letter: string) => `\\u${hex4(letter)}`
const upperEscape = (letter: string) => `\\u${hex4(letter).toUpperCase()}`
const beyondAscii = /[\u0080-\uffff]/g
const angles = /[<>&\u2028\u2029]/g
const escapeSequence = /\\(?:u([0-9a-fA-F]{4})|.)/gs

/** The letters for their escapes, but for those that JSON must escape. */
const unescaped = (text: string) =>
  text.replace(escapeSequence, (whole, code: string | undefined) => {
    const unit = code === undefined ? 0 : Number.parseInt(code, 16)
    return unit < 0x20 || unit === 0x22 || unit === 0x5c ? whole : String.fromCharCode(unit)
  })
const slashesPlain = (text: string) =>
  text.replace(escapeSequence, (whole) => (whole === '\\/' ? '/' : whole))
const slashesEscaped = (text: string) => slashesPlain(text).replaceAll('/', '\\/')
const recased = (text: string, isUpper: boolean) =>
  text.replace(escapeSequence, (whole, code: string | undefined) =>
    code === undefined ? whole : `\\u${isUpper ? code.toUpperCase() : code.toLowerCase()}`,
  )

const anyOf =
  (letters: string) =>
  ({ has }: BodyForms) =>
    [...letters].some((letter) => has(letter))
const isBeyond = ({ isAscii }: BodyForms) => !isAscii()
const hasCodes = ({ has }: BodyForms) => has('\\u')

/** The same JSON, each written as it stands but for escapes; and whether a body has what is written otherwise then. */
export const escapes: { said: string; rewrite(text: string): string; concerns(body: BodyForms): boolean }[] =
  [
    {
      said: 'with the letters themselves in place of their \\u escapes',
      rewrite: unescaped,
      concerns: hasCodes,
    },
    {
      said: 'with every letter beyond ASCII as a \\u escape',
      rewrite: (text) => text.replace(beyondAscii, lowerEscape),
      concerns: isBeyond,
    },
    { said: 'with each slash as \\/', rewrite: slashesEscaped, concerns: anyOf('/') },
    { said: 'with plain slashes in place of \\/', rewrite: slashesPlain, concerns: ({ has }) => has('\\/') },
    {
      said: 'with slashes and letters beyond ASCII escaped, as PHP writes it',
      rewrite: (text) => slashesEscaped(text).replace(beyondAscii, lowerEscape),
      // One of them alone is told without PHP.
      concerns: (body) => body.has('/') && isBeyond(body),
    },
    {
      said: 'with plain slashes and letters in place of escapes',
      rewrite: (text) => slashesPlain(unescaped(text)),
      concerns: (body) => body.has('\\/') && hasCodes(body),
    },
    {
      said: 'with < > & as \\u003c, as Go writes it',
      rewrite: (text) => text.replace(angles, lowerEscape),
      concerns: (body) => anyOf('<>&')(body) || isBeyond(body),
    },
    {
      said: 'with < > & and letters beyond ASCII as \\u escapes',
      rewrite: (text) => text.replace(angles, lowerEscape).replace(beyondAscii, lowerEscape),
      concerns: (body) => anyOf('<>&')(body) && isBeyond(body),
    },
    {
      said: 'with every letter beyond ASCII as a \\u escape in upper case',
      rewrite: (text) => text.replace(beyondAscii, upperEscape),
      concerns: isBeyond,
    },
    {
      said: "with < > & ' + and letters beyond ASCII as \\u escapes, as .NET writes it",
      rewrite: (text) => text.replace(/[<>&'+`]/g, upperEscape).replace(beyondAscii, upperEscape),
      concerns: anyOf("<>&'+`"),
    },
    {
      said: "with < > & = ' as \\u escapes, as Gson writes it",
      rewrite: (text) => text.replace(/[<>&=']/g, lowerEscape),
      concerns: anyOf("<>&='"),
    },
    {
      said: 'with < > & \' " and slashes escaped, and letters beyond ASCII, as Symfony writes it',
      rewrite: (text) =>
        slashesEscaped(text.replace(escapeSequence, (whole) => (whole === '\\"' ? '\\u0022' : whole)))
          .replace(/[<>&']/g, upperEscape)
          .replace(beyondAscii, lowerEscape),
      concerns: (body) => anyOf("<>&'")(body) || body.has('\\"'),
    },
    {
      said: 'with the digits of its \\u escapes in lower case',
      rewrite: (text) => recased(text, false),
      concerns: hasCodes,
    },
    {
      said: 'with the digits of its \\u escapes in upper case',
      rewrite: (text) => recased(text, true),
      concerns: hasCodes,
    },
  ]

/** A string token as a writer of JSON writes what it means. */
export const plain = (quoted: string) => (quoted.includes('\\') ? JSON.stringify(JSON.parse(quoted)) : quoted)
const ascii = (quoted: string) => plain(quoted).replace(/[\u007f-\uffff]/g, lowerEscape)
/** As json_encode of PHP writes a string by itself. */
export const php = (quoted: string) => plain(quoted).replaceAll('/', '\\/').replace(beyondAscii, lowerEscape)
const phpPlain = (quoted: string) => plain(quoted).replaceAll('/', '\\/')
/** Its middleware trims texts, and makes null of those that are empty. */
const laravel = (quoted: string) => {
  const text = meaning(quoted).trim()
  return text === '' ? 'null' : php(JSON.stringify(text))
}
const go = (quoted: string) => plain(quoted).replace(angles, lowerEscape)
const dotnet = (quoted: string) =>
  plain(quoted)
    .replace(/\\"/g, '\\u0022')
    .replace(/[<>&'+`\u007f-\uffff]/g, upperEscape)
const number = (token: string) => (/^-?[1-9]\d{0,14}$/.test(token) ? token : JSON.stringify(Number(token)))

const compact = { comma: ',', colon: ':' }
const spaced = { comma: ', ', colon: ': ' }
const lines = (indent: string) => ({ comma: ',', colon: ': ', indent })

const python = { string: ascii, number: pythonWord }
const goEncoder: JsonStyle = { ...compact, string: go, number, end: '\n' }

type Writing = readonly [said: string, rank: Rank, style: JsonStyle]

const byLength = (a: string, b: string) => Buffer.byteLength(a) - Buffer.byteLength(b) || byUnits(a, b)

/** As a column of jsonb gives it back: the short names first. */
export const postgresJson = (tree: JsonTree) =>
  writeJson(sortedTree(tree, byLength), { ...spaced, string: plain })

/** Writers that sort the names of every object. */
export const sortedStyles: readonly Writing[] = [
  ['written anew with its keys sorted', 1, compact],
  [
    'written anew with its keys sorted, as JavaScript writes its values',
    1,
    { ...compact, string: plain, number },
  ],
  ['written anew with its keys sorted, the Python way', 1, { ...spaced, ...python }],
  ['written anew with its keys sorted, without spaces, in ASCII', 1, { ...compact, ...python }],
  [
    'written anew with its keys sorted, without spaces, by Python, letters beyond ASCII kept',
    1,
    { ...compact, string: plain, number: pythonWord },
  ],
  ['written anew with its keys sorted and spaces behind commas and colons', 1, spaced],
  ['written anew as Go writes a map', 2, { ...compact, string: go, number }],
  ['with an indentation of two spaces, as Go writes a map', 2, { ...lines('  '), string: go, number }],
  ['written anew as an Encoder of Go writes a map, with a newline behind it', 2, goEncoder],
  ['with its keys sorted and an indentation of two spaces', 1, { ...lines('  '), string: plain, number }],
  ['with its keys sorted and an indentation of four spaces', 2, { ...lines('    '), ...python }],
  ['with an indentation of a tab, as Go writes a map', 2, { ...lines('\t'), string: go, number }],
]

const jackson: JsonStyle = {
  ...lines('  '),
  colon: ' : ',
  string: plain,
  inlineArrays: true,
  empty: (kind) => (kind === 'object' ? '{ }' : '[ ]'),
}
/** Up to version 2.9 of its library. */
const ruby: JsonStyle = {
  ...lines('  '),
  string: plain,
  number: pythonWord,
  empty: (kind, line) => (kind === 'object' ? `{${line}}` : `[\n${line}]`),
}

/** The text with `to` in place of each `from`, or of the nth alone. */
export const exchanged = (text: string, from: string, to: string, nth?: number): string => {
  if (nth === undefined) return text.replaceAll(from, to)
  let count = 0
  return text.replaceAll(from, (found) => (count++ === nth ? to : found))
}

/** PHP decodes an object into an array, and one that holds nothing is written as a list: by what there has to be for it. */
export const emptied: readonly (readonly [of: '{}' | '[]' | '""', ...Writing])[] = [
  ['{}', 'written anew by PHP, with [] for {}', 2, { ...compact, string: php, number, empty: () => '[]' }],
  [
    '[]',
    'written anew with {} for [], which PHP writes for both',
    2,
    { ...compact, string: plain, empty: () => '{}' },
  ],
  [
    '""',
    'written anew by Laravel, with null for empty texts',
    2,
    { ...compact, string: laravel, name: php, number, empty: () => '[]' },
  ],
]

/** Writers that no library here stands for, by their settings. */
export const styles: readonly (readonly [cause: Accident['cause'], ...Writing])[] = [
  ['pretty_printed', 'with an indentation of two spaces', 1, lines('  ')],
  ['pretty_printed', 'with an indentation of four spaces', 1, lines('    ')],
  ['pretty_printed', 'with an indentation of a tab', 1, lines('\t')],
  ['reserialised', 'written anew by Python without spaces', 1, { ...compact, ...python }],
  [
    'reserialised',
    'written anew by Python, letters beyond ASCII kept',
    1,
    { ...spaced, string: plain, number: pythonWord },
  ],
  ['reserialised', 'written anew by PHP', 1, { ...compact, string: php, number }],
  [
    'reserialised',
    'written anew by PHP, letters beyond ASCII kept',
    2,
    { ...compact, string: phpPlain, number },
  ],
  ['reserialised', 'written anew by Go', 2, { ...compact, string: go, number }],
  [
    'reserialised',
    'written anew by Ruby, or by Python without spaces and with letters beyond ASCII kept',
    2,
    { ...compact, string: plain, number: pythonWord },
  ],
  ['escapes', 'written anew by .NET', 2, { ...compact, string: dotnet }],
  [
    'reserialised',
    'written anew without spaces, its strings as JavaScript writes them',
    2,
    { ...compact, string: plain },
  ],
  [
    'pretty_printed',
    'with an indentation of four spaces, as PHP writes it',
    2,
    { ...lines('    '), string: php, number },
  ],
  ['pretty_printed', 'printed over several lines as Jackson writes it', 2, jackson],
  ['pretty_printed', 'printed over several lines as Ruby writes it', 2, ruby],
  ['pretty_printed', 'with an indentation of two spaces, in ASCII', 2, { ...lines('  '), ...python }],
  ['pretty_printed', 'with an indentation of four spaces, in ASCII', 2, { ...lines('    '), ...python }],
]
