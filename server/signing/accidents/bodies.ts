import { isAscii } from 'node:buffer'
import type { Accident, BodyForms, BodyTurn, Rank } from '../accident.ts'
import { pythonJson } from '../python-json.ts'
import { charsets } from './charsets.ts'
import { codings } from './codings.ts'
import { type JsonTree, jsonTree, writeJson } from './json-tree.ts'
import { escapes, isWhole, numbers, renumbered, styles } from './json-writings.ts'
import { prints } from './prints.ts'
import { respaced } from './respaced.ts'
import { type Counts, countsOf, type Work } from './work.ts'

const utf8 = (text: string) => Buffer.from(text, 'utf8')

/** JSON.parse follows any depth, JSON.stringify some thousands: it overflows the stack, which takes long. */
const deepest = 1000

/** Of larger bodies, which take long to parse, only the ends are looked at to tell whether they are JSON. */
const largest = 20_000

const mark = Buffer.from([0xef, 0xbb, 0xbf])

/** A body of its bytes alone. */
export function bodyForms(bytes: Buffer): BodyForms {
  let counts: Counts | undefined
  let text: string | undefined
  let json: { value: unknown } | undefined | null = null
  let unmarked: BodyForms | undefined
  let tree: JsonTree | undefined | null = null
  let plain: boolean | undefined
  const found = new Map<string, boolean>()
  const self: BodyForms = {
    bytes,
    counts() {
      counts ??= countsOf(bytes)
      return counts
    },
    has(letters) {
      const known = found.get(letters) ?? bytes.includes(letters)
      found.set(letters, known)
      return known
    },
    isAscii() {
      plain ??= isAscii(bytes)
      return plain
    },
    text() {
      text ??= bytes.toString('utf8')
      return text
    },
    unmarked() {
      unmarked ??= bytes.subarray(0, 3).equals(mark) ? bodyForms(bytes.subarray(3)) : self
      return unmarked
    },
    isJson(most = largest) {
      const inner = self.unmarked()
      const isLong = bytes.length > most || inner.counts().deepest > deepest
      return isLong ? endsAsJson(inner.bytes) : inner.json() !== undefined
    },
    json() {
      if (json !== null) return json
      if (self.counts().deepest > deepest) return undefined
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

/** Whether bytes begin and end as an object, a list or a string of JSON does. */
function endsAsJson(bytes: Buffer): boolean {
  const inner = trimmed(bytes, true)
  return ['{}', '[]', '""'].includes(String.fromCharCode(inner[0] ?? 0, inner.at(-1) ?? 0))
}

const ends: [cause: Accident['cause'], said: string, rank: Rank, rewrite: (text: string) => string][] = [
  ['trailing_newline', 'with CRLF added at its end', 1, (text) => `${text}\r\n`],
  ['trailing_newline', 'with two newlines at its end', 2, (text) => `${text}\n\n`],
  ['body_trimmed', 'with a space behind it', 1, (text) => `${text} `],
  ['line_endings', 'with CR for LF', 2, (text) => text.replace(/\r?\n/g, '\r')],
  ['line_endings', 'without its line ends', 2, (text) => text.replace(/\r?\n/g, '')],
  ['line_endings', 'with \\n for each line end', 2, (text) => text.replace(/\n/g, '\\n')],
]

const letters: Work = { byte: 0.003, letter: 0.2 }
const lineEnds: Work = { byte: 0.002, letter: 0.03, space: 0.06 }
const ended: Work = { byte: 0.003, letter: 0.01 }
const numbered: Work = { byte: 0.02, token: 0.1 }
const pythonWork: Work = { byte: 0.02, token: 0.12, letter: 0.2 }

const [lf, cr] = [0x0a, 0x0d]

const byText = (
  cause: Accident['cause'],
  said: string,
  rank: Rank,
  work: Work,
  rewrite: (text: string) => string | undefined,
): BodyTurn => ({
  accident: { cause, detail: `The signature is right for the body ${said}.` },
  rank,
  needs: 'text',
  work,
  make(body) {
    const text = rewrite(body.text())
    return text === undefined || text === body.text() ? undefined : utf8(text)
  },
})

/** Token for token, which says something of JSON alone. */
const byTokens: typeof byText = (...asked) => ({ ...byText(...asked), applies: ({ isJson }) => isJson() })

const byBytes = (
  cause: Accident['cause'],
  said: string,
  rank: Rank,
  work: Work,
  make: BodyTurn['make'],
): BodyTurn => ({
  accident: { cause, detail: `The signature is right for the body ${said}.` },
  rank,
  work,
  make,
})

const byJson = (cause: Accident['cause'], said: string, rank: Rank, indent?: string): BodyTurn => ({
  accident: { cause, detail: `The signature is right for the JSON ${said}.` },
  rank,
  needs: 'json',
  work: { byte: 0.006, token: 0.11, ...(indent && { step: 0.02 }) },
  make(body) {
    const json = body.json()
    return json && utf8(JSON.stringify(json.value, null, indent))
  },
})

/** Byte for letter, whatever the bytes mean. */
const latin = (bytes: Buffer, rewrite: (text: string) => string) =>
  Buffer.from(rewrite(bytes.toString('latin1')), 'latin1')

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
  return [{ accident: { cause: 'body_changed', detail, weight: 1.2 }, rank: 0, work: {}, make: () => sent }]
}

/** What may have become of the body on one of the two sides: each is another writing of it. */
export function bodyTurns(bytes: Buffer): BodyTurn[] {
  const endCauses: readonly string[] = [
    'trailing_newline',
    'body_trimmed',
    'line_endings',
    'byte_order_mark',
    'charset',
  ]
  const plainCauses: readonly string[] = [
    'trailing_newline',
    'line_endings',
    'byte_order_mark',
    'reserialised',
    'pretty_printed',
  ]
  // Whoever signed one line of what came in several had it printed on its way.
  const single = /[{[,]\r?\n/.test(bytes.toString('latin1', 0, 2000)) ? 'pretty_printed' : 'reserialised'
  return [
    byBytes('trailing_newline', 'without the newline at its end', 0, {}, ({ bytes }) =>
      bytes.at(-1) === lf ? bytes.subarray(0, bytes.at(-2) === cr ? -2 : -1) : undefined,
    ),
    byBytes('trailing_newline', 'with a newline added at its end', 0, { byte: 0.001 }, ({ bytes }) =>
      Buffer.concat([bytes, Buffer.of(lf)]),
    ),
    byBytes('body_trimmed', 'without the white space around it', 0, {}, ({ bytes }) => trimmed(bytes, true)),
    byBytes('body_trimmed', 'without the white space behind it', 0, {}, ({ bytes }) => trimmed(bytes, false)),
    {
      ...byBytes('line_endings', 'with LF for CRLF', 0, lineEnds, ({ bytes }) =>
        latin(bytes, (text) => text.replaceAll('\r\n', '\n')),
      ),
      applies: ({ bytes }: BodyForms) => bytes.includes('\r\n'),
    },
    {
      ...byBytes('line_endings', 'with CRLF for LF', 0, lineEnds, ({ bytes }) =>
        latin(bytes, (text) => text.replace(/\r?\n/g, '\r\n')),
      ),
      applies: ({ bytes }: BodyForms) => bytes.includes('\n'),
    },
    byBytes('byte_order_mark', 'without its byte order mark', 0, {}, ({ bytes }) =>
      bytes.subarray(0, 3).equals(mark) ? bytes.subarray(3) : undefined,
    ),
    byBytes('byte_order_mark', 'with a byte order mark before it', 1, { byte: 0.001 }, ({ bytes }) =>
      Buffer.concat([mark, bytes]),
    ),
    {
      ...byBytes(single, 'without the spaces between its tokens', 0, { byte: 0.0025 }, ({ bytes }) =>
        respaced(bytes, false),
      ),
      applies: ({ counts, isJson }: BodyForms) => counts().spaces > 0 && isJson(),
    },
    {
      ...byBytes(
        'reserialised',
        'with a space behind each comma and colon',
        0,
        { byte: 0.0025 },
        ({ bytes }) => respaced(bytes, true),
      ),
      applies: ({ counts, isJson }: BodyForms) => counts().tokens > 0 && isJson(),
    },
    ...escapes.map(({ said, rewrite, concerns }, at) => ({
      ...byText('escapes', said, at < 4 ? 0 : 1, letters, rewrite),
      applies: (body: BodyForms) => concerns(body) && body.isJson(),
    })),
    byJson(single, 'parsed and written anew', 0),
    byJson('pretty_printed', 'with an indentation of two spaces', 0, '  '),
    byText('reserialised', 'written anew the Python way', 0, pythonWork, pythonJson),
    byJson('pretty_printed', 'with an indentation of four spaces', 1, '    '),
    byJson('pretty_printed', 'with an indentation of a tab', 1, '\t'),
    ...numbers.map(([said, rewrite]) =>
      byTokens('reserialised', said, 1, numbered, (text) => renumbered(text, rewrite)),
    ),
    // What Python wrote as a float is none any more after JavaScript.
    ...Array.from({ length: 8 }, (_, nth) =>
      byTokens('reserialised', 'with .0 behind one of its whole numbers', 2, numbered, (text) =>
        renumbered(text, (token, at) => (at === nth && isWhole(token) ? `${token}.0` : token)),
      ),
    ),
    // Byte for byte, so that what is no UTF-8 stays what it is.
    ...ends.map(([cause, said, rank, rewrite]) =>
      byBytes(cause, said, rank, ended, ({ bytes }) => latin(bytes, rewrite)),
    ),
    ...styles.map(
      ([cause, said, rank, style]): BodyTurn => ({
        accident: { cause, detail: `The signature is right for the JSON ${said}.` },
        rank,
        needs: 'tree',
        work: { byte: 0.01, token: 0.3, letter: 0.1, ...(style.indent && { step: 0.025 }) },
        make(body) {
          const tree = body.tree()
          return tree && utf8(writeJson(tree, style))
        },
      }),
    ),
    ...charsets,
    ...codings,
    ...prints,
  ].map((turn) => {
    const { cause } = turn.accident
    const isLikely = turn.rank === 0 || cause === 'byte_order_mark'
    return { ...turn, isEnd: endCauses.includes(cause), isPlain: isLikely && plainCauses.includes(cause) }
  })
}
