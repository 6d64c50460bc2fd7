/** Collects all ways in which the signed body may differ from the received body. */
import { firstDifference } from '../../body/byte-runs.ts'
import type { Content } from '../../signing/content.ts'
import { plural } from '../../words/plural.ts'
import type { BodyForms, BodyTurn } from '../search/accident.ts'
import { byteOrderMark, trimmed } from './body-forms.ts'
import { bodyTable, type Shared } from './body-table.ts'
import { charsets } from './charsets.ts'
import { codings } from './codings.ts'
import { escapes } from './escapes.ts'
import { forms } from './forms.ts'
import { html } from './html.ts'
import { changes } from './json-changes.ts'
import { merged } from './json-members.ts'
import { numbers } from './json-numbers.ts'
import { parts, rests } from './json-parts.ts'
import { emptied, natives, rewritten } from './json-rewritten.ts'
import { escapedTexts } from './literals.ts'
import { pieces } from './pieces.ts'
import { formPrints, printedWords, prints } from './prints.ts'
import { digests, envelopes, multipart, shortened, wrappings } from './wrapped.ts'

/** The body that the sandbox sent, if it differs from the received body. */
export function sentBodyTurn(came: Buffer, sent: Buffer | undefined): BodyTurn[] {
  if (!sent || sent.equals(came)) return []
  const detail = `The body was changed in transit: ${plural(sent.length, 'byte was', 'bytes were')} sent and ${came.length} received. The first difference is at byte ${firstDifference(sent, came)}.`
  // A rewriting that explains the difference is more specific, so it has a lower weight.
  return [{ accident: { cause: 'body_changed', detail, weight: 1.2 }, rank: 0, work: {}, make: () => sent }]
}

const [lf, cr] = [0x0a, 0x0d]

/** Works byte by byte in Latin-1, so that invalid UTF-8 stays unchanged. */
const byLetter =
  (rewrite: (text: string) => string) =>
  ({ bytes }: BodyForms) =>
    Buffer.from(rewrite(bytes.toString('latin1')), 'latin1')

const lineEnds: Shared = { work: { byte: 0.002, letter: 0.03, space: 0.06 } }
const joining: Shared = { work: { byte: 0.0002 } }
const ended: Shared = { work: { byte: 0.0006, space: 0.03 } }

/** Changes at the end of the body and of its lines, most frequent first. */
const likelyEnds: readonly BodyTurn[] = [
  ...bodyTable('trailing_newline', 0).rows({
    'without the newline at its end': ({ bytes }) =>
      bytes.at(-1) === lf ? bytes.subarray(0, bytes.at(-2) === cr ? -2 : -1) : undefined,
  }),
  ...bodyTable('trailing_newline', 0, joining).rows({
    'with an added newline at its end': ({ bytes }) => Buffer.concat([bytes, Buffer.of(lf)]),
  }),
  ...bodyTable('body_trimmed', 0).rows({
    'without the white space around it': ({ bytes }) => trimmed(bytes, true),
    'without the white space after it': ({ bytes }) => trimmed(bytes, false),
  }),
  ...bodyTable('line_endings', 0, { ...lineEnds, applies: ({ bytes }) => bytes.includes('\r\n') }).rows({
    'with LF instead of CRLF': byLetter((text) => text.replaceAll('\r\n', '\n')),
  }),
  ...bodyTable('line_endings', 0, { ...lineEnds, applies: ({ bytes }) => bytes.includes('\n') }).rows({
    'with CRLF instead of LF': byLetter((text) => text.replace(/\r?\n/g, '\r\n')),
  }),
  ...bodyTable('byte_order_mark', 0).rows({
    'without its byte order mark': ({ bytes }) =>
      bytes.subarray(0, 3).equals(byteOrderMark) ? bytes.subarray(3) : undefined,
  }),
  ...bodyTable('byte_order_mark', 1, joining).rows({
    'with a byte order mark before it': ({ bytes }) => Buffer.concat([byteOrderMark, bytes]),
  }),
]
/** What a reader of lines makes of each line. */
const perLine: Readonly<Record<string, (line: string) => string>> = {
  '': (line) => line,
  ', each without the white space around it': (line) => line.trim(),
  ', each without the white space before it': (line) => line.trimStart(),
  ', each without the white space after it': (line) => line.trimEnd(),
}
/** How a reader of lines joins them. */
const joints: Readonly<Record<string, string>> = {
  'joined with nothing': '',
  'joined with a space': ' ',
  'joined with LF': '\n',
  'joined with a comma': ',',
  'joined with a comma and a space': ', ',
  'joined with CR': '\r',
  'joined with CRLF': '\r\n',
  'joined with two LF': '\n\n',
  'joined with two CRLF': '\r\n\r\n',
  'joined with \\n as text': '\\n',
  'joined with \\r\\n as text': '\\r\\n',
  'joined with a tab': '\t',
  'joined with <br>': '<br>',
  'joined with <br />': '<br />',
  'joined with <br /> and LF': '<br />\n',
}
const hasLines = ({ bytes }: BodyForms) => bytes.includes(lf) || bytes.includes(cr)
const ofLines: Shared = {
  ...lineEnds,
  applies: hasLines,
  begins: 'The signature is correct for the lines of the body',
}
/** The body read line by line. A newline at the end ends a line, as most readers of lines count. */
const joinedLines = Object.entries(perLine).flatMap(([each, change], at) =>
  Object.entries(joints).flatMap(([joint, by], nth) =>
    bodyTable(at === 0 ? 'line_endings' : 'body_trimmed', at === 0 && nth < 2 ? 1 : 2, ofLines).rows({
      [`${joint}${each}`]: [
        byLetter((text) =>
          text
            .split(/\r\n|\r|\n/)
            .map(change)
            .join(by),
        ),
        byLetter((text) =>
          text
            .replace(/(?:\r\n|\r|\n)$/, '')
            .split(/\r\n|\r|\n/)
            .map(change)
            .join(by),
        ),
      ],
    }),
  ),
)
const otherEnds: readonly BodyTurn[] = [
  ...bodyTable('trailing_newline', 1, ended).rows({
    'with an added CRLF at its end': byLetter((text) => `${text}\r\n`),
  }),
  ...bodyTable('trailing_newline', 2, ended).rows({
    'with two newlines at its end': byLetter((text) => `${text}\n\n`),
  }),
  ...bodyTable('body_trimmed', 1, ended).rows({ 'with a space after it': byLetter((text) => `${text} `) }),
  ...bodyTable('body_trimmed', 2, ended).rows({
    'with a newline before it': byLetter((text) => `\n${text}`),
  }),
  ...joinedLines,
]

const [quote, backslash, space, tab, comma, colon] = [0x22, 0x5c, 0x20, 0x09, 0x2c, 0x3a]

/**
 * Removes the white space between JSON tokens, or writes a space after each comma and colon if `isSpaced`. Works on
 * bytes, so a megabyte takes a few milliseconds. The result for other text is meaningless and fits no signature.
 */
function respaced(body: Buffer, isSpaced: boolean): Buffer {
  const made = Buffer.allocUnsafe(isSpaced ? body.length * 2 : body.length)
  let to = 0
  let isQuoted = false
  for (let at = 0; at < body.length; at++) {
    const byte = body[at] as number
    if (!isQuoted && (byte === space || byte === lf || byte === cr || byte === tab)) continue
    made[to++] = byte
    if (byte === quote) isQuoted = !isQuoted
    else if (isQuoted && byte === backslash && at + 1 < body.length) made[to++] = body[++at] as number
    else if (!isQuoted && isSpaced && (byte === comma || byte === colon)) made[to++] = space
  }
  return made.subarray(0, to)
}
const respacing: Shared = { work: { byte: 0.0015, token: 0.02 }, keepsValues: true }
const hasSpaces = ({ counts, isJson }: BodyForms) => counts().spaces > 0 && isJson()
const hasTokens = ({ counts, isJson }: BodyForms) => counts().tokens > 0 && isJson()

const endAndPlain: readonly string[] = ['trailing_newline', 'line_endings', 'byte_order_mark']
const endCauses = [...endAndPlain, 'body_trimmed', 'charset']
/** Of these, rare changes too follow another mistake. Of the others, only the usual ones do. */
const endOfBody = ['trailing_newline', 'body_trimmed']
const plainCauses = [...endAndPlain, 'reserialised', 'pretty_printed']

function ready(turn: BodyTurn): BodyTurn {
  const { cause } = turn.accident
  const isLikely = turn.rank === 0 || cause === 'byte_order_mark' || turn.isNative === true
  const isEnd = endCauses.includes(cause) && (turn.rank < 2 || endOfBody.includes(cause))
  return { isEnd, ...turn, isPlain: isLikely && plainCauses.includes(cause) }
}

/** The rewritings that apply to any body. They are created once, because creating them is slow. */
function turnsOfAny(single: 'reserialised' | 'pretty_printed') {
  const before: BodyTurn[] = [
    ...likelyEnds,
    ...printedWords,
    ...wrappings,
    ...shortened,
    ...otherEnds,
    ...bodyTable(single, 0, { ...respacing, applies: hasSpaces }).rows({
      'without the spaces between its tokens': ({ bytes }) => respaced(bytes, false),
    }),
    ...bodyTable('reserialised', 0, { ...respacing, applies: hasTokens }).rows({
      'with a space after each comma and colon': ({ bytes }) => respaced(bytes, true),
    }),
    ...escapes,
    ...natives(single),
    ...numbers,
    ...charsets,
    ...codings,
    ...html,
    ...rewritten,
    ...envelopes,
    ...forms,
  ]
  const behind: BodyTurn[] = [
    ...multipart,
    ...emptied,
    ...prints,
    ...parts,
    ...pieces,
    ...escapedTexts,
    ...changes,
    ...rests,
    ...digests,
  ]
  return { before: before.map(ready), behind: behind.map(ready) }
}

const ofAny = {
  reserialised: turnsOfAny('reserialised'),
  pretty_printed: turnsOfAny('pretty_printed'),
}

/** All rewritings of a body. Within a rank, cheap rewritings come first. */
export function bodyTurns(
  bytes: Buffer,
  { url, contentType }: Pick<Content, 'url' | 'contentType'>,
): BodyTurn[] {
  // A sender that signed one line, but sent several, formatted the JSON after signing.
  const isPrinted = /[{[,]\r?\n/.test(bytes.toString('latin1', 0, 2000))
  const { before, behind } = ofAny[isPrinted ? 'pretty_printed' : 'reserialised']
  return [...before, ...[...merged(url), ...formPrints(contentType)].map(ready), ...behind]
}
