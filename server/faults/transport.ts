/** Applies the faults that change how a request is sent over the network. */
import type { WireShape } from '../client/message.ts'
import type { HeaderPair } from '../wire.ts'
import { plural } from '../words/plural.ts'
import { type Change, type Fault, partOf, type Random } from './fault.ts'

/**
 * How to send a message over the network.
 * @param headers the known headers; framing headers may be added later
 * @param bodyBytes the size of the body before chunking
 */
export function wireOf(
  fault: Fault,
  { headers, bodyBytes, random }: { headers: readonly HeaderPair[]; bodyBytes: number; random: Random },
): { shape: WireShape; changes: Change[] } {
  const [slow, http10, chunked] = [partOf(fault, 'slow'), partOf(fault, 'http10'), partOf(fault, 'chunked')]
  const { cut, changes } = cutOf(fault, headers, bodyBytes, random)
  if (slow) {
    const sent = cut?.at === 'headers' ? 0 : (cut?.bytes ?? bodyBytes)
    const detail = `${plural(sent, 'byte')} of the body sent at ${slow.args.bytesPerSecond} bytes per second`
    changes.push({ fault: slow.text, detail })
  }
  if (http10) changes.push({ fault: http10.text, detail: 'sent as HTTP/1.0' })
  if (chunked) changes.push({ fault: chunked.text, detail: 'sent in chunks, without Content-Length' })
  return {
    shape: {
      httpVersion: http10 ? '1.0' : '1.1',
      chunked: chunked !== undefined,
      cut,
      bytesPerSecond: slow?.args.bytesPerSecond ?? null,
    },
    changes,
  }
}

function cutOf(
  fault: Fault,
  headers: readonly HeaderPair[],
  bodyBytes: number,
  random: Random,
): { cut: WireShape['cut']; changes: Change[] } {
  const truncate = partOf(fault, 'truncate')
  // Without a body, the whole message is the headers.
  const inBody = truncate ?? partOf(fault, 'reset(body)')
  if (inBody && bodyBytes === 0)
    return {
      cut: null,
      changes: [{ fault: inBody.text, detail: 'nothing changed: the request has no body' }],
    }
  if (truncate) {
    // Rounding first: as a double, 0.57 × 100 is 56.99….
    const bytes = Math.floor(Number((bodyBytes * truncate.args.fraction).toPrecision(12)))
    const detail = `closed after byte ${bytes} of ${bodyBytes} bytes of the body`
    return { cut: { at: 'body', bytes, how: 'close' }, changes: [{ fault: truncate.text, detail }] }
  }
  const reset = partOf(fault, 'reset(headers)') ?? partOf(fault, 'reset(body)')
  if (!reset) return { cut: null, changes: [] }
  const at = reset.name === 'reset(headers)' ? 'headers' : 'body'
  const whole =
    at === 'body' ? bodyBytes : headers.map(([name, value]) => `${name}: ${value}\r\n`).join('').length
  const bytes = Math.floor(whole * (0.25 + random(reset.name) / 2))
  const detail = `reset after byte ${bytes} of the ${at}`
  return { cut: { at, bytes, how: 'reset' }, changes: [{ fault: reset.text, detail }] }
}

/** Upper-cases all header names if the fault says so. */
export function casedHeaders(
  fault: Fault,
  headers: readonly HeaderPair[],
): { headers: HeaderPair[]; changes: Change[] } {
  const part = partOf(fault, 'header_case')
  if (!part) return { headers: [...headers], changes: [] }
  return {
    headers: headers.map(([name, value]) => [name.toUpperCase(), value]),
    changes: [{ fault: part.text, detail: `${plural(headers.length, 'header name')} in upper case` }],
  }
}
