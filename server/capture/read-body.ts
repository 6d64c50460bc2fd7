/** Reads the body of a captured request, even if it is too large or incomplete. */
import type { IncomingMessage } from 'node:http'
import { Failure } from '../failures.ts'
import { drainBytes } from '../http/read-limited.ts'
import { ownTurn } from '../memory/in-slices.ts'
import { createPieces } from '../memory/pieces.ts'

export interface ReadBody {
  /** null if the body exceeds the limit. */
  body: Buffer | null
  /** The announced size if over the limit, otherwise the received size. */
  bodySize: number
  /** Whether the body ended before it was complete. */
  bodyCut: boolean
  /** Why reading stopped. Null if it did not, or if the client disconnected. */
  refused: Failure | null
}

/** The pieces of a body of more bytes are joined in a turn of their own: many bodies may end in one. */
const large = 100_000

const announcedBy = (request: IncomingMessage) => Number(request.headers['content-length'] ?? 0)

/** A body over the limit that the client holds back for 100 Continue. */
export const heldBack = (request: IncomingMessage): ReadBody => ({
  body: null,
  bodySize: announcedBy(request),
  bodyCut: false,
  refused: null,
})

/**
 * Reads a request's body. If the client disconnects, resolves with the part that arrived.
 *
 * @param drain the most bytes to read, including discarded ones
 */
export function readBody(
  request: IncomingMessage,
  limit: number,
  drain = Math.max(limit, drainBytes),
): Promise<ReadBody> {
  return new Promise((resolve) => {
    const pieces = createPieces()
    let size = 0
    let isDone = false
    function done(bodyCut: boolean, refused: Failure | null = null) {
      // After the end comes the close, which must not join the pieces again.
      if (isDone) return
      isDone = true
      if (size > limit)
        return resolve({ body: null, bodySize: Math.max(size, announcedBy(request)), bodyCut, refused })
      const read = () => ({ body: pieces.whole(), bodySize: size, bodyCut, refused })
      resolve(size > large ? ownTurn().then(read) : read())
    }
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) pieces.add(chunk)
      else pieces.forget()
      if (size > drain) {
        request.pause()
        done(false)
      }
    })
    request.on('end', () => done(false))
    request.on('close', () => done(true))
    request.on('error', (error) => done(true, error instanceof Failure ? error : null))
  })
}
