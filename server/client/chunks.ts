/** Decodes the chunked coding of a response body. */
import { type BadAnswer, flawed } from './head.ts'

const lineFeed = 10
/** The longest line of a chunk, including extensions, and the longest trailer. */
const longestLine = 16_384

/** What the reader expects next. */
type State = 'size' | 'data' | 'after-data' | 'trailer'

/** Decodes a chunked body (RFC 9112, 7.1), however its bytes are split. Ignores chunk extensions. */
export function createChunkReader(keep: (bytes: Buffer) => void) {
  let state: State = 'size'
  let left = 0
  let line = ''
  let trailers = ''

  /** Reads a line from `at`. Returns the start of the next line, or -1 if the line is incomplete. */
  function readLine(bytes: Buffer, at: number): number {
    const end = bytes.indexOf(lineFeed, at)
    line += bytes.toString('latin1', at, end < 0 ? bytes.length : end + 1)
    return end < 0 ? -1 : end + 1
  }
  function takeLine(): string {
    const text = line.replace(/\r?\n$/, '')
    line = ''
    return text
  }

  return {
    /** Reads bytes from `at`. Returns the end of the body, -1 if it has not ended, or what is wrong. */
    take(bytes: Buffer, at: number): number | BadAnswer {
      while (at < bytes.length) {
        if (state === 'data') {
          const to = Math.min(bytes.length, at + left)
          keep(bytes.subarray(at, to))
          left -= to - at
          at = to
          if (left === 0) state = 'after-data'
          continue
        }
        const next = readLine(bytes, at)
        if (line.length > longestLine) return { flaw: 'chunk_line' }
        if (next < 0) return state === 'after-data' && !/^\r?$/.test(line) ? overrun : -1
        at = next
        const text = takeLine()
        if (state === 'size') {
          const size = /^([0-9A-Fa-f]{1,12})[ \t]*(?:;|$)/.exec(text)?.[1]
          if (size === undefined) return flawed('chunk_size', text)
          left = Number.parseInt(size, 16)
          state = left === 0 ? 'trailer' : 'data'
        } else if (state === 'after-data') {
          if (text !== '') return overrun
          state = 'size'
        } else {
          if (text === '') return at
          trailers += `${text}\n`
          if (trailers.length > longestLine) return { flaw: 'trailers_large' }
        }
      }
      return -1
    },
    /** The lines after the last chunk, with their line ends. */
    trailerText: () => trailers,
  }
}
const overrun = { flaw: 'chunk_overrun' } as const
