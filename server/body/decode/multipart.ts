/** Splits a multipart body into its parts. */
import type { DecodedBody, DecodeProblem, HeaderPair } from '../../wire.ts'
import { textOf } from '../body-text.ts'
import { isFullOfControls, textFrom } from './charset.ts'
import { type MediaType, mediaTypeIn } from './media-type.ts'

type Part = DecodedBody['parts'][number]

/** The most parts shown. */
const mostParts = 1000
const newline = Buffer.from('\r\n')

/** The parts of a multipart body (RFC 2046, 5.1), byte for byte. `problem` says what is wrong with the body. */
export function multipartParts(
  body: Buffer,
  { parameters }: MediaType,
): { parts: Part[]; problem: DecodeProblem | null } {
  const boundary = parameters.get('boundary')
  if (!boundary) return { parts: [], problem: { code: 'boundary_not_named' } }
  const delimiter = Buffer.from(`--${boundary}`, 'latin1')
  const parts: Part[] = []
  if (!next(body, delimiter, 0)) return { parts, problem: { code: 'boundary_not_found', name: boundary } }
  for (const { bytes, isClosed } of rawParts(body, delimiter)) {
    if (parts.length === mostParts) return { parts, problem: { code: 'parts_left_out', count: mostParts } }
    parts.push(partOf(bytes))
    if (!isClosed) return { parts, problem: { code: 'boundary_not_closed' } }
  }
  return { parts, problem: null }
}

/** The bytes of each part, and whether a delimiter follows them. */
function* rawParts(body: Buffer, delimiter: Buffer): Generator<{ bytes: Buffer; isClosed: boolean }> {
  let at = next(body, delimiter, 0)
  while (at) {
    const begin = lineAfter(body, at.end)
    if (begin === undefined) return
    at = next(body, delimiter, begin)
    yield { bytes: body.subarray(begin, at?.start ?? body.length), isClosed: at !== undefined }
  }
}

/** The content of the nth part of a body that begins with its delimiter, as the sandbox's own bodies do. */
export function nthContent(body: Buffer, nth: number): Buffer | undefined {
  const part = [...rawParts(body, body.subarray(0, body.indexOf('\r\n')))][nth]
  return part?.isClosed ? headAndContent(part.bytes)[1] : undefined
}

/** The next delimiter at the beginning of a line: the start of the line break before it, and its end. */
function next(body: Buffer, delimiter: Buffer, from: number): { start: number; end: number } | undefined {
  for (let at = body.indexOf(delimiter, from); at >= 0; at = body.indexOf(delimiter, at + 1)) {
    const end = at + delimiter.length
    // Otherwise a longer word begins with the delimiter.
    const isWhole = end === body.length || [0x0d, 0x0a, 0x2d, 0x20, 0x09].includes(body[end] ?? 0)
    if (!isWhole) continue
    if (at === from) return { start: at, end }
    if (body[at - 1] !== 0x0a) continue
    return { start: body[at - 2] === 0x0d && at - 2 >= from ? at - 2 : at - 1, end }
  }
  return undefined
}

/**
 * The start of the line after a delimiter; undefined after the closing delimiter and at the end of the body.
 */
function lineAfter(body: Buffer, end: number): number | undefined {
  if (body[end] === 0x2d && body[end + 1] === 0x2d) return undefined
  const at = body.indexOf(0x0a, end)
  return at < 0 ? undefined : at + 1
}

function partOf(bytes: Buffer): Part {
  const [head, content] = headAndContent(bytes)
  const headers = headersIn(head)
  const value = (name: string) => headers.find(([one]) => one.toLowerCase() === name)?.[1] ?? ''
  const { parameters } = mediaTypeIn(value('content-disposition'))
  const type = mediaTypeIn(value('content-type'))
  const charset = type.parameters.get('charset')
  const read = charset === undefined ? undefined : textFrom(content, charset)
  const whole = (read?.exact ? read.text : undefined) ?? textOf(content)
  const text = whole !== undefined && isFullOfControls(whole) ? undefined : whole
  return {
    name: parameters.get('name') ?? null,
    filename: extended(parameters.get('filename*')) ?? parameters.get('filename') ?? null,
    headers,
    size: content.length,
    text: text ?? null,
    base64: text === undefined || read?.exact ? content.toString('base64') : null,
  }
}

/** Splits a part into head and content. A part without an empty line has no headers, or only headers. */
function headAndContent(bytes: Buffer): [head: string, content: Buffer] {
  if (bytes.subarray(0, 2).equals(newline)) return ['', bytes.subarray(2)]
  if (bytes[0] === 0x0a) return ['', bytes.subarray(1)]
  const crlf = bytes.indexOf('\r\n\r\n')
  const lf = bytes.indexOf('\n\n')
  const [at, length] = crlf >= 0 && (lf < 0 || crlf < lf) ? [crlf, 4] : [lf, 2]
  if (at >= 0) return [bytes.toString('utf8', 0, at), bytes.subarray(at + length)]
  const text = bytes.toString('utf8')
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]+:/.test(text) ? [text, Buffer.alloc(0)] : ['', bytes]
}

/** A line that begins with a space continues the line before it. */
const headersIn = (head: string): HeaderPair[] =>
  head
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map((line): HeaderPair => {
      const at = line.indexOf(':')
      return at < 0 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()]
    })

/** Decodes `UTF-8''na%C3%AFve.txt` (RFC 8187); undefined for another form. */
function extended(value: string | undefined): string | undefined {
  const [, charset = '', text = ''] = /^([\w-]+)'[^']*'(.*)$/s.exec(value ?? '') ?? []
  if (charset === '') return undefined
  const bytes = Buffer.from(
    text.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
  return textFrom(bytes, charset).text
}
