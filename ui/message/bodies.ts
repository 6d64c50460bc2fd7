/** Reads the bytes of bodies from the sandbox. */
import type { Result } from '../live/api.ts'

/** The bytes of a body that are read together with its record. */
export const firstRead = 262_144
/** The most bytes of a body that the page holds; larger bodies can be saved as a file. */
const mostHeld = 24 * 1024 * 1024
/** The bytes decoded as text before the page yields. */
const stepBytes = 1024 * 1024

/** A body that was read separately. */
export interface ReadBody {
  /** null if the body is not UTF-8 text. */
  text: string | null
  bytes: Uint8Array<ArrayBuffer>
  leftOut: number
}

/** The URL of a captured body. */
export const captureBytes = (id: string): string => `/sandbox/captures/${encodeURIComponent(id)}/body`
/** The URL of the body that an attempt sent. */
export const attemptBytes = (delivery: string, number: number): string =>
  `/sandbox/deliveries/${encodeURIComponent(delivery)}/attempts/${number}/body`
/** The URL of the response body of an attempt, as far as kept. */
export const answerBytes = (delivery: string, number: number): string =>
  `/sandbox/deliveries/${encodeURIComponent(delivery)}/attempts/${number}/response/body`

/** Reads the bytes of a body, at most as many as the page holds. */
export async function readBytes(path: string, size: number): Promise<Result<ReadBody>> {
  const problem = {
    code: 'not_reached',
    message: 'The body could not be loaded.',
    fix: 'Check that the sandbox runs, and try again.',
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

/** Makes a body from its bytes; decodes the text in steps. */
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
