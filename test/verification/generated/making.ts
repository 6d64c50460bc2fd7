/** A request in the making, which one mistake or several change before it is signed. */
import type { CauseWord } from '../../../server/verification/causes.ts'
import type { EarlierRequest, Identifier } from '../../../server/verification/input.ts'
import type { HeaderPair } from '../../../server/wire.ts'
import { type Written, writtenBody } from './bodies.ts'
import type { Random } from './random.ts'
import { contentOf, hmac, type Scheme, schemes, text } from './schemes.ts'

/** The second at which every request is judged. */
export const now = 1_773_144_000

/** What is sent, what its sender signs, and what the receiver knows. */
export interface Making {
  scheme: Scheme
  secret: string
  /** The secret of another subscription. */
  stranger: string
  /** The secret before a rotation. */
  old: string
  /** Texts that the receiver knows besides secrets. */
  identifiers: readonly Identifier[]
  earlier: readonly EarlierRequest[]
  id: string
  seconds: number
  timestamp: string
  url: string
  written: Written
  sent: Buffer
  key: Buffer
  /** What the sender signs, with slots in braces. */
  template: string
  signed: { id: string; timestamp: string; url: string; body: Buffer }
  digestOf(key: Buffer, content: Buffer): Buffer
  encoded(digest: Buffer): string
  headerValue(signature: string, timestamp: string): string
  /** The last change to all headers. */
  headersOf(headers: HeaderPair[]): HeaderPair[]
}

/** A mistake that a sender can make. */
export interface Mistake {
  name: string
  kind: 'secret' | 'body' | 'content' | 'signature' | 'header'
  /** The causes that name it truly. */
  causes: readonly CauseWord[]
  /** Undefined if the mistake does not exist for this request. */
  make(of: Making, random: Random): Partial<Making> | undefined
}

/** Defines a kind of mistakes by what its rows change. Calling the result with the true causes and rows gives mistakes. */
export const tableOf =
  <Change>(
    kind: Mistake['kind'],
    apply: (change: Change, of: Making, random: Random) => Partial<Making> | undefined,
  ) =>
  (causes: readonly CauseWord[], rows: Readonly<Record<string, Change>>): Mistake[] =>
    Object.entries(rows).map(([name, change]) => ({
      name: `${kind}: ${name}`,
      kind,
      causes,
      make: (of, random) => apply(change, of, random),
    }))

const readable = 'abcdefghijkmnpqrstuvwxyzABCDEFGH23456789'

/** A request without a mistake. */
export function making(random: Random, origin = 'https://hooks.example'): Making {
  const scheme = random.pick(schemes)
  const secret = scheme.secretOf(random)
  const written = writtenBody(random)
  const sent = text(written.text)
  const seconds = now - random.below(4)
  const timestamp = scheme.timestampOf(seconds)
  const id = `msg_${random.text(20, readable)}`
  const url = `${origin}/in/corpus?team=${random.below(90)}`
  return {
    scheme,
    secret,
    stranger: scheme.secretOf(random),
    old: scheme.secretOf(random),
    identifiers: [
      { kind: 'subscription_id', value: `sub_${random.text(16, readable)}` },
      { kind: 'subscription_url', value: url },
      { kind: 'authorization', value: `Bearer ${random.text(24, readable)}` },
    ],
    earlier: [],
    id,
    seconds,
    timestamp,
    url,
    written,
    sent,
    key: scheme.keyOf(secret),
    template: scheme.signs,
    signed: { id, timestamp, url, body: sent },
    digestOf: (key, content) => hmac(scheme.digest, key, content),
    encoded: (digest) => digest.toString(scheme.encoding),
    headerValue: scheme.headerValue,
    headersOf: (headers) => headers,
  }
}

/** A request as it is sent. */
export interface Sent {
  headers: HeaderPair[]
  body: Buffer
}

/** The request as its sender sends it. */
export function requestOf(of: Making): Sent {
  const signature = of.encoded(of.digestOf(of.key, contentOf(of.template, of.signed)))
  const headers: HeaderPair[] = [
    ['content-type', of.written.fields ? 'application/x-www-form-urlencoded' : 'application/json'],
    ...of.scheme.beside(of.id, of.timestamp),
    [of.scheme.header, of.headerValue(signature, of.timestamp)],
  ]
  return { headers: of.headersOf(headers), body: of.sent }
}
