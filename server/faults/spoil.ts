/** Applies the faults that tamper with a signed request. */
import type { HeaderPair } from '../wire.ts'
import { difference } from './difference.ts'
import { type Change, type Fault, nudged, partOf, type Random } from './fault.ts'
import type { SchemeFacts } from './scheme-facts.ts'
import { tamperedBody } from './tampered-body.ts'

/** The headers that contain what a scheme signed. */
interface Signed extends Pick<SchemeFacts, 'coversId' | 'coversTimestamp' | 'signature'> {
  id?: string | undefined
  timestamp?: string | undefined
  /** The id and the timestamp as written in the headers. */
  held?: { id: string; timestamp: string } | undefined
}

/** A changed header. */
interface Changed {
  /** Its index in the headers. */
  index: number
  value: string
}

/** Tampers with a request after signing. */
export function spoiled(
  fault: Fault,
  request: { headers: readonly HeaderPair[]; body: Buffer; signed: Signed; random: Random },
): { headers: HeaderPair[]; body: Buffer; changes: Change[] } {
  const { signed, random } = request
  const headers = [...request.headers]
  let body = request.body
  const changes: Change[] = []

  /** Replaces headers one by one and describes each change. */
  function put(name: string, made: readonly Changed[], none = 'the request has no such header') {
    const details = made.map(({ index, value }) => {
      const [header = '', before = ''] = headers[index] ?? []
      headers[index] = [header, value]
      return `${header}: ${difference(Buffer.from(before), Buffer.from(value))}`
    })
    changes.push({ fault: name, detail: details.join('; ') || `nothing changed: ${none}` })
  }

  if (partOf(fault, 'tamper(body)')) {
    const charset = partOf(fault, 'charset')?.args.charset ?? 'utf-8'
    body = tamperedBody(request.body, charset, random('tamper(body)'), random('tamper(body):into'))
    changes.push({ fault: 'tamper(body)', detail: difference(request.body, body) })
  }
  if (partOf(fault, 'tamper(header)')) put('tamper(header)', otherHeader(headers, signed, random))
  if (partOf(fault, 'tamper(signature)')) {
    const none = named(headers, signed.signature).length > 0 ? 'the header contains no signature' : undefined
    put('tamper(signature)', otherSignatures(headers, signed.signature, random), none)
  }
  return { headers, body, changes }
}

/** The headers with these names, in their order. */
const named = (headers: readonly HeaderPair[], names: readonly string[]) =>
  headers.flatMap(([name, value], index) =>
    names.some((one) => one.toLowerCase() === name.toLowerCase()) ? [{ index, value }] : [],
  )

/**
 * Changes the timestamp or the id, whichever is signed, or the id if neither is. Empty if the request has no such
 * header.
 */
function otherHeader(headers: readonly HeaderPair[], signed: Signed, random: Random): Changed[] {
  const draw = random('tamper(header):into')
  const { timestamp, id = 'webhook-id', signature, held } = signed
  const times = named(headers, timestamp === undefined ? signature : [timestamp]).flatMap(
    ({ index, value }) => {
      const other = otherTime(value, held?.timestamp, draw)
      return other === undefined ? [] : [{ index, value: other }]
    },
  )
  const ids = named(headers, [id]).map(({ index, value }) => ({
    index,
    value: otherHeld(value, held?.id, draw) ?? nudged(value, value.length - 1, draw),
  }))
  const covered = [...(signed.coversTimestamp ? times : []), ...(signed.coversId ? ids : [])]
  const choice = covered.length > 0 ? covered : ids
  return choice.slice(Math.floor(random('tamper(header)') * choice.length)).slice(0, 1)
}

/** Changes the last character of the held text, wherever it occurs; undefined if it does not occur. */
const otherHeld = (value: string, held: string | undefined, draw: number): string | undefined =>
  held && value.includes(held) ? value.replaceAll(held, nudged(held, held.length - 1, draw)) : undefined

/**
 * Shifts a timestamp by some seconds: Unix seconds or ISO 8601, alone, inside other text, or in a token's claims.
 * Replaces every occurrence, because with two signatures an unchanged timestamp would still be accepted.
 */
function otherTime(value: string, held: string | undefined, draw: number): string | undefined {
  const isHeld = held !== undefined && value.includes(held)
  const token = /^([\w-]+\.)([\w-]+)(\.[\w-]+)$/.exec(value)
  if (token && !isHeld) {
    const [, head, claims = '', signature] = token
    const other = otherTime(Buffer.from(claims, 'base64url').toString('utf8'), held, draw)
    return other && `${head}${Buffer.from(other, 'utf8').toString('base64url')}${signature}`
  }
  const found = /(?<![0-9A-Za-z])(?:\d{9,11}(?![0-9A-Za-z])|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)/.exec(value)?.[0]
  const time = isHeld ? held : found
  // Keeps the time zone.
  return time && value.replaceAll(time, nudged(time, time.search(/\D*$/) - 1, draw))
}

/** Changes one character of every signature. A value with several signatures appears once per change. */
function otherSignatures(
  headers: readonly HeaderPair[],
  names: readonly string[],
  random: Random,
): Changed[] {
  // Signature-Input (RFC 9421) describes the signature but does not contain it.
  const holding = names.filter((name) => name.toLowerCase() !== 'signature-input')
  return named(headers, holding).flatMap(({ index, value }) => {
    let changed = value
    return signaturesIn(value).map(({ start, text }, number) => {
      const label = `tamper(signature):${index}:${number}`
      // The last base64 character may contain unused bits.
      const at = start + Math.floor(random(label) * Math.max(1, text.length - 1))
      const letters = /^[0-9a-f]+$/i.test(text) ? 'abcdef' : undefined
      changed = nudged(changed, at, random(`${label}:into`), letters)
      return { index, value: changed }
    })
  })
}

const shortestSignature = 16

/** Finds signatures in a header: long runs of hex or base64, the last part of a token, or the longest run. */
function signaturesIn(value: string): { start: number; text: string }[] {
  // The word before the first space is the scheme's name (RFC 9110, 11.4).
  const from = /^[A-Za-z]+ +(?=\S)/.exec(value)?.[0].length ?? 0
  const runs = [...value.matchAll(/[A-Za-z0-9+/_-]+/g)]
    .map(({ 0: text, index }) => ({ start: index, text }))
    .filter(({ start }) => start >= from)
  const long = runs.filter(({ text }) => text.length >= shortestSignature)
  if (/^[\w-]+\.[\w-]+\.[\w-]+$/.test(value)) return long.slice(-1)
  return long.length > 0 ? long : runs.toSorted((a, b) => b.text.length - a.text.length).slice(0, 1)
}
