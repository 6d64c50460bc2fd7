import type { Result } from '../live/api.ts'

/** Of a body longer than this only so much is read with the thing it belongs to, bytes. */
export const firstRead = 262_144
/** More of one body is not held by the page, bytes; all of it can be saved as a file. */
const mostHeld = 24 * 1024 * 1024
/** So many bytes are read as text before the page may do something else. */
const stepBytes = 1024 * 1024

/** A body that was read by itself. */
export interface ReadBody {
  /** null when it is no UTF-8 text. */
  text: string | null
  bytes: Uint8Array<ArrayBuffer>
  leftOut: number
}

/** Where the exact bytes of a capture's body are. */
export const captureBytes = (id: string): string => `/sandbox/captures/${encodeURIComponent(id)}/body`
/** Where the exact bytes of what an attempt sent are. */
export const attemptBytes = (delivery: string, number: number): string =>
  `/sandbox/deliveries/${encodeURIComponent(delivery)}/attempts/${number}/body`
/** Where the exact bytes of what an attempt was answered with are, as far as they are kept. */
export const answerBytes = (delivery: string, number: number): string =>
  `/sandbox/deliveries/${encodeURIComponent(delivery)}/attempts/${number}/response/body`

/** Reads the bytes of a body of so many, as far as the page holds them. */
export async function readBytes(path: string, size: number): Promise<Result<ReadBody>> {
  const problem = {
    code: 'not_reached',
    message: 'The body could not be read.',
    fix: 'Is the sandbox still running? Once it answers, try again.',
  }
  try {
    const answer = await fetch(path)
    const reader = answer.body?.getReader()
    if (!answer.ok || reader === undefined) return { ok: false, problem }
    const bytes = new Uint8Array(Math.min(size, mostHeld))
    let length = 0
    while (length < bytes.length) {
      const { done, value } = await reader.read()
      if (done) break
      const part = value.subarray(0, bytes.length - length)
      bytes.set(part, length)
      length += part.length
    }
    void reader.cancel()
    return { ok: true, value: await readBodyOf(bytes.subarray(0, length), size - length) }
  } catch {
    return { ok: false, problem }
  }
}

/** A body from its bytes, its text read in steps. */
export async function readBodyOf(bytes: Uint8Array<ArrayBuffer>, leftOut = 0): Promise<ReadBody> {
  return { text: await textOf(bytes, leftOut > 0), bytes, leftOut }
}

async function textOf(bytes: Uint8Array<ArrayBuffer>, isCut: boolean): Promise<string | null> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const parts: string[] = []
  try {
    for (let at = 0; at < bytes.length; at += stepBytes) {
      const isLast = at + stepBytes >= bytes.length
      parts.push(decoder.decode(bytes.subarray(at, at + stepBytes), { stream: !isLast || isCut }))
      await new Promise((resolve) => setTimeout(resolve))
    }
    return parts.join('')
  } catch {
    return null
  }
}
