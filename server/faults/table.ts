/** The table of all faults: grammar, catalogue and documentation derive from it. */
import type { CatalogueFault } from '../wire.ts'
import {
  age,
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

/** The stages at which faults apply, in order. */
type Stage = 'schedule' | 'content' | 'signing' | 'signed' | 'wire'

interface FaultRow {
  /** How the fault is written. */
  usage: string
  example: string
  sees: string
  right: string
  /** Whether a correct receiver answers 4xx. Nothing is expected if the scheme cannot detect the fault. */
  expects_refusal: CatalogueFault['expects_refusal']
  stage: Stage
  read: Reader<object>
}

/** A fault without arguments needs no usage, example or reader. A receiver should accept most faults. */
type Row = Pick<FaultRow, 'sees' | 'right' | 'stage'> & Partial<FaultRow>

const rows = {
  drop: {
    sees: 'The sandbox loses the attempt. The receiver sees nothing until the retry.',
    right: 'A correct receiver accepts the retry.',
    stage: 'schedule',
  },
  duplicate: {
    usage: 'duplicate(n, gap)',
    example: 'duplicate(2)',
    sees: 'The same event arrives n times (default 2) with the same webhook-id: all at once, or each after the previous one has ended and the gap has passed.',
    right: 'A correct receiver acts once and answers each copy with success.',
    stage: 'schedule',
    read: copies,
  },
  delay: {
    usage: 'delay(t)',
    example: 'delay(5m)',
    sees: "The first attempt arrives later by this duration, on the sandbox's clock.",
    right: 'A correct receiver accepts the event at any age.',
    stage: 'schedule',
    read: length,
  },
  reorder: {
    usage: 'reorder(window)',
    example: 'reorder(10s)',
    sees: 'The first attempt arrives at a seeded moment within the window, so events overtake each other. A plain number counts tenths of a second.',
    right: 'A correct receiver does not rely on the order of events.',
    stage: 'schedule',
    read: window,
  },
  'tamper(body)': {
    sees: 'One byte of the body differs from the signed body. The body is still JSON.',
    right: 'A correct receiver refuses the request.',
    expects_refusal: 'always',
    stage: 'signed',
  },
  'tamper(header)': {
    sees: 'The timestamp or the id differs from the signed value.',
    right: 'A correct receiver refuses the request if the scheme signs the changed value.',
    expects_refusal: 'always',
    stage: 'signed',
  },
  'tamper(signature)': {
    sees: 'One character of every signature is changed.',
    right: 'A correct receiver refuses the request.',
    expects_refusal: 'always',
    stage: 'signed',
  },
  wrong_secret: {
    sees: 'The request is signed with a secret that no receiver has.',
    right: 'A correct receiver refuses the request.',
    expects_refusal: 'always',
    stage: 'signing',
  },
  unsigned: {
    sees: 'The request has no signature.',
    right: 'A correct receiver refuses the request.',
    expects_refusal: 'always',
    stage: 'signing',
  },
  skew: {
    usage: 'skew(±t)',
    example: 'skew(-10m)',
    sees: 'The signature is correct, but its time lies this far in the future (+) or the past (-).',
    right: "A correct receiver refuses the request if its time is outside the scheme's tolerance.",
    expects_refusal: 'beyond_tolerance',
    stage: 'signing',
    read: offset,
  },
  replay: {
    usage: 'replay(old)',
    example: 'replay(1h)',
    sees: 'An earlier event arrives again with a correct signature whose time lies this far in the past (1 h for `old`).',
    right:
      "A correct receiver refuses the request if its time is outside the scheme's tolerance, and otherwise recognises the event's id.",
    expects_refusal: 'beyond_tolerance',
    stage: 'signing',
    read: age,
  },
  truncate: {
    usage: 'truncate(p)',
    example: 'truncate(50%)',
    sees: 'Only this share of the body arrives (default 50%), then the connection closes. Content-Length names the full size.',
    right: 'A correct receiver ignores the incomplete request and accepts the retry.',
    stage: 'wire',
    read: share,
  },
  slow: {
    usage: 'slow(bytes/s)',
    example: 'slow(100)',
    sees: 'The body arrives at this number of bytes per second.',
    right: 'A correct receiver waits or times out, and serves other requests meanwhile.',
    stage: 'wire',
    read: pace,
  },
  'reset(headers)': {
    sees: 'The connection is reset in the middle of the headers.',
    right: 'A correct receiver ignores the incomplete request and accepts the retry.',
    stage: 'wire',
  },
  'reset(body)': {
    sees: 'The connection is reset in the middle of the body.',
    right: 'A correct receiver ignores the incomplete request and accepts the retry.',
    stage: 'wire',
  },
  content_type: {
    usage: 'content_type(x)',
    example: 'content_type(text/plain)',
    sees: 'The Content-Type header has this value.',
    right: 'A correct receiver still verifies the bytes, and accepts or refuses the type on purpose.',
    stage: 'content',
    read: mediaType,
  },
  charset: {
    usage: 'charset(x)',
    example: 'charset(utf-16)',
    sees: 'The body is encoded, labelled and signed in this charset.',
    right: 'A correct receiver verifies the bytes before it decodes them.',
    stage: 'content',
    read: charset,
  },
  oversize: {
    usage: 'oversize(n)',
    example: 'oversize(2mb)',
    sees: 'The body is padded to at least n bytes and signed.',
    right: 'A correct receiver accepts the body or refuses its size, and does not crash.',
    stage: 'content',
    read: size,
  },
  header_case: {
    sees: 'All header names are in upper case.',
    right: 'A correct receiver reads header names in any case.',
    stage: 'wire',
  },
  unknown_event: {
    sees: 'The event has a name that no catalogue lists. The request is signed.',
    right: 'A correct receiver answers with success and ignores the event.',
    stage: 'content',
  },
  extra_field: {
    sees: 'The payload and its first nested object have an unexpected field. The request is signed.',
    right: 'A correct receiver ignores the field.',
    stage: 'content',
  },
  missing_field: {
    usage: 'missing_field(path)',
    example: 'missing_field(card.status)',
    sees: 'The payload lacks this field. The request is signed.',
    right: 'A correct receiver works without the field, or names the missing field.',
    stage: 'content',
    read: path,
  },
  reserialise: {
    sees: 'The same JSON has other spaces, key order and escapes. The signature covers the bytes as sent.',
    right: 'A correct receiver verifies the raw bytes and accepts the request.',
    stage: 'content',
  },
  http10: {
    sees: 'The request uses HTTP/1.0.',
    right: 'A correct receiver accepts the request.',
    stage: 'wire',
  },
  chunked: {
    sees: 'The body is sent in chunks, without Content-Length.',
    right: 'A correct receiver accepts the request.',
    stage: 'wire',
  },
} as const satisfies Record<string, Row>

export type FaultName = keyof typeof rows
export const faultNames = Object.keys(rows) as FaultName[]

/** All faults by name. */
export const faults = Object.fromEntries(
  faultNames.map((name): [string, FaultRow] => [
    name,
    { usage: name, example: name, expects_refusal: 'never', read: nothing, ...rows[name] },
  ]),
) as Readonly<Record<FaultName, FaultRow>>

/** The arguments of a fault. */
export type ArgsOf<K extends FaultName> = (typeof rows)[K] extends { read: Reader<infer Args> }
  ? Args
  : Record<never, never>

/** The word that makes a fault apply to every attempt. */
const modifier: CatalogueFault = {
  fault: 'sticky',
  usage: 'fault | sticky',
  example: 'drop | sticky',
  description: 'At the end of a fault: the fault changes every attempt of the delivery, not only the first.',
  right: null,
  expects_refusal: 'never',
}

/** The catalogue for the API. The modifier comes last. */
export const listFaults = (): CatalogueFault[] => [
  ...faultNames.map((fault) => {
    const { usage, example, sees, right, expects_refusal } = faults[fault]
    return { fault, usage, example, description: `${sees} ${right}`, right, expects_refusal }
  }),
  modifier,
]
