import type { IncomingMessage } from 'node:http'

/** How much of a body over the limit is still read and thrown away: cut off earlier, its sender would not see the answer. */
const drainBytes = 268_435_456

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
      if (size > Math.max(limit, drainBytes)) {
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
