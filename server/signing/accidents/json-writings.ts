import type { Accident, BodyForms, Rank } from '../accident.ts'
import type { JsonStyle } from './json-tree.ts'

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

/** The same JSON with its numbers written another way, all of them or whole numbers alone. */
export const numbers: [said: string, rewrite: (token: string) => string][] = [
  ['with .0 behind each whole number', (token) => (isWhole(token) ? `${token}.0` : token)],
  ['without .0 behind whole numbers', (token) => token.replace(/\.0+$/, '')],
  ['with two decimals in each number', (token) => Number(token).toFixed(2)],
  [
    'with two decimals in each number that has any',
    (token) => (isWhole(token) ? token : Number(token).toFixed(2)),
  ],
  ['without zeros at the end of its decimals', (token) => token.replace(/\.0+$|(\.\d*[1-9])0+$/, '$1')],
]
export const isWhole = (token: string) => /^-?\d+$/.test(token)
export const renumbered = (text: string, rewrite: (token: string, at: number) => string) => {
  let at = 0
  return text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
    token.startsWith('"') ? token : rewrite(token, at++),
  )
}

/** A string token as a writer of JSON writes what it means. */
const plain = (quoted: string) => JSON.stringify(JSON.parse(quoted))
const ascii = (quoted: string) => plain(quoted).replace(/[\u007f-\uffff]/g, lowerEscape)
const php = (quoted: string) => plain(quoted).replaceAll('/', '\\/').replace(beyondAscii, lowerEscape)
const phpPlain = (quoted: string) => plain(quoted).replaceAll('/', '\\/')
const go = (quoted: string) => plain(quoted).replace(angles, lowerEscape)
const number = (token: string) => JSON.stringify(Number(token))

const compact = { comma: ',', colon: ':' }
const spaced = { comma: ', ', colon: ': ' }
const lines = (indent: string) => ({ comma: ',', colon: ': ', indent })

/** Writers that no library here stands for, by their settings. */
export const styles: [cause: Accident['cause'], said: string, rank: Rank, style: JsonStyle][] = [
  ['keys_sorted', 'written anew with its keys sorted', 1, { ...compact, sorted: true }],
  [
    'keys_sorted',
    'written anew with its keys sorted, as JavaScript writes its values',
    1,
    { ...compact, sorted: true, string: plain, number },
  ],
  [
    'keys_sorted',
    'written anew with its keys sorted, the Python way',
    1,
    { ...spaced, sorted: true, string: ascii },
  ],
  [
    'keys_sorted',
    'written anew with its keys sorted, without spaces, in ASCII',
    1,
    { ...compact, sorted: true, string: ascii },
  ],
  [
    'keys_sorted',
    'written anew with its keys sorted and spaces behind commas and colons',
    2,
    { ...spaced, sorted: true },
  ],
  ['keys_sorted', 'written anew as Go writes a map', 2, { ...compact, sorted: true, string: go, number }],
  [
    'keys_sorted',
    'with its keys sorted and an indentation of two spaces',
    2,
    { ...lines('  '), sorted: true },
  ],
  [
    'keys_sorted',
    'with its keys sorted and an indentation of four spaces',
    2,
    { ...lines('    '), sorted: true, string: ascii },
  ],
  ['reserialised', 'written anew by Python without spaces', 1, { ...compact, string: ascii }],
  ['reserialised', 'written anew by Python, letters beyond ASCII kept', 1, { ...spaced, string: plain }],
  ['reserialised', 'written anew by PHP', 1, { ...compact, string: php }],
  ['reserialised', 'written anew by PHP, letters beyond ASCII kept', 2, { ...compact, string: phpPlain }],
  ['reserialised', 'written anew by Go', 2, { ...compact, string: go, number }],
  [
    'reserialised',
    'written anew without spaces, its strings as JavaScript writes them',
    2,
    { ...compact, string: plain },
  ],
  ['pretty_printed', 'with an indentation of two spaces', 1, lines('  ')],
  ['pretty_printed', 'with an indentation of four spaces', 1, lines('    ')],
  ['pretty_printed', 'with an indentation of a tab', 1, lines('\t')],
  [
    'pretty_printed',
    'with an indentation of four spaces, as PHP writes it',
    2,
    { ...lines('    '), string: php },
  ],
  ['pretty_printed', 'with an indentation of two spaces, in ASCII', 2, { ...lines('  '), string: ascii }],
  ['pretty_printed', 'with an indentation of four spaces, in ASCII', 2, { ...lines('    '), string: ascii }],
]
