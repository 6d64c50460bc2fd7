/** Reads request bodies up to a limit, and recognizes JSON. */
import type { IncomingMessage } from 'node:http'
import { createPieces } from '../memory/pieces.ts'

/**
 * How many bytes over the limit are read and discarded. If the sandbox closed earlier, the client would not see the
 * response.
 */
export const drainBytes = 268_435_456

/** The client disconnected before the body was complete, so nobody can be answered. */
export class SenderGone extends Error {}

/** The bytes of a web-standard request, or `too-large` if they exceed `limit`. Throws {@link SenderGone}. */
export async function readLimited(request: Request, limit: number): Promise<Buffer | 'too-large'> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) return 'too-large'
  if (!request.body) return Buffer.alloc(0)
  const pieces = createPieces()
  let size = 0
  try {
    for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.length
      if (size > limit) return 'too-large'
      pieces.add(chunk)
    }
  } catch (error) {
    throw senderGone(error)
  }
  return pieces.whole()
}

const senderGone = (cause?: unknown) => new SenderGone('The request ended before its body', { cause })

/**
 * As {@link readLimited}, but reads the Node request directly: creating a web-standard Request costs more than a short body.
 *
 * @param drain the most bytes to read, including discarded ones; a longer body ends the connection
 */
export async function readIncoming(
  incoming: IncomingMessage,
  limit: number,
  drain = Math.max(limit, drainBytes),
): Promise<Buffer | 'too-large'> {
  const { 'content-length': length, 'transfer-encoding': encoding } = incoming.headers
  if (Number(length ?? 0) > limit) return 'too-large'
  if (encoding === undefined && Number(length ?? 0) === 0) return Buffer.alloc(0)
  if (incoming.destroyed) throw senderGone()
  return new Promise((resolve, reject) => {
    const pieces = createPieces()
    let size = 0
    function take(chunk: Buffer) {
      size += chunk.length
      if (size <= limit) return pieces.add(chunk)
      resolve('too-large')
      pieces.forget()
      if (size > drain) incoming.destroy()
    }
    incoming.on('data', take)
    incoming.on('end', () => resolve(pieces.whole()))
    incoming.on('error', (error) => reject(senderGone(error)))
    // The event also fires after the end, where creating an error with a stack would be wasted.
    incoming.on('close', () => {
      if (!incoming.readableEnded) reject(senderGone())
    })
  })
}

/** Whether a Content-Type names JSON. */
export const isJsonType = (contentType: string | null): boolean =>
  /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test((contentType ?? '').trim())

/** The end of a refusal of an unreadable body. The sandbox does not decode any Content-Encoding. */
export const inCoding = (contentEncoding: string | null): string =>
  contentEncoding ? `; its Content-Encoding is ${contentEncoding}. Send it without an encoding` : ''
