import type { IncomingMessage } from 'node:http'
import { Failure } from '../failures.ts'
import { drainBytes } from '../http/read-limited.ts'
import { createPieces } from '../memory/pieces.ts'

export interface ReadBody {
  /** null when there is more of it than the limit. */
  body: Buffer | null
  /** As announced where it is over the limit, else as received. */
  bodySize: number
  /** Whether it ended before it was complete. */
  bodyCut: boolean
  /** Why it could not be read on; null where it was, or the sender went away. */
  refused: Failure | null
}

const announcedBy = (request: IncomingMessage) => Number(request.headers['content-length'] ?? 0)

/** A body that its sender holds back, and that is over the limit. */
export const heldBack = (request: IncomingMessage): ReadBody => ({
  body: null,
  bodySize: announcedBy(request),
  bodyCut: false,
  refused: null,
})

/**
 * Reads the bytes of a request; fulfilled also when the sender goes away, with what came until then.
 *
 * @param drain how much is read in all, what is thrown away included
 */
export function readBody(
  request: IncomingMessage,
  limit: number,
  drain = Math.max(limit, drainBytes),
): Promise<ReadBody> {
  return new Promise((resolve) => {
    const pieces = createPieces()
    let size = 0
    const done = (bodyCut: boolean, refused: Failure | null = null) =>
      resolve(
        size > limit
          ? { body: null, bodySize: Math.max(size, announcedBy(request)), bodyCut, refused }
          : { body: pieces.whole(), bodySize: size, bodyCut, refused },
      )
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
    // After the end these come too late to change anything.
    request.on('close', () => done(true))
    request.on('error', (error) => done(true, error instanceof Failure ? error : null))
  })
}
