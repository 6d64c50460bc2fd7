import type { Content } from '../../signing/content.ts'
import { pythonJson } from '../../signing/python-json.ts'
import { plural } from '../../words/plural.ts'
import type { Accident, BodyForms, BodyTurn, Rank } from '../search/accident.ts'
import { byteOrderMark, trimmed } from './body-forms.ts'
import { charsets } from './charsets.ts'
import { codings, wrappings } from './codings.ts'
import { envelopes } from './envelopes.ts'
import { formPrints } from './form-prints.ts'
import { html } from './html.ts'
import { isWhole, numbers, renumbered } from './json-numbers.ts'
import { jsonParts } from './json-parts.ts'
import { type JsonStyle, type NumberAt, writeJson } from './json-tree.ts'
import { emptied, escapes, exchanged, plain, postgresJson, sortedStyles, styles } from './json-writings.ts'
import { mergedTurns } from './merged.ts'
import { multipart } from './multipart.ts'
import { printedWords, prints } from './prints.ts'
import { redated } from './redated.ts'
import { renamed } from './renamed.ts'
import { respaced } from './respaced.ts'
import { shortened } from './shortened.ts'
import type { Work } from './work.ts'

const utf8 = (text: string) => Buffer.from(text, 'utf8')

const ends: [cause: Accident['cause'], said: string, rank: Rank, rewrite: (text: string) => string][] = [
  ['trailing_newline', 'with CRLF added at its end', 1, (text) => `${text}\r\n`],
  ['trailing_newline', 'with two newlines at its end', 2, (text) => `${text}\n\n`],
  ['body_trimmed', 'with a space behind it', 1, (text) => `${text} `],
  ['body_trimmed', 'with a newline before it', 2, (text) => `\n${text}`],
  ['line_endings', 'with CR for LF', 2, (text) => text.replace(/\r?\n/g, '\r')],
  ['line_endings', 'without its line ends', 2, (text) => text.replace(/\r?\n/g, '')],
  ['line_endings', 'with \\n for each line end', 2, (text) => text.replace(/\n/g, '\\n')],
]

const letters: Work = { byte: 0.001, letter: 0.035 }
const respacing: Work = { byte: 0.0015, token: 0.02 }
const lineEnds: Work = { byte: 0.002, letter: 0.03, space: 0.06 }
const ended: Work = { byte: 0.0006, space: 0.03 }
const numbered: Work = { byte: 0.0015, token: 0.015 }
const ofOneNumber: Work = { byte: 0.0015 }
const written: Work = { byte: 0.003, token: 0.04 }
const rewritten: Work = { byte: 0.003, token: 0.1, letter: 0.04 }
const pythonWork: Work = { byte: 0.012, token: 0.08, letter: 0.04 }

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

/** By its numbers, which says something of JSON alone. */
const byNumbers = (
  said: string,
  rank: Rank,
  work: Work,
  make: (text: string, found: readonly NumberAt[]) => string,
): BodyTurn => ({
  ...byText('reserialised', said, rank, work, () => undefined),
  needs: 'numbers',
  applies: ({ isJson }) => isJson(),
  make(body) {
    const text = make(body.text(), body.numbers())
    return text === body.text() ? undefined : utf8(text)
  },
})

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
  isNative: true,
  needs: 'json',
  work: { byte: 0.002, token: 0.03, ...(indent && { step: 0.003 * indent.length }) },
  make(body) {
    const json = body.json()
    return json && utf8(JSON.stringify(json.value, null, indent))
  },
})

/** By a writer of JSON that has settings of its own. */
const byTree = (
  cause: Accident['cause'],
  said: string,
  rank: Rank,
  style: JsonStyle,
  needs: 'tree' | 'sorted',
): BodyTurn => ({
  accident: { cause, detail: `The signature is right for the JSON ${said}.` },
  rank,
  needs,
  work: {
    ...(style.string && style.string !== plain ? rewritten : written),
    ...(style.indent && { step: 0.004 }),
  },
  make(body) {
    const tree = body[needs]()
    return tree && utf8(writeJson(tree, style))
  },
})

const rareIndents = [
  ['one space', ' '],
  ['three spaces', '   '],
  ['eight spaces', ' '.repeat(8)],
] as const

/** With the other brackets where there is nothing between them. */
const byEmpty = (from: '{}' | '[]', said: string, nth?: number): BodyTurn => ({
  ...byText('reserialised', said, 1, letters, (text) =>
    exchanged(text, from, from === '{}' ? '[]' : '{}', nth),
  ),
  applies: ({ has, isJson }) => has(from) && isJson(),
})

/** So many of what holds nothing are tried one by one. */
const mostEmpties = 4

const byPostgres: BodyTurn = {
  accident: { cause: 'keys_sorted', detail: 'The signature is right for the JSON as Postgres writes jsonb.' },
  rank: 2,
  needs: 'tree',
  work: rewritten,
  make(body) {
    const tree = body.tree()
    return tree && utf8(postgresJson(tree))
  },
}

/** Byte for letter, whatever the bytes mean. */
const latin = (bytes: Buffer, rewrite: (text: string) => string) =>
  Buffer.from(rewrite(bytes.toString('latin1')), 'latin1')

/** What the sandbox itself sent, where that is not what came. */
export function sentBodyTurn(came: Buffer, sent: Buffer | undefined): BodyTurn[] {
  if (!sent || sent.equals(came)) return []
  let at = 0
  while (at < sent.length && at < came.length && sent[at] === came[at]) at++
  const detail = `The body was changed on its way: ${plural(sent.length, 'byte was', 'bytes were')} sent, ${came.length} received, the first difference is at byte ${at}.`
  // What names the change says more.
  return [{ accident: { cause: 'body_changed', detail, weight: 1.2 }, rank: 0, work: {}, make: () => sent }]
}

const endAndPlain: readonly string[] = ['trailing_newline', 'line_endings', 'byte_order_mark']
const endCauses = [...endAndPlain, 'body_trimmed', 'charset']
const plainCauses = [...endAndPlain, 'reserialised', 'pretty_printed']

function ready(turn: BodyTurn): BodyTurn {
  const { cause } = turn.accident
  const isLikely = turn.rank === 0 || cause === 'byte_order_mark' || turn.isNative === true
  return { ...turn, isEnd: endCauses.includes(cause), isPlain: isLikely && plainCauses.includes(cause) }
}

/** What may have become of any body, before and behind what depends on the request: made once, which takes long. */
function turnsOfAny(single: 'reserialised' | 'pretty_printed') {
  const before: BodyTurn[] = [
    byBytes('trailing_newline', 'without the newline at its end', 0, {}, ({ bytes }) =>
      bytes.at(-1) === lf ? bytes.subarray(0, bytes.at(-2) === cr ? -2 : -1) : undefined,
    ),
    byBytes('trailing_newline', 'with a newline added at its end', 0, { byte: 0.0002 }, ({ bytes }) =>
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
      bytes.subarray(0, 3).equals(byteOrderMark) ? bytes.subarray(3) : undefined,
    ),
    byBytes('byte_order_mark', 'with a byte order mark before it', 1, { byte: 0.0002 }, ({ bytes }) =>
      Buffer.concat([byteOrderMark, bytes]),
    ),
    ...printedWords,
    ...wrappings,
    ...shortened,
    // Byte for byte, so that what is no UTF-8 stays what it is.
    ...ends.map(([cause, said, rank, rewrite]) =>
      byBytes(cause, said, rank, ended, ({ bytes }) => latin(bytes, rewrite)),
    ),
    {
      ...byBytes(single, 'without the spaces between its tokens', 0, respacing, ({ bytes }) =>
        respaced(bytes, false),
      ),
      keepsValues: true,
      applies: ({ counts, isJson }: BodyForms) => counts().spaces > 0 && isJson(),
    },
    {
      ...byBytes('reserialised', 'with a space behind each comma and colon', 0, respacing, ({ bytes }) =>
        respaced(bytes, true),
      ),
      keepsValues: true,
      applies: ({ counts, isJson }: BodyForms) => counts().tokens > 0 && isJson(),
    },
    ...escapes.map(({ said, rewrite, concerns }, at) => ({
      ...byText('escapes', said, at < 4 ? 0 : 1, letters, rewrite),
      keepsValues: true,
      applies: (body: BodyForms) => concerns(body) && body.isJson(),
    })),
    byJson(single, 'parsed and written anew', 0),
    byJson('pretty_printed', 'with an indentation of two spaces', 0, '  '),
    byJson('pretty_printed', 'with an indentation of four spaces', 1, '    '),
    byJson('pretty_printed', 'with an indentation of a tab', 1, '\t'),
    ...rareIndents.map(([said, indent]) => ({
      ...byJson('pretty_printed', `with an indentation of ${said}`, 2, indent),
      isNative: false,
    })),
    ...numbers.map(([rank, said, rewrite]) =>
      byNumbers(said, rank, numbered, (text, found) => renumbered(text, found, rewrite)),
    ),
    // What Python wrote as a float is none any more after JavaScript.
    ...Array.from({ length: 8 }, (_, nth) =>
      byNumbers('with .0 behind one of its whole numbers', 2, ofOneNumber, (text, found) =>
        renumbered(text, found.slice(nth, nth + 1), (token) => (isWhole(token) ? `${token}.0` : token)),
      ),
    ),
    ...charsets,
    ...codings,
    ...html,
    byText('reserialised', 'written anew the Python way', 0, pythonWork, pythonJson),
    ...styles.map(([cause, said, rank, style]) => byTree(cause, said, rank, style, 'tree')),
    ...sortedStyles.map(([said, rank, style]) => byTree('keys_sorted', said, rank, style, 'sorted')),
    byPostgres,
    ...jsonParts,
    ...renamed,
    ...redated,
    {
      ...byText('reserialised', 'without its white space, that within its strings too', 2, lineEnds, (text) =>
        text.replace(/\s+/g, ''),
      ),
      applies: ({ isJson }: BodyForms) => isJson(),
    },
    ...envelopes,
  ]
  const behind: BodyTurn[] = [
    ...multipart,
    byEmpty('{}', 'with [] for {}, as PHP writes it'),
    byEmpty('[]', 'with {} for [], which PHP writes for both'),
    ...Array.from({ length: mostEmpties }, (_, nth) =>
      byEmpty('[]', 'with {} for one of its [], which PHP writes for both', nth),
    ),
    ...emptied.map(([of, said, rank, style]) => ({
      ...byTree('reserialised', said, rank, style, 'tree'),
      applies: ({ has }: BodyForms) => has(of),
    })),
    ...prints,
  ]
  return { before: before.map(ready), behind: behind.map(ready) }
}

const ofAny = {
  reserialised: turnsOfAny('reserialised'),
  pretty_printed: turnsOfAny('pretty_printed'),
}

/** What may have become of the body on one of the two sides: each is another writing of it. Of those of a rank what takes little comes first. */
export function bodyTurns(
  bytes: Buffer,
  { url, contentType }: Pick<Content, 'url' | 'contentType'>,
): BodyTurn[] {
  // Whoever signed one line of what came in several had it printed on its way.
  const isPrinted = /[{[,]\r?\n/.test(bytes.toString('latin1', 0, 2000))
  const { before, behind } = ofAny[isPrinted ? 'pretty_printed' : 'reserialised']
  return [...before, ...[...mergedTurns(url), ...formPrints(contentType)].map(ready), ...behind]
}
