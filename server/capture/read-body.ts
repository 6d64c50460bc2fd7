import type { IncomingMessage } from 'node:http'

/** How much of a body over the limit is still read, so that its sender gets to see the answer. */
const drainFactor = 16

/** The bytes of a request; `body` is null when they are more than `limit`. `aborted` when the sender went away. */
export function readBody(
  request: IncomingMessage,
  limit: number,
): Promise<{ body: Buffer | null; bodySize: number } | 'aborted'> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const over = () =>
      resolve({ body: null, bodySize: Math.max(size, Number(request.headers['content-length'] ?? 0)) })
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      else chunks.length = 0
      if (size > limit * drainFactor) {
        request.pause()
        over()
      }
    })
    request.on('end', () =>
      size > limit ? over() : resolve({ body: Buffer.concat(chunks), bodySize: size }),
    )
    request.on('close', () => resolve('aborted'))
    request.on('error', () => resolve('aborted'))
  })
}
