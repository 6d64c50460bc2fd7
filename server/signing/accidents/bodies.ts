import type { Accident, BodyForms, BodyTurn, Rank } from '../accident.ts'
import { pythonJson } from '../python-json.ts'
import { charsets } from './charsets.ts'
import { codings } from './codings.ts'
import { type JsonStyle, type JsonTree, jsonTree, writeJson } from './json-tree.ts'
import { prints } from './prints.ts'
import { respaced } from './respaced.ts'

const utf8 = (text: string) => Buffer.from(text, 'utf8')

/** A body of its bytes alone. */
export function bodyForms(bytes: Buffer): BodyForms {
  let text: string | undefined
  let json: { value: unknown } | undefined | null = null
  let tree: JsonTree | undefined | null = null
  const self: BodyForms = {
    bytes,
    text() {
      text ??= bytes.toString('utf8')
      return text
    },
    json() {
      if (json !== null) return json
      try {
        json = { value: JSON.parse(self.text()) }
      } catch {
        json = undefined
      }
      return json
    },
    tree() {
      if (tree === null) tree = self.json() && jsonTree(self.text())
      return tree
    },
  }
  return self
}

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

/** The same JSON, each written as it stands but for escapes. */
const escapes: [said: string, rewrite: (text: string) => string][] = [
  ['with the letters themselves in place of their \\u escapes', unescaped],
  ['with every letter beyond ASCII as a \\u escape', (text) => text.replace(beyondAscii, lowerEscape)],
  ['with each slash as \\/', slashesEscaped],
  ['with plain slashes in place of \\/', slashesPlain],
  [
    'with slashes and letters beyond ASCII escaped, as PHP writes it',
    (text) => slashesEscaped(text).replace(beyondAscii, lowerEscape),
  ],
  ['with plain slashes and letters in place of escapes', (text) => slashesPlain(unescaped(text))],
  ['with < > & as \\u003c, as Go writes it', (text) => text.replace(angles, lowerEscape)],
  [
    'with < > & and letters beyond ASCII as \\u escapes',
    (text) => text.replace(angles, lowerEscape).replace(beyondAscii, lowerEscape),
  ],
  [
    'with every letter beyond ASCII as a \\u escape in upper case',
    (text) => text.replace(beyondAscii, upperEscape),
  ],
  [
    "with < > & ' + and letters beyond ASCII as \\u escapes, as .NET writes it",
    (text) => text.replace(/[<>&'+`]/g, upperEscape).replace(beyondAscii, upperEscape),
  ],
  ["with < > & = ' as \\u escapes, as Gson writes it", (text) => text.replace(/[<>&=']/g, lowerEscape)],
  ['with the digits of its \\u escapes in lower case', (text) => recased(text, false)],
  ['with the digits of its \\u escapes in upper case', (text) => recased(text, true)],
]

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
const styles: [cause: Accident['cause'], said: string, rank: Rank, style: JsonStyle][] = [
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

const ends: [cause: Accident['cause'], said: string, rank: Rank, rewrite: (text: string) => string][] = [
  ['trailing_newline', 'with CRLF added at its end', 1, (text) => `${text}\r\n`],
  ['trailing_newline', 'with two newlines at its end', 2, (text) => `${text}\n\n`],
  ['body_trimmed', 'with a space behind it', 2, (text) => `${text} `],
  ['line_endings', 'with LF for CRLF', 1, (text) => text.replaceAll('\r\n', '\n')],
  ['line_endings', 'with CRLF for LF', 1, (text) => text.replace(/\r?\n/g, '\r\n')],
  ['line_endings', 'with CR for LF', 2, (text) => text.replace(/\r?\n/g, '\r')],
  ['line_endings', 'without its line ends', 2, (text) => text.replace(/\r?\n/g, '')],
  ['line_endings', 'with \\n for each line end', 2, (text) => text.replace(/\n/g, '\\n')],
]

const mark = Buffer.from([0xef, 0xbb, 0xbf])
const [lf, cr] = [0x0a, 0x0d]

const byText = (
  cause: Accident['cause'],
  said: string,
  rank: Rank,
  cost: number,
  rewrite: (text: string) => string | undefined,
): BodyTurn => ({
  accident: { cause, detail: `The signature is right for the body ${said}.` },
  rank,
  needs: 'text',
  cost,
  make(body) {
    const text = rewrite(body.text())
    return text === undefined || text === body.text() ? undefined : utf8(text)
  },
})

const byBytes = (
  cause: Accident['cause'],
  said: string,
  rank: Rank,
  cost: number,
  make: BodyTurn['make'],
): BodyTurn => ({
  accident: { cause, detail: `The signature is right for the body ${said}.` },
  rank,
  cost,
  make,
})

const byJson = (
  cause: Accident['cause'],
  said: string,
  rank: Rank,
  write: (value: unknown) => string,
): BodyTurn => ({
  accident: { cause, detail: `The signature is right for the same JSON ${said}.` },
  rank,
  needs: 'json',
  cost: 0.013,
  make(body) {
    const json = body.json()
    return json && utf8(write(json.value))
  },
})

const isSpace = (byte: number | undefined) => byte === 0x20 || byte === 0x09 || byte === lf || byte === cr

function trimmed(bytes: Buffer, isBoth: boolean): Buffer {
  let [from, to] = [0, bytes.length]
  while (to > 0 && isSpace(bytes[to - 1])) to--
  while (isBoth && from < to && isSpace(bytes[from])) from++
  return bytes.subarray(from, to)
}

/** What the sandbox itself sent, where that is not what came. */
export function sentBodyTurn(came: Buffer, sent: Buffer | undefined): BodyTurn[] {
  if (!sent || sent.equals(came)) return []
  let at = 0
  while (at < sent.length && at < came.length && sent[at] === came[at]) at++
  const detail = `The body was changed on its way: ${sent.length} bytes were sent, ${came.length} received, the first difference is at byte ${at}.`
  // What names the change says more.
  return [{ accident: { cause: 'body_changed', detail, weight: 1.2 }, rank: 0, cost: 0, make: () => sent }]
}

/** What may have become of the body on one of the two sides: each is another writing of it. */
export function bodyTurns(bytes: Buffer): BodyTurn[] {
  const ended: readonly string[] = [
    'trailing_newline',
    'body_trimmed',
    'line_endings',
    'byte_order_mark',
    'charset',
  ]
  // Whoever signed one line of what came in several had it printed on its way.
  const single = /[{[,]\r?\n/.test(bytes.toString('latin1', 0, 2000)) ? 'pretty_printed' : 'reserialised'
  return [
    byBytes('trailing_newline', 'without the newline at its end', 0, 0, ({ bytes }) =>
      bytes.at(-1) === lf ? bytes.subarray(0, bytes.at(-2) === cr ? -2 : -1) : undefined,
    ),
    byBytes('trailing_newline', 'with a newline added at its end', 0, 0.0005, ({ bytes }) =>
      Buffer.concat([bytes, Buffer.of(lf)]),
    ),
    byBytes('body_trimmed', 'without the white space around it', 0, 0, ({ bytes }) => trimmed(bytes, true)),
    byBytes('body_trimmed', 'without the white space behind it', 0, 0, ({ bytes }) => trimmed(bytes, false)),
    byBytes('byte_order_mark', 'without its byte order mark', 0, 0, ({ bytes }) =>
      bytes.subarray(0, 3).equals(mark) ? bytes.subarray(3) : undefined,
    ),
    byBytes('byte_order_mark', 'with a byte order mark before it', 1, 0.0005, ({ bytes }) =>
      Buffer.concat([mark, bytes]),
    ),
    byBytes(single, 'without the spaces between its tokens', 0, 0.002, ({ bytes }) => respaced(bytes, false)),
    byBytes('reserialised', 'with a space behind each comma and colon', 0, 0.002, ({ bytes }) =>
      respaced(bytes, true),
    ),
    ...escapes.map(([said, rewrite], at) => byText('escapes', said, at < 4 ? 0 : 1, 0.005, rewrite)),
    byJson(single, 'parsed and written anew', 0, (value) => JSON.stringify(value)),
    byJson('pretty_printed', 'with an indentation of two spaces', 0, (value) =>
      JSON.stringify(value, null, 2),
    ),
    byText('reserialised', 'written anew the Python way', 0, 0.1, pythonJson),
    byJson('pretty_printed', 'with an indentation of four spaces', 1, (value) =>
      JSON.stringify(value, null, 4),
    ),
    byJson('pretty_printed', 'with an indentation of a tab', 1, (value) => JSON.stringify(value, null, '\t')),
    ...ends.map(([cause, said, rank, rewrite]) => byText(cause, said, rank, 0.003, rewrite)),
    ...styles.map(
      ([cause, said, rank, style]): BodyTurn => ({
        accident: { cause, detail: `The signature is right for the same JSON ${said}.` },
        rank,
        needs: 'tree',
        cost: 0.02,
        make(body) {
          const tree = body.tree()
          return tree && utf8(writeJson(tree, style))
        },
      }),
    ),
    ...charsets,
    ...codings,
    ...prints,
  ].map((turn) => ({ ...turn, isEnd: ended.includes(turn.accident.cause) }))
}
