/** Decodes a body for people: removes codings, reads text, and parses forms and multipart bodies. */
import { createJsonReader } from '../../json/json-reader.ts'
import { type Pausable, runInSlices, sliceMs } from '../../memory/in-slices.ts'
import type { DecodedBody, DecodeProblem, HeaderPair } from '../../wire.ts'
import { decodingWords } from '../../words/decoding.ts'
import { byMark, controls, isFullOfControls, textFrom } from './charset.ts'
import { codingsOf, isUnsaidGzip, undo } from './codings.ts'
import { isJsonMedia, type MediaType, mediaTypeIn } from './media-type.ts'
import { multipartParts } from './multipart.ts'

/** The most bytes of a decoded body, regardless of how much a small body expands. */
const mostDecoded = 2_000_000

type Shown = Pick<DecodedBody, 'kind' | 'charset' | 'text' | 'base64' | 'fields' | 'parts'>
type Problems = Pick<DecodedBody, 'problems'>

const nothing: Shown = { kind: 'empty', charset: null, text: null, base64: null, fields: [], parts: [] }

/** A body as received. `cut` says in a sentence why the body is incomplete; null if it is complete. */
export interface Coded {
  headers: readonly HeaderPair[]
  body: Buffer
  cut: string | null
}

/**
 * Decodes a body: removes content codings, reads text by its charset, and splits the body by its type. Uses
 * limited memory. If something cannot be decoded, `problem` says why, and the rest is decoded.
 * @param elapsed a monotonic time in ms, see `Outside`
 * @param most the most bytes to decode
 */
export async function decodeBody(
  { headers, body, cut }: Coded,
  elapsed: () => number,
  most = mostDecoded,
): Promise<DecodedBody> {
  const applied = codingsOf(headers)
  const undone = await undo(body, applied, most)
  const bytes = undone.bytes.subarray(0, most)
  const truncated = undone.truncated || bytes.length < undone.bytes.length
  const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? null
  const type = mediaTypeIn(contentType ?? '')
  const showing = show(bytes, type, truncated || cut !== null)
  const { problems: ofType, ...shown } = await runInSlices(showing, sliceMs, elapsed)
  const found: (DecodeProblem | null)[] = [
    // `cut` already says that the body ends early.
    cut !== null && undone.endsEarly ? null : undone.problem,
    applied.length === 0 && isUnsaidGzip(body) ? { code: 'unsaid_gzip' } : null,
    truncated ? { code: 'over_the_bound', count: bytes.length } : null,
    cut === null ? null : { code: 'body_cut', text: cut },
    ...ofType,
  ]
  const problems = found.filter((one) => one !== null)
  return {
    content_type: contentType,
    codings: undone.codings,
    size: bytes.length,
    truncated,
    ...shown,
    problem: problems.map(decodingWords).join(' ') || null,
    problems,
  }
}

/**
 * Shows bytes without codings, by their type. Pauses between the steps and while JSON is checked.
 * @param partial whether the bytes are only the beginning
 */
export function* show(bytes: Buffer, type: MediaType, partial: boolean): Pausable<Shown & Problems> {
  if (bytes.length === 0) return { ...nothing, problems: [] }
  if (type.type.startsWith('multipart/')) {
    const { parts, problem } = multipartParts(bytes, type)
    const problems = problem === null ? [] : [problem]
    if (parts.length > 0) return { ...nothing, kind: 'multipart', parts, problems }
    return { ...(yield* asText(bytes, type)), problems }
  }
  const shown = yield* asText(bytes, type)
  const isWhole = shown.problems.length === 0
  if (shown.text === null) return shown
  if (type.type === 'application/x-www-form-urlencoded') {
    const { fields, problems } = formFields(shown.text, shown.charset ?? 'utf-8')
    return { ...shown, kind: 'form', fields, problems: isWhole ? problems : shown.problems }
  }
  const text = yield* jsonFlaw(shown.text)
  if (isJsonMedia(type.type)) {
    if (text !== null)
      return isWhole && !partial ? { ...shown, problems: [{ code: 'not_json', text }] } : shown
    // The text has no mark, but a parser of the bytes meets the mark.
    const isMarked = isWhole && byMark(bytes) !== undefined
    return { ...shown, kind: 'json', ...(isMarked && { problems: [{ code: 'byte_order_mark' }] }) }
  }
  const mayBeJson = isUnsaid(type) || type.type === 'text/plain'
  return mayBeJson && text === null && /^\s*[[{]/.test(shown.text) ? { ...shown, kind: 'json' } : shown
}

const isUnsaid = ({ type }: MediaType) => type === '' || type === 'application/octet-stream'

const isTextual = ({ type, parameters }: MediaType) =>
  /^text\/|[/+](?:json|xml|yaml)$|^application\/(?:x-www-form-urlencoded|javascript|graphql|x-ndjson|toml)$/.test(
    type,
  ) || parameters.has('charset')

/** Bytes as text if they are text. Bytes that are not, or that the text would lose, come as base64 too. */
function* asText(bytes: Buffer, type: MediaType): Pausable<Shown & Problems> {
  const read = textFrom(bytes, type.parameters.get('charset'))
  yield
  const isFull = isFullOfControls(read.text)
  yield
  // A byte-order mark does not make text of a body whose type says otherwise.
  const isLikely = read.exact || (isUnsaid(type) && read.problem === null)
  const isText = isTextual(type) ? !isFull : isLikely && !controls.test(read.text)
  if (!isText)
    return {
      ...nothing,
      kind: 'binary',
      base64: bytes.toString('base64'),
      problems: isFull && isTextual(type) ? [{ code: 'control_characters' }] : [],
    }
  const { text, charset, exact, problem } = read
  const problems = problem === null ? [] : [problem]
  return {
    ...nothing,
    kind: 'text',
    charset,
    text,
    base64: exact ? null : bytes.toString('base64'),
    problems,
  }
}

/** How many parts of a text are scanned without a pause. */
const partsAtOnce = 2000
/** A parser is not asked why text nested deeper than this is not JSON: it takes 100 ms to get there. */
const deepest = 500

/** Why a text is not JSON, or null. */
function* jsonFlaw(text: string): Pausable<string | null> {
  const reader = createJsonReader(text)
  let [parts, depth] = [0, 0]
  for (let part = reader.next(); part !== 'end'; part = reader.next()) {
    if (part === 'wrong')
      return depth > deepest ? `Unexpected text at position ${reader.at}` : parserSays(text)
    depth = Math.max(depth, reader.open.length)
    if (++parts % partsAtOnce === 0) yield
  }
  return null
}

function parserSays(text: string): string | null {
  try {
    JSON.parse(text)
    return null
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 200) : String(error)
  }
}

/** The most fields shown. */
const mostFields = 10_000

/** The fields of `application/x-www-form-urlencoded`, in order. Repeated names stay separate. */
function formFields(text: string, charset: string): Pick<DecodedBody, 'fields' | 'problems'> {
  const decoder = new TextDecoder(charset)
  let wrong = 0
  const decode = (part: string) => {
    const spaced = part.replaceAll('+', ' ')
    if (!spaced.includes('%')) return spaced
    if (/%(?![0-9A-Fa-f]{2})/.test(spaced)) wrong++
    return spaced.replace(/(?:%[0-9A-Fa-f]{2})+/g, (bytes) =>
      decoder.decode(Buffer.from(bytes.replaceAll('%', ''), 'hex')),
    )
  }
  const all = text.split('&').filter((part) => part !== '')
  const fields = all.slice(0, mostFields).map((part): [string, string] => {
    const at = part.indexOf('=')
    return at < 0 ? [decode(part), ''] : [decode(part.slice(0, at)), decode(part.slice(at + 1))]
  })
  const problems: DecodeProblem[] = []
  if (wrong > 0) problems.push({ code: 'percent_alone' })
  if (all.length > mostFields) problems.push({ code: 'fields_left_out', count: mostFields })
  return { fields, problems }
}
