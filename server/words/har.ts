/** A name and its value, as HAR lists headers, parameters and cookies. */
type Pair = readonly [name: string, value: string]

interface Body {
  text: string
  /** The exact bytes, if they are not text. */
  base64: string | null
}

/** A request and its response, the input of {@link harEntry}. */
export interface HarExchange {
  /** When the request began, in ISO 8601, and how long the exchange took. */
  at: string
  ms: number
  /** The HTTP versions of the request and the response, such as `1.1`. */
  http: { sent: string; answered: string }
  request: {
    method: string
    url: string
    query: URLSearchParams
    headers: readonly Pair[]
    /** null if the bytes are not stored. */
    body: Body | null
    size: number
  }
  status: number
  /** null without a response, or if only the status is stored. */
  answer: {
    reason?: string | undefined
    headers: readonly Pair[]
    body: Body
    size: number
    isCut?: boolean
  } | null
  timings: Record<string, number>
  /** Facts that have no place in the format, under names with an underscore. */
  about: Record<string, unknown>
}

/** The fields of a HAR 1.2 document before its entries. */
export const harLog = (version: string) => ({
  version: '1.2',
  creator: { name: 'webhook-sandbox', version },
})

/** An exchange as an entry of HAR 1.2. Unknown numbers are -1, other unknown values are empty. */
export function harEntry({ at, ms, http, request, status, answer, timings, about }: HarExchange) {
  const { method, url, query, headers, body, size } = request
  const cookies = valuesOf(headers, 'cookie').flatMap((value) => value.split(';').map(cookieOf))
  return {
    startedDateTime: at,
    time: ms,
    request: {
      method,
      url,
      httpVersion: `HTTP/${http.sent}`,
      cookies,
      headers: headers.map(named),
      queryString: [...query].map(named),
      // 1.2 has an encoding for what is answered only; the drafts after it have the same for what is sent.
      ...(body !== null && size > 0 && { postData: { mimeType: typeOf(headers) ?? '', ...contentOf(body) } }),
      headersSize: -1,
      bodySize: size,
    },
    response: {
      status,
      statusText: answer?.reason ?? '',
      httpVersion: `HTTP/${http.answered}`,
      ...answered(answer),
      headersSize: -1,
    },
    cache: {},
    timings,
    ...about,
  }
}

function answered(answer: HarExchange['answer']) {
  if (answer === null)
    return {
      cookies: [],
      headers: [],
      content: { size: 0, mimeType: 'x-unknown' },
      redirectURL: '',
      bodySize: -1,
    }
  const { headers, body, size, isCut = false } = answer
  return {
    cookies: valuesOf(headers, 'set-cookie').map((value) => cookieOf(value.split(';')[0] ?? '')),
    headers: headers.map(named),
    content: {
      size,
      mimeType: typeOf(headers) || 'x-unknown',
      ...contentOf(body),
      ...(isCut && { _truncated: true }),
    },
    redirectURL: valuesOf(headers, 'location')[0] ?? '',
    bodySize: isCut ? -1 : size,
  }
}

const contentOf = ({ text, base64 }: Body) =>
  base64 === null ? { text } : { text: base64, encoding: 'base64' }
const named = ([name, value]: Pair) => ({ name, value })
const valuesOf = (headers: readonly Pair[], name: string) =>
  headers.filter(([one]) => one.toLowerCase() === name).map(([, value]) => value)
const typeOf = (headers: readonly Pair[]): string | undefined => valuesOf(headers, 'content-type')[0]

function cookieOf(text: string): { name: string; value: string } {
  const at = text.indexOf('=')
  return at < 0
    ? { name: '', value: text.trim() }
    : { name: text.slice(0, at).trim(), value: text.slice(at + 1).trim() }
}

/** The size of a body in bytes. */
export const sizeIn = ({ text, base64 }: Body): number =>
  base64 === null
    ? new TextEncoder().encode(text).length
    : (base64.length / 4) * 3 - (/=*$/.exec(base64)?.[0].length ?? 0)
