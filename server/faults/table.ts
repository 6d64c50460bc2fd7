/** The table of all faults: grammar, catalogue and documentation derive from it. */
import type { Expectation } from '../wire.ts'
import {
  age,
  type Charset,
  charset,
  copies,
  length,
  mediaType,
  nothing,
  offset,
  pace,
  path,
  type Reader,
  share,
  size,
  window,
} from './arguments.ts'
import { isBeyond, type SchemeFacts } from './scheme-facts.ts'

/** The stages at which faults apply, in order. */
type Stage = 'schedule' | 'content' | 'signing' | 'signed' | 'wire'

interface FaultRow {
  /** How the fault is written. */
  usage: string
  example: string
  sees: string
  right: string
  /** The same as data, which may depend on the arguments and on what the scheme can show. */
  expects: Expectation | ((scheme: SchemeFacts, args: never) => Expectation)
  stage: Stage
  read: Reader<object>
}

/** A fault without arguments needs no usage, example or reader. */
type Row = Pick<FaultRow, 'sees' | 'right' | 'expects' | 'stage'> & Partial<FaultRow>

/** A change that the scheme does not show may still make content that a correct receiver refuses. */
const refusedIf = (isShown: boolean): Expectation => (isShown ? 'refuse' : 'accept_or_refuse')
const ifSigned = ({ signature }: SchemeFacts): Expectation => (signature.length > 0 ? 'refuse' : 'accept')

/** @param within what is expected of a time that the scheme tolerates */
function signedAt(seconds: number, scheme: SchemeFacts, within: Expectation): Expectation {
  const isOutside = isBeyond(seconds, scheme)
  // A verifier of the vendor accepts a time in the future. Another verifier may not.
  if (seconds > 0 && scheme.takesFuture)
    return isOutside || isBeyond(-seconds, scheme) ? 'accept_or_refuse' : within
  return isOutside ? 'refuse' : within
}

const rows = {
  drop: {
    sees: 'The sandbox loses the attempt. The receiver sees nothing until the retry.',
    right: 'A correct receiver accepts the retry.',
    expects: 'recover',
    stage: 'schedule',
  },
  duplicate: {
    usage: 'duplicate(n, gap)',
    example: 'duplicate(2)',
    sees: 'The same event arrives n times (default 2) with the same webhook-id: all at once, or each after the previous one has ended and the gap has passed.',
    right: 'A correct receiver acts once and answers each copy with success.',
    expects: 'accept_once',
    stage: 'schedule',
    read: copies,
  },
  delay: {
    usage: 'delay(t)',
    example: 'delay(5m)',
    sees: "The first attempt arrives later by this duration, on the sandbox's clock.",
    right: 'A correct receiver accepts the event at any age.',
    expects: 'accept',
    stage: 'schedule',
    read: length,
  },
  reorder: {
    usage: 'reorder(window)',
    example: 'reorder(10s)',
    sees: 'The first attempt arrives at a seeded moment within the window, so events overtake each other. A plain number counts tenths of a second.',
    right: 'A correct receiver does not rely on the order of events.',
    expects: 'accept',
    stage: 'schedule',
    read: window,
  },
  'tamper(body)': {
    sees: 'One byte of the body differs from the signed body. The body is still JSON.',
    right: 'A correct receiver refuses the request.',
    expects: ({ coversBody }: SchemeFacts) => refusedIf(coversBody),
    stage: 'signed',
  },
  'tamper(header)': {
    sees: 'The timestamp or the id differs from the signed value.',
    right: 'A correct receiver refuses the request if the scheme signs the changed value.',
    expects: ({ coversId, coversTimestamp }: SchemeFacts) => refusedIf(coversId || coversTimestamp),
    stage: 'signed',
  },
  'tamper(signature)': {
    sees: 'One character of every signature is changed.',
    right: 'A correct receiver refuses the request.',
    expects: ifSigned,
    stage: 'signed',
  },
  wrong_secret: {
    sees: 'The request is signed with a secret that no receiver has.',
    right: 'A correct receiver refuses the request.',
    expects: ifSigned,
    stage: 'signing',
  },
  unsigned: {
    sees: 'The request has no signature.',
    right: 'A correct receiver refuses the request.',
    expects: ifSigned,
    stage: 'signing',
  },
  skew: {
    usage: 'skew(±t)',
    example: 'skew(-10m)',
    sees: 'The signature is correct, but its time lies this far in the future (+) or the past (-).',
    right: "A correct receiver refuses the request if its time is outside the scheme's tolerance.",
    expects: (scheme: SchemeFacts, { seconds }: { seconds: number }) => signedAt(seconds, scheme, 'accept'),
    stage: 'signing',
    read: offset,
  },
  replay: {
    usage: 'replay(old)',
    example: 'replay(1h)',
    sees: 'An earlier event arrives again with a correct signature whose time lies this far in the past (1 h for `old`).',
    right:
      "A correct receiver refuses the request if its time is outside the scheme's tolerance, and otherwise recognises the event's id.",
    expects: (scheme: SchemeFacts, { seconds }: { seconds: number }) =>
      signedAt(-seconds, scheme, 'accept_once'),
    stage: 'signing',
    read: age,
  },
  truncate: {
    usage: 'truncate(p)',
    example: 'truncate(50%)',
    sees: 'Only this share of the body arrives (default 50%), then the connection closes. Content-Length names the full size.',
    right: 'A correct receiver ignores the incomplete request and accepts the retry.',
    expects: 'recover',
    stage: 'wire',
    read: share,
  },
  slow: {
    usage: 'slow(bytes/s)',
    example: 'slow(100)',
    sees: 'The body arrives at this number of bytes per second.',
    right: 'A correct receiver waits, or gives up and accepts the retry. It serves other requests meanwhile.',
    expects: 'recover',
    stage: 'wire',
    read: pace,
  },
  'reset(headers)': {
    sees: 'The connection is reset in the middle of the headers.',
    right: 'A correct receiver ignores the incomplete request and accepts the retry.',
    expects: 'recover',
    stage: 'wire',
  },
  'reset(body)': {
    sees: 'The connection is reset in the middle of the body.',
    right: 'A correct receiver ignores the incomplete request and accepts the retry.',
    expects: 'recover',
    stage: 'wire',
  },
  content_type: {
    usage: 'content_type(x)',
    example: 'content_type(text/plain)',
    sees: 'The Content-Type header has this value.',
    right: 'A correct receiver still verifies the bytes, and accepts or refuses the type on purpose.',
    expects: 'accept_or_refuse',
    stage: 'content',
    read: mediaType,
  },
  charset: {
    usage: 'charset(x)',
    example: 'charset(utf-16)',
    sees: 'The body is encoded, labelled and signed in this charset.',
    right:
      'A correct receiver verifies the bytes before it decodes them, or refuses a charset other than UTF-8.',
    expects: (_scheme: SchemeFacts, args: { charset: Charset }) =>
      args.charset === 'utf-8' ? 'accept' : 'accept_or_refuse',
    stage: 'content',
    read: charset,
  },
  oversize: {
    usage: 'oversize(n)',
    example: 'oversize(2mb)',
    sees: 'The body is padded to at least n bytes and signed.',
    right: 'A correct receiver accepts the body or refuses its size, and does not crash.',
    expects: 'accept_or_refuse',
    stage: 'content',
    read: size,
  },
  header_case: {
    sees: 'All header names are in upper case.',
    right: 'A correct receiver reads header names in any case.',
    expects: 'accept',
    stage: 'wire',
  },
  unknown_event: {
    sees: 'The event has a name that no catalogue lists. The request is signed.',
    right: 'A correct receiver answers with success and ignores the event.',
    expects: 'accept',
    stage: 'content',
  },
  extra_field: {
    sees: 'The payload and its first nested object have an unexpected field. The request is signed.',
    right: 'A correct receiver ignores the field.',
    expects: 'accept',
    stage: 'content',
  },
  missing_field: {
    usage: 'missing_field(path)',
    example: 'missing_field(card.status)',
    sees: 'The payload lacks this field. The request is signed.',
    right: 'A correct receiver works without the field, or refuses the request.',
    expects: 'accept_or_refuse',
    stage: 'content',
    read: path,
  },
  reserialise: {
    sees: 'The same JSON has other spaces, key order and escapes. The signature covers the bytes as sent.',
    right: 'A correct receiver verifies the raw bytes and accepts the request.',
    expects: 'accept',
    stage: 'content',
  },
  http10: {
    sees: 'The request uses HTTP/1.0.',
    right: 'A correct receiver accepts the request.',
    expects: 'accept',
    stage: 'wire',
  },
  chunked: {
    sees: 'The body is sent in chunks, without Content-Length.',
    right: 'A correct receiver accepts the request.',
    expects: 'accept',
    stage: 'wire',
  },
} as const satisfies Record<string, Row>

export type FaultName = keyof typeof rows
export const faultNames = Object.keys(rows) as FaultName[]

/** All faults by name. */
export const faults = Object.fromEntries(
  faultNames.map((name): [string, FaultRow] => [
    name,
    { usage: name, example: name, read: nothing, ...rows[name] },
  ]),
) as Readonly<Record<FaultName, FaultRow>>

/** The arguments of a fault. */
export type ArgsOf<K extends FaultName> = (typeof rows)[K] extends { read: Reader<infer Args> }
  ? Args
  : Record<never, never>
