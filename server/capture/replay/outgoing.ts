/** Makes the request that replays a capture, with edits and a new signature. */
import { type Outgoing, plainWire } from '../../client/message.ts'
import { addressFor } from '../../signing/address.ts'
import { compiled, heldBeside, signedHeaderNames } from '../../signing/compiled.ts'
import type { Recipe } from '../../signing/recipe.ts'
import { sign } from '../../signing/sign.ts'
import type { CaptureRow, HeaderPair } from '../../wire.ts'

/** How to sign, in place of the received signature. */
export interface Signing {
  recipe: Recipe
  /** Newest first. */
  secrets: readonly string[]
  /** Unix seconds. */
  timestamp: number
  /** The recipe of the received signature, if known. */
  before: Recipe | undefined
}

/** The differences from the capture. */
interface Edits {
  method?: string | undefined
  /** Name → new value, or null to leave the header out. */
  headers: Readonly<Record<string, string | null>>
  /** The bytes, edited or not. */
  body: Buffer
  signing: Signing | undefined
}

type Sent = Pick<
  CaptureRow,
  'id' | 'method' | 'headers' | 'trailers' | 'http_version' | 'event' | 'webhook_id'
>

/**
 * A captured request as it is sent again: same headers in the same order, except for the host, edited headers, and signature
 * headers, which keep their positions. The framing is kept, with the length of the current body, and the trailers too.
 *
 * @param to the whole URL; the part after the host is sent as written, including a fragment
 */
export function replayOf(capture: Sent, to: string, edits: Edits): { request: Outgoing; url: string } {
  const { body, signing } = edits
  const edited = Object.entries(edits.headers).reduce(
    (headers, [name, value]) => withHeader(headers, name, value),
    capture.headers,
  )
  const signed = signing
    ? signedAnew(capture, edited, { ...signing, to, body })
    : { headers: edited, url: to }
  const [, origin = '', rest = ''] = /^(https?:\/\/[^/?#]*)(.*)/is.exec(signed.url) ?? []
  const isChunked = signed.headers.some(
    ([name, value]) => name.toLowerCase() === 'transfer-encoding' && /\bchunked\b/i.test(value),
  )
  const httpVersion = capture.http_version === '1.0' ? '1.0' : '1.1'
  const hosted = withHost(signed.headers, new URL(origin).host, httpVersion)
  const headers = framed(hosted, isChunked ? null : body.length)
  const path = rest.startsWith('/') ? rest : `/${rest}`
  return {
    url: `${origin}${path}`,
    request: {
      method: edits.method ?? capture.method,
      url: `${origin}/`,
      path,
      headers,
      body,
      trailers: isChunked ? capture.trailers : [],
      wire: { ...plainWire, httpVersion, chunked: isChunked },
    },
  }
}

/** Replaces the first header of a name and removes the others, or adds it at the end. */
function withHeader(headers: readonly HeaderPair[], name: string, value: string | null): HeaderPair[] {
  const key = name.toLowerCase()
  const at = headers.findIndex(([one]) => one.toLowerCase() === key)
  const others = headers.filter(([one], i) => i === at || one.toLowerCase() !== key)
  if (value === null) return others.filter(([one]) => one.toLowerCase() !== key)
  if (at < 0) return [...others, [name, value]]
  return others.map((pair): HeaderPair => (pair[0].toLowerCase() === key ? [name, value] : pair))
}

function signedAnew(
  capture: Sent,
  headers: HeaderPair[],
  { recipe, secrets, timestamp, before, to, body }: Signing & { to: string; body: Buffer },
): { headers: HeaderPair[]; url: string } {
  const value = (name: string | undefined) =>
    name && headers.find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1]
  const signable = {
    id: heldBeside(recipe, 'id', headers) ?? capture.webhook_id ?? capture.id,
    timestamp: String(timestamp),
    body,
    url: to,
    event: capture.event ?? '',
    contentType: value('content-type') ?? '',
  }
  const url = addressFor(recipe, signable)
  const needed = neededNames(recipe)
  const made = sign(recipe, secrets, { ...signable, url }).filter(
    ([name]) => isOneOf(name, needed) || value(name) !== undefined,
  )
  const old = before && before.scheme !== recipe.scheme ? signedHeaderNames(before).signature : []
  const names = made.map(([name]) => name.toLowerCase())
  const rest = headers.filter(([name]) => names.includes(name.toLowerCase()) || !isOneOf(name, old))
  return {
    url,
    headers: made.reduce((kept, [name, text]) => withHeader(kept, sentAs(kept, name), text), rest),
  }
}

/**
 * The headers that a receiver needs to verify: the signature and signed headers, such as the body's digest. An unsigned id
 * is not invented.
 */
function neededNames(recipe: Recipe): string[] {
  const signed = Object.values(recipe.signs).join()
  const isNeeded = (slot: string) => !toldAnyway.includes(slot) || signed.includes(`{${slot}}`)
  return compiled(recipe)
    .headers.filter(({ template }) => template.slots.some(isNeeded))
    .map(({ name }) => name)
}

/** Parts that headers carry even without being signed. */
const toldAnyway = ['id', 'ts', 'event']

/** The name in the received case. */
const sentAs = (headers: readonly HeaderPair[], name: string) =>
  headers.find(([one]) => one.toLowerCase() === name.toLowerCase())?.[0] ?? name

const isOneOf = (name: string, names: readonly string[]) =>
  names.some((one) => one.toLowerCase() === name.toLowerCase())

/** HTTP/1.0 needs no Host. */
function withHost(headers: readonly HeaderPair[], host: string, httpVersion: string): HeaderPair[] {
  if (headers.some(([name]) => name.toLowerCase() === 'host'))
    return headers.map(([name, value]) => [name, name.toLowerCase() === 'host' ? host : value])
  return httpVersion === '1.0' ? [...headers] : [['Host', host], ...headers]
}

/** With the correct length, if one is given or needed. Null for a chunked body. */
function framed(headers: HeaderPair[], length: number | null): HeaderPair[] {
  const says = headers.some(([name]) => name.toLowerCase() === 'content-length')
  if (length === null)
    return says ? headers.filter(([name]) => name.toLowerCase() !== 'content-length') : headers
  if (says)
    return headers.map(([name, value]) => [
      name,
      name.toLowerCase() === 'content-length' && Number(value) !== length ? String(length) : value,
    ])
  return length === 0 ? headers : [...headers, ['Content-Length', String(length)]]
}
