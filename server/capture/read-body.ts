import type { IncomingMessage } from 'node:http'

/** How much of a body over the limit is still read and thrown away: cut off earlier, its sender would not see the answer. */
const drainBytes = 268_435_456

export interface ReadBody {
  /** null when there is more of it than the limit. */
  body: Buffer | null
  /** As announced where it is over the limit, else as received. */
  bodySize: number
  /** Whether the sender went away before it was complete. */
  bodyCut: boolean
}

/** Reads the bytes of a request; fulfilled also when the sender goes away, with what came until then. */
export function readBody(request: IncomingMessage, limit: number): Promise<ReadBody> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const announced = () => Number(request.headers['content-length'] ?? 0)
    const done = (bodyCut: boolean) =>
      resolve(
        size > limit
          ? { body: null, bodySize: Math.max(size, announced()), bodyCut }
          : { body: Buffer.concat(chunks), bodySize: size, bodyCut },
      )
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      else chunks.length = 0
      if (size > Math.max(limit, drainBytes)) {
        request.pause()
        done(false)
      }
    })
    request.on('end', () => done(false))
    // After the end these come too late to change anything.
    request.on('close', () => done(true))
    request.on('error', () => done(true))
  })
}
