import type { HeaderPair } from '../wire.ts'
import { difference } from './difference.ts'
import { type Change, type Fault, nudged, partOf, type Random } from './fault.ts'
import type { SchemeFacts } from './signing.ts'
import { tamperedBody } from './tampered-body.ts'

/** Which headers carry what a scheme signed. */
interface Signed extends Pick<SchemeFacts, 'coversId' | 'coversTimestamp' | 'signature'> {
  id?: string | undefined
  timestamp?: string | undefined
  /** The id and the time as they are written there. */
  held?: { id: string; timestamp: string } | undefined
}

/** A header in another form. */
interface Changed {
  /** Which of the headers. */
  index: number
  value: string
}

/** What a fault makes of a request after it was signed. */
export function spoiled(
  fault: Fault,
  request: { headers: readonly HeaderPair[]; body: Buffer; signed: Signed; random: Random },
): { headers: HeaderPair[]; body: Buffer; changes: Change[] } {
  const { signed, random } = request
  const headers = [...request.headers]
  let body = request.body
  const changes: Change[] = []

  /** Puts headers in place one after the other and tells what each changed. */
  function put(name: string, made: readonly Changed[], none = 'there is no such header') {
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
    const none = named(headers, signed.signature).length > 0 ? 'the header holds no signature' : undefined
    put('tamper(signature)', otherSignatures(headers, signed.signature, random), none)
  }
  return { headers, body, changes }
}

/** The headers of these names, in their order. */
const named = (headers: readonly HeaderPair[], names: readonly string[]) =>
  headers.flatMap(([name, value], index) =>
    names.some((one) => one.toLowerCase() === name.toLowerCase()) ? [{ index, value }] : [],
  )

/** The timestamp or the id, whichever is signed; the id where neither is. Empty when the request has no such header. */
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

/** A value with the last character of what it holds changed, wherever that stands; undefined where it does not hold it. */
const otherHeld = (value: string, held: string | undefined, draw: number): string | undefined =>
  held && value.includes(held) ? value.replaceAll(held, nudged(held, held.length - 1, draw)) : undefined

/**
 * A value whose time is some seconds off: Unix seconds or ISO 8601, alone or among other things, or in a token's claims. Where
 * two secrets sign, the time may stand there for each, and one that was left would be accepted.
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
  // No zone behind it is touched.
  return time && value.replaceAll(time, nudged(time, time.search(/\D*$/) - 1, draw))
}

/** Every signature with one character changed. A value that holds several comes once for each. */
function otherSignatures(
  headers: readonly HeaderPair[],
  names: readonly string[],
  random: Random,
): Changed[] {
  // The input of RFC 9421 says how the signature is made, and holds none.
  const holding = names.filter((name) => name.toLowerCase() !== 'signature-input')
  return named(headers, holding).flatMap(({ index, value }) => {
    let changed = value
    return signaturesIn(value).map(({ start, text }, number) => {
      const label = `tamper(signature):${index}:${number}`
      // Of the last character of a base64 text some bits may mean nothing.
      const at = start + Math.floor(random(label) * Math.max(1, text.length - 1))
      const letters = /^[0-9a-f]+$/i.test(text) ? 'abcdef' : undefined
      changed = nudged(changed, at, random(`${label}:into`), letters)
      return { index, value: changed }
    })
  })
}

const shortestSignature = 16

/** Where in a header's value signatures stand: its long runs of hex or base64, the last of a token, else its longest run. */
function signaturesIn(value: string): { start: number; text: string }[] {
  // A word before the first blank says how the rest is to be read (RFC 9110, 11.4).
  const from = /^[A-Za-z]+ +(?=\S)/.exec(value)?.[0].length ?? 0
  const runs = [...value.matchAll(/[A-Za-z0-9+/_-]+/g)]
    .map(({ 0: text, index }) => ({ start: index, text }))
    .filter(({ start }) => start >= from)
  const long = runs.filter(({ text }) => text.length >= shortestSignature)
  if (/^[\w-]+\.[\w-]+\.[\w-]+$/.test(value)) return long.slice(-1)
  return long.length > 0 ? long : runs.toSorted((a, b) => b.text.length - a.text.length).slice(0, 1)
}
