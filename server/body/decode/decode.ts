import type { DecodedBody, HeaderPair } from '../../wire.ts'
import { byMark, controls, isFullOfControls, textFrom } from './charset.ts'
import { codingsOf, isUnsaidGzip, undo } from './codings.ts'
import { isJsonMedia, type MediaType, mediaTypeIn } from './media-type.ts'
import { multipartParts } from './multipart.ts'

/** So many bytes of a decoded body are told, however much a small one would become. */
const mostDecoded = 2_000_000

type Shown = Pick<DecodedBody, 'kind' | 'charset' | 'text' | 'base64' | 'fields' | 'parts'>

const nothing: Shown = { kind: 'empty', charset: null, text: null, base64: null, fields: [], parts: [] }

/** A body as it came, and in a sentence why that is not all of it; null where it is. */
export interface Coded {
  headers: readonly HeaderPair[]
  body: Buffer
  cut: string | null
}

/**
 * A body as it is meant: content codings undone, read as text by its charset, taken apart by its type. Bounded in memory;
 * where anything cannot be done, `problem` says why, and what there is is told.
 *
 * @param most how many bytes are decoded at most
 */
export async function decodeBody({ headers, body, cut }: Coded, most = mostDecoded): Promise<DecodedBody> {
  const applied = codingsOf(headers)
  const undone = await undo(body, applied, most)
  const bytes = undone.bytes.subarray(0, most)
  const truncated = undone.truncated || bytes.length < undone.bytes.length
  const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? null
  const type = mediaTypeIn(contentType ?? '')
  const { problem, ...shown } = show(bytes, type, truncated || cut !== null)
  const problems = [
    // That it ends early is said by why.
    cut !== null && undone.endsEarly ? null : undone.problem,
    applied.length === 0 && isUnsaidGzip(body)
      ? 'The body is gzip, though no Content-Encoding says so.'
      : null,
    truncated ? `Only the first ${bytes.length} bytes are decoded.` : null,
    cut,
    problem,
  ]
  return {
    content_type: contentType,
    codings: undone.codings,
    size: bytes.length,
    truncated,
    ...shown,
    problem: problems.filter((one) => one !== null).join(' ') || null,
  }
}

/**
 * Bytes without codings, by their type.
 *
 * @param partial whether they are only the beginning
 */
export function show(bytes: Buffer, type: MediaType, partial: boolean): Shown & { problem: string | null } {
  if (bytes.length === 0) return { ...nothing, problem: null }
  if (type.type.startsWith('multipart/')) {
    const { parts, problem } = multipartParts(bytes, type)
    if (parts.length > 0) return { ...nothing, kind: 'multipart', parts, problem }
    return { ...asText(bytes, type), problem }
  }
  const shown = asText(bytes, type)
  if (shown.text === null) return shown
  if (type.type === 'application/x-www-form-urlencoded') {
    const { fields, problem } = formFields(shown.text, shown.charset ?? 'utf-8')
    return { ...shown, kind: 'form', fields, problem: shown.problem ?? problem }
  }
  const flaw = jsonFlaw(shown.text)
  if (isJsonMedia(type.type)) {
    if (flaw === null) return { ...shown, kind: 'json', problem: shown.problem ?? markProblem(bytes) }
    return { ...shown, problem: shown.problem ?? (partial ? null : `It says JSON, but is not: ${flaw}.`) }
  }
  const mayBeJson = isUnsaid(type) || type.type === 'text/plain'
  return mayBeJson && flaw === null && /^\s*[[{]/.test(shown.text) ? { ...shown, kind: 'json' } : shown
}

/** The text is told without it, and whoever parses the bytes meets it. */
const markProblem = (bytes: Buffer) =>
  byMark(bytes) === undefined ? null : 'It begins with a byte-order mark, which parsers of JSON may refuse.'

const isUnsaid = ({ type }: MediaType) => type === '' || type === 'application/octet-stream'

const isTextual = ({ type, parameters }: MediaType) =>
  /^text\/|[/+](?:json|xml|yaml)$|^application\/(?:x-www-form-urlencoded|javascript|graphql|x-ndjson|toml)$/.test(
    type,
  ) || parameters.has('charset')

/** Bytes as text where they are some; those that are not, and those that the text would lose, as base64 as well. */
function asText(bytes: Buffer, type: MediaType): Shown & { problem: string | null } {
  const read = textFrom(bytes, type.parameters.get('charset'))
  const isFull = isFullOfControls(read.text)
  // A mark alone makes no text of what says that it is something else.
  const isLikely = read.exact || (isUnsaid(type) && read.problem === null)
  const isText = isTextual(type) ? !isFull : isLikely && !controls.test(read.text)
  const base64 = bytes.toString('base64')
  if (!isText) {
    const problem = isFull && isTextual(type) ? 'It says text, but is full of control characters.' : null
    return { ...nothing, kind: 'binary', base64, problem }
  }
  const { text, charset, exact, problem } = read
  return { ...nothing, kind: 'text', charset, text, base64: exact ? null : base64, problem }
}

/** Why a text is no JSON, or null. */
function jsonFlaw(text: string): string | null {
  try {
    JSON.parse(text)
    return null
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 200) : String(error)
  }
}

/** More fields than these are not told. */
const mostFields = 10_000

/** The fields of `application/x-www-form-urlencoded`, in order, repeated names apart. */
function formFields(
  text: string,
  charset: string,
): { fields: [name: string, value: string][]; problem: string | null } {
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
  const problems = [
    wrong > 0 ? 'A % that no two hex digits follow stands as it is.' : null,
    all.length > mostFields ? `Only the first ${mostFields} fields are told.` : null,
  ]
  return { fields, problem: problems.filter((one) => one !== null).join(' ') || null }
}
