import type { IncomingMessage } from 'node:http'
import { createPieces } from '../memory/pieces.ts'

/** How much of a body over the limit is still read and thrown away: cut off earlier, its sender would not see the answer. */
export const drainBytes = 268_435_456

/** A request ended before its body did: whoever sent it hung up, or sent no HTTP. Nobody is there to be answered. */
export class SenderGone extends Error {}

/** The bytes of a web-standard request, or `too-large` once they are more than `limit`. Throws {@link SenderGone}. */
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
 * As {@link readLimited}, without the detour over a web-standard request, which costs more than a short body itself.
 *
 * @param drain how much is read in all, what is thrown away included; the connection of more is ended
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
    // It comes behind the end too, where an error with its stack would be made for nobody.
    incoming.on('close', () => {
      if (!incoming.readableEnded) reject(senderGone())
    })
  })
}

/** Whether a Content-Type names JSON. */
export const isJsonType = (contentType: string | null): boolean =>
  /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test((contentType ?? '').trim())

/** What goes with the refusal of a body that cannot be read: no Content-Encoding is undone. */
export const inCoding = (contentEncoding: string | null): string =>
  contentEncoding ? `; it says Content-Encoding: ${contentEncoding}, and is to be sent without` : ''

/** Bytes as UTF-8 text; undefined when they are not. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
