/** Explains in plain words why Node's parser refused a request. */
import { Failure } from '../failures.ts'

/** Node's error for a request that it could not read. */
export interface ParserError extends Error {
  code?: string
  /** The reason as llhttp words it. */
  reason?: string
  /** The bytes that the parser was reading. */
  rawPacket?: Buffer
  /** The position in these bytes where it stopped. */
  bytesParsed?: number
}

/** Why a request could not be read, by the parser's code. */
const says: Record<string, string> = {
  HPE_INVALID_METHOD: 'the request line does not begin with a known method',
  HPE_INVALID_URL: 'the target contains a byte that a URL cannot have, such as a control character',
  HPE_INVALID_CONSTANT: 'the request line names another protocol than HTTP, or its target contains a blank',
  HPE_INVALID_VERSION: 'the HTTP version is not 1.0 or 1.1',
  HPE_INVALID_HEADER_TOKEN: 'a header contains an invalid byte, such as NUL or a lone line end',
  HPE_INVALID_CONTENT_LENGTH: 'Content-Length is not a number, or accompanies Transfer-Encoding',
  HPE_UNEXPECTED_CONTENT_LENGTH: 'Content-Length occurs twice, or accompanies Transfer-Encoding',
  HPE_INVALID_TRANSFER_ENCODING: 'Transfer-Encoding does not end with chunked, or accompanies Content-Length',
  HPE_INVALID_CHUNK_SIZE: 'a chunk does not begin with its size in hex, followed by CR LF or a semicolon',
  HPE_INVALID_EOF_STATE: 'the connection ended before the request was complete',
  HPE_UNEXPECTED_SPACE: 'the first header begins with a blank',
  HPE_CR_EXPECTED: 'a line does not end with CR LF',
  HPE_LF_EXPECTED: 'a line does not end with CR LF',
  HPE_STRICT: 'a line does not end with CR LF, or a chunk is longer than its size says',
  HPE_PAUSED_H2_UPGRADE: 'the client speaks HTTP/2, and the sandbox speaks only HTTP/1.1',
  HPE_CLOSED_CONNECTION: 'more bytes follow the last request of its connection',
}

/** RFC 9112, 5.2 lets a server refuse folded headers. Servers that read them differently allow request smuggling. */
const folded = 'a header continues in a second line that begins with a blank, which HTTP no longer allows'

/** More precise explanations, for codes with several causes. The key is the parser's reason. */
const saysMore: Record<string, string> = {
  'Chunk size overflow': 'the size of a chunk is too large',
  'Expected CRLF after version': 'the request line does not end with CR LF',
  'Invalid header field char': 'a header name contains an invalid byte, such as a space before the colon',
  'Invalid header token': 'a header name contains an invalid byte, such as a space before the colon',
  'Unexpected whitespace after header value': folded,
  'Invalid header value char': 'a header value contains an invalid byte, such as NUL',
}

/** For a value that begins in its second line, the parser only reports an invalid byte there. */
function isFolded({ rawPacket, bytesParsed = 0 }: ParserError): boolean {
  const around = rawPacket?.toString('latin1', Math.max(0, bytesParsed - 2), bytesParsed + 1) ?? ''
  return /\n[ \t]/.test(around)
}

/** The first byte of a TLS handshake. */
const isTls = (raw: Buffer | undefined) => raw?.[0] === 0x16 && raw[1] === 0x03

/** The refusal of an unreadable request, in plain words. Undefined if the client is gone. */
export function refusalOf(error: ParserError): Failure | undefined {
  const { code = '', reason, rawPacket } = error
  switch (code) {
    case 'ECONNRESET':
    case 'EPIPE':
    // This error is not the parser's: a response of the sandbox stopped, which is reported elsewhere.
    case '':
      return undefined
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Failure('request_timeout', 'The request was not complete in time.')
    case 'HPE_HEADER_OVERFLOW':
      return new Failure('headers_too_large', 'The head of the request is larger than 32 KiB.')
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new Failure('headers_too_large', 'The extensions of a chunk are larger than 16 KiB.')
  }
  if (isTls(rawPacket))
    return new Failure(
      'request_malformed',
      'The client speaks TLS, and the sandbox speaks only plain HTTP.',
      'Use http:// instead of https://.',
    )
  const said = code === 'HPE_INVALID_HEADER_TOKEN' && isFolded(error) ? folded : saysMore[reason ?? '']
  return new Failure(
    'request_malformed',
    `The request cannot be read: ${said ?? says[code] ?? reason ?? code}.`,
  )
}

/** A response as bytes, for a connection without a Node response. */
export function answerBytes(failure: Failure, reason: string): string {
  const body = JSON.stringify(failure.body())
  const head = [
    `HTTP/1.1 ${failure.status} ${reason}`,
    // RFC 9110, 15.5.22 and RFC 6455, 4.4: the response must name the protocol.
    ...(failure.code === 'upgrade_required' ? ['Upgrade: websocket', 'Sec-WebSocket-Version: 13'] : []),
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}
