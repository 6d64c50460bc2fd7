/** Writes captures as HAR 1.2. */
import { textOf } from '../../body/body-text.ts'
import type { CaptureRow, Exchange } from '../../wire.ts'
import { harEntry, harLog, sizeIn } from '../../words/har.ts'
import { passedHeaders } from '../forward/outgoing.ts'
import { requestedUrl } from '../judge.ts'

/** The text before and after the entries of a HAR 1.2 document. */
export const harFrame = (version: string): { begin: string; end: string } => ({
  begin: `{"log":${JSON.stringify(harLog(version)).slice(0, -1)},"entries":[`,
  end: ']}}',
})

/** The response that the sender got, if it is stored, without the headers of its connection. */
export function givenAnswer(exchanges: readonly Exchange[]): Exchange['response'] {
  const response = exchanges.find(({ answered }) => answered)?.response
  return response ? { ...response, headers: passedHeaders(response.headers) } : null
}

/**
 * A capture as an entry of HAR 1.2.
 *
 * @param base the sandbox's own address
 * @param answer the response to the sender; null if only its status is stored
 */
export function captureEntry(
  capture: CaptureRow,
  body: Buffer | null,
  { base, answer }: { base: string; answer: Exchange['response'] },
): Record<string, unknown> {
  const { method, path, query, headers, reply, http_version: version } = capture
  const answered = { text: answer?.body ?? '', base64: answer?.body_base64 ?? null }
  return harEntry({
    at: capture.received_at,
    ms: capture.duration_ms + reply.delay_ms,
    http: { sent: version, answered: version },
    request: {
      method,
      url: urlOf(capture, base),
      query: new URLSearchParams(query),
      headers,
      body: body && bodyOf(body),
      size: capture.body_size,
    },
    status: reply.status,
    answer: answer && {
      reason: answer.reason,
      headers: answer.headers,
      body: answered,
      size: sizeIn(answered),
      isCut: answer.truncated,
    },
    timings: { send: 0, wait: reply.delay_ms, receive: capture.duration_ms },
    about: {
      ...(answer === null && { comment: notKept(capture) }),
      _id: capture.id,
      _endpoint: capture.endpoint,
      _path: path,
      _query: query,
      _target: capture.target,
      _framing: capture.framing,
      _expects_continue: capture.expects_continue,
      _trailers: capture.trailers.map(([name, value]) => ({ name, value })),
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
    },
  })
}

/** Why an entry only has the status of the response. */
function notKept({ reply: { status, kind, detail } }: CaptureRow): string {
  if (status === 0) return `No response was sent (${detail}).`
  const why =
    kind === 'forwarded'
      ? 'several addresses of one host were asked, and the record does not say which of them responded'
      : 'the sandbox itself responded'
  return `Only the status of the response is stored, without headers and body: ${why} (${detail}).`
}

function bodyOf(bytes: Buffer) {
  const text = textOf(bytes)
  return { text: text ?? '', base64: text === undefined ? bytes.toString('base64') : null }
}

/** The URL, with invalid characters encoded. `_path` and `_query` have the originals. */
function urlOf(capture: CaptureRow, base: string): string {
  // If there are several Host headers, which is invalid, the first counts.
  const [, host = ''] = capture.headers.find(([name]) => name.toLowerCase() === 'host') ?? []
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
