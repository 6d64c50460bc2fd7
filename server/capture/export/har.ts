import { textOf } from '../../body/body-text.ts'
import type { CaptureRow, Exchange, HeaderPair } from '../../wire.ts'
import { passedHeaders } from '../forward/outgoing.ts'
import { requestedUrl } from '../judge.ts'

/** What stands before and behind the entries of a HAR 1.2 document. */
export const harFrame = (version: string): { begin: string; end: string } => {
  const creator = JSON.stringify({ name: 'webhook-sandbox', version })
  return { begin: `{"log":{"version":"1.2","creator":${creator},"entries":[`, end: ']}}' }
}

/** The answer that the sender got, as far as it is kept: without the headers of the connection that it came over. */
export function givenAnswer(exchanges: readonly Exchange[]): Exchange['response'] {
  const response = exchanges.find(({ answered }) => answered)?.response
  return response ? { ...response, headers: passedHeaders(response.headers) } : null
}

/**
 * A capture as an entry of HAR 1.2. What the format has no place for stands under names with an underscore. What
 * is not kept of the answer says -1 or nothing, as the format has it for what is not known.
 *
 * @param base the sandbox's own address
 * @param answer what the sender was answered; null where the status alone is kept
 */
export function harEntry(
  capture: CaptureRow,
  body: Buffer | null,
  { base, answer }: { base: string; answer: Exchange['response'] },
): Record<string, unknown> {
  const { method, path, query, headers, reply } = capture
  const cookies = valuesOf(headers, 'cookie').flatMap((value) => value.split(';').map(cookieOf))
  return {
    startedDateTime: capture.received_at,
    time: capture.duration_ms + reply.delay_ms,
    request: {
      method,
      url: urlOf(capture, base),
      httpVersion: `HTTP/${capture.http_version}`,
      cookies,
      headers: headers.map(named),
      queryString: [...new URLSearchParams(query)].map(named),
      ...(body !== null && body.length > 0 && { postData: postDataOf(headers, body) }),
      headersSize: -1,
      bodySize: capture.body_size,
    },
    response: {
      status: reply.status,
      statusText: answer?.reason ?? '',
      httpVersion: `HTTP/${capture.http_version}`,
      ...answered(answer),
      headersSize: -1,
    },
    cache: {},
    timings: { send: 0, wait: reply.delay_ms, receive: capture.duration_ms },
    ...(answer === null && { comment: notKept(capture) }),
    _id: capture.id,
    _endpoint: capture.endpoint,
    _path: path,
    _query: query,
    _target: capture.target,
    _framing: capture.framing,
    _expects_continue: capture.expects_continue,
    _trailers: capture.trailers.map(named),
    _peer: capture.peer,
    _event: capture.event,
    _verdict: capture.verdict,
    _reply: reply,
    _webhook_id: capture.webhook_id,
    _delivery_id: capture.delivery_id,
    _mistakes: capture.mistakes,
    _body_omitted: capture.body_omitted,
    _body_cut: capture.body_cut,
    _pinned: capture.pinned,
    _note: capture.note,
  }
}

/** Why an entry has nothing of the answer but its status. */
function notKept({ reply: { status, kind, detail } }: CaptureRow): string {
  if (status === 0) return `Nothing was answered (${detail}).`
  const why =
    kind === 'forwarded'
      ? 'several addresses of one host were asked, and the record does not tell which of them answered it'
      : 'the sandbox answered by itself'
  return `Of the answer the status alone is kept, and neither headers nor body: ${why} (${detail}).`
}

function answered(answer: Exchange['response']) {
  if (answer === null)
    return {
      cookies: [],
      headers: [],
      content: { size: 0, mimeType: 'x-unknown' },
      redirectURL: '',
      bodySize: -1,
    }
  const { headers, body, body_base64, truncated } = answer
  const size = body_base64 === null ? Buffer.byteLength(body ?? '') : Buffer.byteLength(body_base64, 'base64')
  const [mimeType = 'x-unknown'] = valuesOf(headers, 'content-type')
  const [redirectURL = ''] = valuesOf(headers, 'location')
  return {
    cookies: valuesOf(headers, 'set-cookie').map((value) => cookieOf(value.split(';')[0] ?? '')),
    headers: headers.map(named),
    content: {
      size,
      mimeType,
      ...(body_base64 === null ? { text: body ?? '' } : { text: body_base64, encoding: 'base64' }),
      ...(truncated && { _truncated: true }),
    },
    redirectURL,
    bodySize: truncated ? -1 : size,
  }
}

const named = ([name, value]: HeaderPair) => ({ name, value })
const valuesOf = (headers: readonly HeaderPair[], name: string) =>
  headers.filter(([one]) => one.toLowerCase() === name).map(([, value]) => value)

function cookieOf(text: string): { name: string; value: string } {
  const at = text.indexOf('=')
  return at < 0
    ? { name: '', value: text.trim() }
    : { name: text.slice(0, at).trim(), value: text.slice(at + 1).trim() }
}

/** 1.2 has an encoding for what is answered only; the drafts after it have the same for what is sent. */
function postDataOf(headers: readonly HeaderPair[], body: Buffer): Record<string, string> {
  const [mimeType = ''] = valuesOf(headers, 'content-type')
  const text = textOf(body)
  return text === undefined
    ? { mimeType, text: body.toString('base64'), encoding: 'base64' }
    : { mimeType, text }
}

/** The address, with what may not stand in one encoded; `_path` and `_query` have it as it was sent. */
function urlOf(capture: CaptureRow, base: string): string {
  // Of several, which a request may not have, the first counts.
  const [host = ''] = valuesOf(capture.headers, 'host')
  const others = capture.headers.filter(([name]) => name.toLowerCase() !== 'host')
  const [path, query] = [legal(capture.path, ''), legal(capture.query, '?')]
  return /^[\w.:[\]-]+$/.test(host)
    ? requestedUrl({ headers: [...others, ['Host', host]], path, query })
    : `${base}${path}${query === '' ? '' : `?${query}`}`
}

const legal = (text: string, also: string) =>
  text
    .replace(/%(?![0-9A-Fa-f]{2})/g, '%25')
    .replace(/[^\w.~:/@!$&'()*+,;=%?-]/g, (one) => encoded(one))
    .replaceAll('?', also === '?' ? '?' : '%3F')

const encoded = (one: string) =>
  [...Buffer.from(one, 'latin1')]
    .map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`)
    .join('')
