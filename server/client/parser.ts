/** Reads one HTTP response from bytes that may be split anywhere. */
import { createPieces } from '../memory/pieces.ts'
import type { Failed } from '../words/outcome.ts'
import { createChunkReader } from './chunks.ts'
import { type AnswerHead, type BadAnswer, flawed, parseHead, readTrailers } from './head.ts'
import type { Incoming } from './message.ts'

/** How much of a body is kept by default. The rest is read and discarded, up to a second limit. */
const keptBytes = 65_536
const readBytes = 4_194_304
/** The limit for all heads of a response, including interim responses. */
const headBytes = 65_536
/** The beginning of a final response. An interim response may be split too. */
const finalStatus = /^HTTP\/\d\.\d [^1]/
/** How many characters decide that. */
const startLength = 'HTTP/1.1 2'.length

/**
 * Whether the bytes begin with the first frame of an HTTP/2 server, of any length (RFC 9113, 3.4, 4.1 and
 * 6.5).
 */
const beginsHttp2 = (text: string) => text.startsWith('\0\0') && text.slice(3, 9) === '\x04\0\0\0\0\0'

/** The state after the bytes so far: incomplete, complete, or not a response. */
export type Progress = 'more' | 'done' | 'bad'

/**
 * Reads one response from bytes that may be split anywhere. Does no I/O and keeps no chunk.
 * @param to `isHead`: the response has no body whatever its head says, as for HEAD or an accepted CONNECT (RFC 9110, 9.3.6)
 */
export function createAnswerReader({
  isHead = false,
  keepBytes = keptBytes,
}: {
  isHead?: boolean
  keepBytes?: number | undefined
} = {}) {
  let state: 'head' | 'length' | 'chunks' | 'end' = 'head'
  let headText = ''
  // Kept separately: searching a concatenated text copies it, which is quadratic in its pieces.
  let headStart = ''
  let headRead = 0
  let lineIsBlank = false
  let head: AnswerHead | undefined
  let interim: NonNullable<Incoming['interim']>[number][] | undefined
  const kept = createPieces()
  let keptSize = 0
  let size = 0
  let left = 0
  let received = 0
  let trouble: BadAnswer = { flaw: 'not_http' }
  let excess = false
  let behind = 0

  function keep(bytes: Buffer) {
    size += bytes.length
    if (keptSize >= keepBytes || bytes.length === 0) return
    const piece = Buffer.from(bytes.subarray(0, keepBytes - keptSize))
    keptSize += piece.length
    kept.add(piece)
  }
  const chunks = createChunkReader(keep)

  function bad(found: BadAnswer): Progress {
    trouble = found
    return 'bad'
  }

  /** The start of the head in these bytes. Blank lines before it are skipped, as all clients do. */
  function startOfHead(bytes: Buffer, from: number): number {
    let at = from
    if (headText === '') while (bytes[at] === 10 || bytes[at] === 13) at++
    return at
  }

  /** The end of the head in these bytes, or -1. */
  function endOfHead(bytes: Buffer, at: number): number {
    for (let i = at; i < bytes.length; i++) {
      const byte = bytes[i]
      if (byte === 10) {
        if (lineIsBlank) return i + 1
        lineIsBlank = true
      } else if (byte !== 13) lineIsBlank = false
    }
    return -1
  }

  /** Reads heads from `at` up to a final response. Returns the start of the body, or the progress. */
  function takeHead(bytes: Buffer, at: number): number | Progress {
    for (;;) {
      const start = startOfHead(bytes, at)
      const end = endOfHead(bytes, start)
      const to = end < 0 ? bytes.length : end
      headRead += to - at
      if (headRead > headBytes) return bad({ flaw: 'headers_large' })
      headText += bytes.toString('latin1', start, to)
      if (headStart.length < startLength) headStart = headText.slice(0, startLength)
      if (end < 0) return looksWrong() ?? 'more'
      const parsed = parseHead(headText)
      headText = ''
      headStart = ''
      if ('flaw' in parsed) return bad(parsed)
      at = end
      if (parsed.status >= 200 || parsed.status === 101) {
        head = parsed
        return at
      }
      interim = [...(interim ?? []), { status: parsed.status, headers: parsed.headers }]
    }
  }

  /** Recognizes bytes that cannot become a response, without waiting for a line end that may never come. */
  function looksWrong(): Progress | undefined {
    if ('HTTP/'.startsWith(headStart.slice(0, 5))) return undefined
    // A TLS alert or handshake, and the version (RFC 8446, 5.1).
    if (headStart.startsWith('\x15\x03') || headStart.startsWith('\x16\x03'))
      return bad({ flaw: 'speaks_tls' })
    return bad(beginsHttp2(headText) ? { flaw: 'speaks_http2' } : flawed('not_http', headText))
  }

  function beginBody(): Progress | undefined {
    const { framing } = head as AnswerHead
    if (isHead) return 'done'
    switch (framing.by) {
      case 'nothing':
        return 'done'
      case 'length':
        left = framing.length
        state = 'length'
        return left === 0 ? 'done' : undefined
      case 'chunks':
        state = 'chunks'
        return undefined
      case 'end':
        state = 'end'
        return undefined
    }
  }

  /** Reads a body from `at`. Returns its end, -1 if it has not ended, or what is wrong. */
  function takeBody(bytes: Buffer, at: number): number | BadAnswer {
    if (state === 'chunks') return chunks.take(bytes, at)
    const to = state === 'length' ? Math.min(bytes.length, at + left) : bytes.length
    keep(bytes.subarray(at, to))
    if (state === 'end') return -1
    left -= to - at
    return left === 0 ? to : -1
  }

  function read(bytes: Buffer): Progress {
    let at = 0
    if (state === 'head') {
      const next = takeHead(bytes, 0)
      if (typeof next === 'string') return next
      at = next
      if (beginBody() === 'done') return ended(bytes, at)
    }
    const end = takeBody(bytes, at)
    if (typeof end !== 'number') return bad(end)
    if (end >= 0) return ended(bytes, end)
    if (size < Math.max(readBytes, keepBytes + 1)) return 'more'
    excess = true
    return 'done'
  }

  function ended(bytes: Buffer, at: number): Progress {
    behind = bytes.length - at
    excess = behind > 0
    return 'done'
  }

  return {
    /** Takes the next bytes of the connection. */
    take(bytes: Buffer): Progress {
      received += bytes.length
      return read(bytes)
    },
    /** Whether the end of the connection is the end of the response. */
    endsHere: () => state === 'end',
    /** After `bad`: what is wrong. */
    trouble: () => trouble,
    /** Whether the final response has begun, not only interim ones (RFC 9110, 15.2). */
    hasBegun: () => head !== undefined || finalStatus.test(headStart),
    /** How many bytes arrived, including heads. */
    received: () => received,
    /** How far the response came, and of how many bytes if its head says so. */
    howFar(): Failed['progress'] {
      switch (state) {
        case 'head':
          return { part: 'answer_head', bytes: received }
        case 'length':
          return { part: 'answer_body', bytes: size, total: size + left }
        case 'chunks':
          return { part: 'answer_chunks', bytes: size }
        case 'end':
          return { part: 'answer_body', bytes: size }
      }
    },
    /** Whether the head of the final response is complete. */
    hasHead: () => head !== undefined,
    /** The response as far as it came, once its head is complete. After `done`, the whole response. */
    answer(): Incoming {
      const { status, httpVersion, reason, headers } = head as AnswerHead
      const body = kept.whole()
      // An incomplete body counts as truncated, even if it might have ended there.
      const truncated = size > keptSize
      const answer: Incoming = { status, httpVersion, reason, headers, body, size, truncated }
      if (interim) answer.interim = interim
      const trailers = state === 'chunks' ? readTrailers(chunks.trailerText()) : []
      if (trailers.length > 0) answer.trailers = trailers
      if (behind > 0) answer.behind = behind
      return answer
    },
    /** After `done`: how many of the last bytes follow the response. */
    behind: () => behind,
    /**
     * After `done`: whether the connection may be used again. Extra bytes after the response rule this out.
     */
    keepsAlive: () => !excess && head?.keepsAlive === true,
    /** After `done`: how many seconds the receiver keeps an idle connection. Null if it does not say. */
    idleS: () => head?.idleS ?? null,
  }
}
