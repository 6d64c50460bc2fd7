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

/** Where on its way a delivery is touched, in this order. */
type Stage = 'schedule' | 'content' | 'signing' | 'signed' | 'wire'

interface FaultRow {
  /** How the fault is written. */
  usage: string
  example: string
  /** What the receiver sees. */
  sees: string
  /** What a correct receiver does. */
  right: string
  /** Whether a correct receiver answers 4xx. Nothing is expected where the scheme cannot show the fault. */
  expects_refusal: CatalogueFault['expects_refusal']
  stage: Stage
  read: Reader<object>
}

/** A fault that is written as its name alone needs no usage, example or reader. Most faults are not to be refused. */
type Row = Pick<FaultRow, 'sees' | 'right' | 'stage'> & Partial<FaultRow>

const rows = {
  drop: {
    sees: 'The attempt is lost on the way: the receiver sees nothing until the retry.',
    right: 'A right one takes the retry.',
    stage: 'schedule',
  },
  duplicate: {
    usage: 'duplicate(n, gap)',
    example: 'duplicate(2)',
    sees: 'The same event comes n times in all (2 unless told) with one webhook-id: at the same moment, or each that gap after the one before has ended.',
    right: 'A right one acts once and answers each with success.',
    stage: 'schedule',
    read: copies,
  },
  delay: {
    usage: 'delay(t)',
    example: 'delay(5m)',
    sees: "The first attempt comes that much later, on the sandbox's clock.",
    right: 'A right one takes it, however old the event is.',
    stage: 'schedule',
    read: length,
  },
  reorder: {
    usage: 'reorder(window)',
    example: 'reorder(10s)',
    sees: 'The first attempt comes at a seeded moment within the window, so that events overtake each other; a plain number counts tenths of a second.',
    right: 'A right one does not rely on their order.',
    stage: 'schedule',
    read: window,
  },
  'tamper(body)': {
    sees: 'One byte of the body is another than was signed; it is still JSON.',
    right: 'A right one refuses it.',
    expects_refusal: 'always',
    stage: 'signed',
  },
  'tamper(header)': {
    sees: 'The timestamp or the id is another than was signed.',
    right: 'A right one refuses it, where the scheme signs either.',
    expects_refusal: 'always',
    stage: 'signed',
  },
  'tamper(signature)': {
    sees: 'One character of every signature is another.',
    right: 'A right one refuses it.',
    expects_refusal: 'always',
    stage: 'signed',
  },
  wrong_secret: {
    sees: 'It is signed with a secret that nobody has.',
    right: 'A right one refuses it.',
    expects_refusal: 'always',
    stage: 'signing',
  },
  unsigned: {
    sees: 'The signature is left out.',
    right: 'A right one refuses it.',
    expects_refusal: 'always',
    stage: 'signing',
  },
  skew: {
    usage: 'skew(±t)',
    example: 'skew(-10m)',
    sees: 'It is rightly signed at a time that lies so far ahead (+) or back (-).',
    right: 'A right one refuses it where that is beyond the tolerance of the scheme.',
    expects_refusal: 'beyond_tolerance',
    stage: 'signing',
    read: offset,
  },
  replay: {
    usage: 'replay(old)',
    example: 'replay(1h)',
    sees: 'An event that was sent before comes again, rightly signed at a time that lies so far back (1 h for `old`).',
    right:
      "A right one refuses it where that is beyond the tolerance of the scheme, and otherwise knows the event's id.",
    expects_refusal: 'beyond_tolerance',
    stage: 'signing',
    read: age,
  },
  truncate: {
    usage: 'truncate(p)',
    example: 'truncate(50%)',
    sees: 'Only so much of the body comes (half unless told), then the connection ends; Content-Length says all of it.',
    right: 'A right one acts on nothing and takes the retry.',
    stage: 'wire',
    read: share,
  },
  slow: {
    usage: 'slow(bytes/s)',
    example: 'slow(100)',
    sees: 'The body trickles in at so many bytes a second.',
    right: 'A right one waits for it, or gives up without being blocked for others.',
    stage: 'wire',
    read: pace,
  },
  'reset(headers)': {
    sees: 'The connection is reset in the middle of the headers.',
    right: 'A right one takes the retry as if nothing had come.',
    stage: 'wire',
  },
  'reset(body)': {
    sees: 'The connection is reset in the middle of the body.',
    right: 'A right one acts on nothing and takes the retry.',
    stage: 'wire',
  },
  content_type: {
    usage: 'content_type(x)',
    example: 'content_type(text/plain)',
    sees: 'The Content-Type header says this.',
    right: 'A right one verifies the bytes all the same, and takes or refuses the type on purpose.',
    stage: 'content',
    read: mediaType,
  },
  charset: {
    usage: 'charset(x)',
    example: 'charset(utf-16)',
    sees: 'The body is encoded and labelled so, and signed in those bytes.',
    right: 'A right one verifies the bytes before it reads them as text.',
    stage: 'content',
    read: charset,
  },
  oversize: {
    usage: 'oversize(n)',
    example: 'oversize(2mb)',
    sees: 'The body is padded to n bytes or more, and signed.',
    right: 'A right one takes it, or refuses it by its size without going down.',
    stage: 'content',
    read: size,
  },
  header_case: {
    sees: 'All header names come in capitals.',
    right: 'A right one reads them in any case.',
    stage: 'wire',
  },
  unknown_event: {
    sees: 'The event has a name that no catalogue knows, and is signed.',
    right: 'A right one answers with success and ignores it.',
    stage: 'content',
  },
  extra_field: {
    sees: 'A member that nobody expects stands at the top and in the first object within, and is signed.',
    right: 'A right one ignores it.',
    stage: 'content',
  },
  missing_field: {
    usage: 'missing_field(path)',
    example: 'missing_field(card.status)',
    sees: 'This member is not there, and the rest is signed.',
    right: 'A right one does without it, or says what it lacks.',
    stage: 'content',
    read: path,
  },
  reserialise: {
    sees: 'The same JSON is written otherwise (spaces, order of keys, escapes), and signed as it is sent.',
    right: 'A right one verifies the raw bytes and takes it.',
    stage: 'content',
  },
  http10: {
    sees: 'The request speaks HTTP/1.0.',
    right: 'A right one takes it.',
    stage: 'wire',
  },
  chunked: {
    sees: 'The body comes in chunks, without a Content-Length.',
    right: 'A right one takes it.',
    stage: 'wire',
  },
} as const satisfies Record<string, Row>

export type FaultName = keyof typeof rows
export const faultNames = Object.keys(rows) as FaultName[]

/** Every fault by name: the source of the grammar, the catalogue and the documentation. */
export const faults = Object.fromEntries(
  faultNames.map((name): [string, FaultRow] => [
    name,
    { usage: name, example: name, expects_refusal: 'never', read: nothing, ...rows[name] },
  ]),
) as Readonly<Record<FaultName, FaultRow>>

/** What a fault was told in its brackets. */
export type ArgsOf<K extends FaultName> = (typeof rows)[K] extends { read: Reader<infer Args> }
  ? Args
  : Record<never, never>

/** What stands at the end and makes the faults before it last. */
const modifier: CatalogueFault = {
  fault: 'sticky',
  usage: 'fault | sticky',
  example: 'drop | sticky',
  description: 'At the end: the faults before it touch every attempt of the delivery, not only the first.',
  right: null,
  expects_refusal: 'never',
}

/** The catalogue as the API tells it, the modifier last. */
export const listFaults = (): CatalogueFault[] => [
  ...faultNames.map((fault) => {
    const { usage, example, sees, right, expects_refusal } = faults[fault]
    return { fault, usage, example, description: `${sees} ${right}`, right, expects_refusal }
  }),
  modifier,
]
