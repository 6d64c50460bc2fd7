import { Failure } from '../failures.ts'

/** What Node tells of a request that it could not read. */
export interface ParserError extends Error {
  code?: string
  /** llhttp's own words. */
  reason?: string
  /** The bytes it was reading. */
  rawPacket?: Buffer
  /** Where in them it stopped. */
  bytesParsed?: number
}

/** Why a request was not read, by the parser's word for it. */
const says: Record<string, string> = {
  HPE_INVALID_METHOD: 'the request line does not begin with a method that is known here',
  HPE_INVALID_URL: 'the target holds a byte that no URL has, such as a control character',
  HPE_INVALID_CONSTANT: 'the request line names another protocol than HTTP, or its target holds a blank',
  HPE_INVALID_VERSION: 'the request line names another version than HTTP/1.0 or HTTP/1.1',
  HPE_INVALID_HEADER_TOKEN: 'a header holds a byte that none may have, such as NUL or a lone line end',
  HPE_INVALID_CONTENT_LENGTH: 'Content-Length is no number, or is there beside Transfer-Encoding',
  HPE_UNEXPECTED_CONTENT_LENGTH: 'Content-Length is there twice, or beside Transfer-Encoding',
  HPE_INVALID_TRANSFER_ENCODING:
    'Transfer-Encoding does not end with chunked, or is there beside Content-Length',
  HPE_INVALID_CHUNK_SIZE:
    'a chunk does not begin with its size in hex, or something else than CR LF or a semicolon follows that',
  HPE_INVALID_EOF_STATE: 'the connection ended before the request was complete',
  HPE_UNEXPECTED_SPACE: 'the first header begins with a blank',
  HPE_CR_EXPECTED: 'a line does not end with CR LF',
  HPE_LF_EXPECTED: 'a line does not end with CR LF',
  HPE_STRICT: 'a line does not end with CR LF, or a chunk is longer than its size says',
  HPE_PAUSED_H2_UPGRADE: 'it speaks HTTP/2, and only HTTP/1.1 is spoken here',
  HPE_CLOSED_CONNECTION: 'something follows a request that said it was the last on its connection',
}

/** RFC 9112, 5.2: a server may refuse it, and one that reads it otherwise than the next is how requests are smuggled. */
const folded = 'a header goes on in a second line, which begins with a blank; HTTP has given that up'

/** Where one word of the parser's stands for several faults, by its reason. */
const saysMore: Record<string, string> = {
  'Chunk size overflow': 'the size of a chunk is beyond what anybody counts',
  'Expected CRLF after version': 'the request line does not end with CR LF',
  'Invalid header field char':
    'the name of a header holds a byte that none may have, such as a space before its colon',
  'Invalid header token':
    'the name of a header holds a byte that none may have, such as a space before its colon',
  'Unexpected whitespace after header value': folded,
  'Invalid header value char': 'the value of a header holds a byte that none may have, such as NUL',
}

/** The parser says of a value that begins in its second line only that a byte is wrong there. */
function isFolded({ rawPacket, bytesParsed = 0 }: ParserError): boolean {
  const around = rawPacket?.toString('latin1', Math.max(0, bytesParsed - 2), bytesParsed + 1) ?? ''
  return /\n[ \t]/.test(around)
}

/** The first byte of a TLS handshake. */
const isTls = (raw: Buffer | undefined) => raw?.[0] === 0x16 && raw[1] === 0x03

/** The refusal of what could not be read, in plain words; undefined where there is nobody left to tell. */
export function refusalOf(error: ParserError): Failure | undefined {
  const { code = '', reason, rawPacket } = error
  switch (code) {
    case 'ECONNRESET':
    case 'EPIPE':
    // Not the parser's: an answer of ours broke off, which is told where it did.
    case '':
      return undefined
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Failure('request_timeout', 'The request did not come to its end in time.')
    case 'HPE_HEADER_OVERFLOW':
      return new Failure('headers_too_large', 'The head of the request is larger than 32 KiB.')
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new Failure('headers_too_large', 'The extensions of a chunk are larger than 16 KiB.')
  }
  if (isTls(rawPacket))
    return new Failure(
      'request_malformed',
      'This is TLS, and only plain HTTP is spoken here.',
      'Use http:// instead of https://.',
    )
  const said = code === 'HPE_INVALID_HEADER_TOKEN' && isFolded(error) ? folded : saysMore[reason ?? '']
  return new Failure(
    'request_malformed',
    `The request cannot be read: ${said ?? says[code] ?? reason ?? code}.`,
  )
}

/** An answer as bytes, for a connection that Node has no response for. */
export function answerBytes(failure: Failure, reason: string): string {
  const body = JSON.stringify(failure.body())
  const head = [
    `HTTP/1.1 ${failure.status} ${reason}`,
    // RFC 9110, 15.5.22, and RFC 6455, 4.4: it has to say to what.
    ...(failure.code === 'upgrade_required' ? ['Upgrade: websocket', 'Sec-WebSocket-Version: 13'] : []),
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}
