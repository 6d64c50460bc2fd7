/** Makes the exact bytes and headers of an attempt, with its fault. */
import { type Outgoing, plainWire } from '../client/message.ts'
import { shaped } from '../faults/content.ts'
import { expectationOf, strictest } from '../faults/expectation.ts'
import { type Change, type Fault, partOf, type Random } from '../faults/fault.ts'
import { scheduleChanges, type Timing } from '../faults/schedule.ts'
import { factsOf } from '../faults/scheme-facts.ts'
import { signingOf } from '../faults/signing.ts'
import { spoiled } from '../faults/spoil.ts'
import { casedHeaders, wireOf } from '../faults/transport.ts'
import { basicLogin } from '../schema/fields.ts'
import { addressFor } from '../signing/address.ts'
import { heldBeside, signedHeaderNames, tellsEvent } from '../signing/compiled.ts'
import { timeText } from '../signing/content.ts'
import type { Recipe, Signable } from '../signing/recipe.ts'
import { sign } from '../signing/sign.ts'
import type { Expectation, HeaderPair } from '../wire.ts'

/** What an attempt is made of. */
export interface Ingredients {
  url: string
  event: string
  eventId: string
  body: Buffer
  /** The headers that a resend replaced or added. */
  edits: readonly HeaderPair[] | null
  recipe: Recipe
  /** Newest first. */
  secrets: readonly string[]
  /** Unix seconds. */
  signedAt: number
  userAgent: string
  /** The header of that name. Undefined for a request that is no attempt. */
  traceparent?: string | undefined
}

/** What faults need in addition. */
export interface FaultIngredients {
  fault: Fault
  /** An event that this receiver got before. */
  earlier(): { id: string; body: Buffer } | null
  random: Random
  /** As {@link random}, but equal for all attempts of a delivery, since a retry repeats the first attempt's bytes. */
  steady: Random
  timing: Timing
}

/** An attempt as it will be sent. */
export interface Composed {
  request: Outgoing
  /** What a fault changed, byte for byte. */
  changes: readonly Change[]
}

/**
 * What a correct receiver does with an attempt that has a fault, or none.
 * @param made.isEdited whether a resend replaced the body or headers, which the receiver may refuse
 */
export function expectedOf(
  made: Pick<Ingredients, 'edits' | 'recipe'> & { isEdited: boolean },
  fault: Fault | null,
): Expectation {
  const { edits, isEdited, recipe } = made
  const { signature } = signedHeaderNames(recipe)
  // An edited signature is sent as the user wrote it.
  const signsItself = edits?.some(([name]) => isOneOf(name, signature)) ?? false
  return strictest([
    ...(fault === null || signsItself ? [] : [expectationOf(fault, factsOf(recipe))]),
    ...(isEdited ? ['accept_or_refuse' as const] : []),
  ])
}

const contentType = 'application/json'
const unchanged: readonly Change[] = []

/** Makes the exact bytes of an attempt without a fault. */
export function compose(made: Ingredients): Composed {
  const { recipe, body } = made
  const signable = { ...signableOf(made, made.signedAt), ...editsSigned(made) }
  const url = addressFor(recipe, signable)
  signable.url = url
  const ours = [...plainHeaders(made, contentType), ...sign(recipe, made.secrets, signable), ...traceOf(made)]
  const headers = framed(url, withEdits(ours, made.edits), ['content-length', String(body.length)])
  return {
    request: { url, headers, body, wire: plainWire },
    changes: unchanged,
  }
}

/** As {@link compose}, with a fault that changes the content, the signing, the signed request, or the transfer. */
export function composeFaulty(
  made: Ingredients,
  { fault, earlier, random, steady, timing }: FaultIngredients,
): Composed {
  const { recipe } = made
  const names = signedHeaderNames(recipe)
  const facts = factsOf(recipe)
  const before = partOf(fault, 'replay') ? earlier() : null
  const content = shaped(fault, {
    event: made.event,
    body: made.body,
    contentType: typeOf(made),
    earlier: before,
    random: steady,
    namesEvent: tellsEvent(recipe),
  })
  const signing = signingOf(fault, { ...facts, random })
  const signable = {
    ...signableOf(made, made.signedAt + signing.skewS),
    id: content.id ?? made.eventId,
    ...editsSigned(made),
    event: content.event,
    body: content.body,
    contentType: content.contentType,
  }
  const url = addressFor(recipe, signable)
  // A password takes the place of the secret, so a wrong secret must replace both.
  const [signer, secrets] =
    signing.secret === null ? [recipe, made.secrets] : [{ ...recipe, password: undefined }, [signing.secret]]
  const signature = sign(signer, secrets, { ...signable, url }).filter(
    ([name]) => !signing.leaveOut || !isOneOf(name, names.signature),
  )
  const ours = withEdits(
    [...plainHeaders(made, content.contentType), ...signature, ...traceOf(made)],
    made.edits,
  )
  const spoilt = spoiled(fault, {
    headers: ours,
    body: content.body,
    signed: {
      ...facts,
      ...names,
      held: { id: signable.id, timestamp: timeText(recipe, signable.timestamp) },
    },
    random,
  })
  const wire = wireOf(fault, { headers: spoilt.headers, bodyBytes: spoilt.body.length, random })
  const framing: HeaderPair = wire.shape.chunked
    ? ['transfer-encoding', 'chunked']
    : ['content-length', String(spoilt.body.length)]
  const cased = casedHeaders(fault, framed(url, spoilt.headers, framing))
  return {
    request: { url, headers: cased.headers, body: spoilt.body, wire: wire.shape },
    changes: [
      ...scheduleChanges(fault, timing),
      ...content.changes,
      ...signing.changes,
      ...spoilt.changes,
      ...wire.changes,
      ...cased.changes,
    ],
  }
}

const isOneOf = (name: string, names: readonly string[]) =>
  names.some((one) => one.toLowerCase() === name.toLowerCase())

/** The content type of the body. A resend may have changed it. */
const typeOf = ({ edits }: Ingredients): string =>
  edits?.find(([name]) => isOneOf(name, ['content-type']))?.[1] ?? contentType

const signableOf = (made: Ingredients, timestamp: number): Signable => ({
  id: made.eventId,
  timestamp: String(timestamp),
  body: made.body,
  url: made.url,
  event: made.event,
  contentType: typeOf(made),
})

/** An edited id or time is also signed. */
function editsSigned({ edits, recipe }: Ingredients): Partial<Pick<Signable, 'id' | 'timestamp'>> {
  if (edits === null) return {}
  const [id, timestamp] = [heldBeside(recipe, 'id', edits), heldBeside(recipe, 'ts', edits)]
  return {
    ...(id !== undefined && { id }),
    // Some schemes format time differently. An edited value other than Unix seconds is sent unchanged.
    ...(timestamp !== undefined && /^\d+$/.test(timestamp) && { timestamp }),
  }
}

// Behind the signature: faults draw by the position of what they change, and a recorded session must draw the same.
const traceOf = ({ traceparent }: Ingredients): HeaderPair[] =>
  traceparent === undefined ? [] : [['traceparent', traceparent]]

const plainHeaders = (made: Ingredients, type: string): HeaderPair[] => [
  ['content-type', type],
  ['user-agent', made.userAgent],
  // User and password from the URL, unless the scheme has its own.
  ...(made.recipe.method === 'password' ? [] : partsOf(made.url).login),
]

/** The headers of a request, in sending order. */
const framed = (url: string, ours: readonly HeaderPair[], framing: HeaderPair): HeaderPair[] => [
  ['host', partsOf(url).host],
  ['connection', 'keep-alive'],
  ...ours,
  framing,
]

/** Most requests go to the same URL as the one before. */
let last = { url: '', host: '', login: [] as HeaderPair[] }
function partsOf(url: string) {
  if (last.url === url) return last
  const parts = new URL(url)
  const login = basicLogin(parts)
  last = { url, host: parts.host, login: login ? [['authorization', login]] : [] }
  return last
}

/** Edited headers replace headers of the same name in their position. New ones follow. */
function withEdits(ours: readonly HeaderPair[], edits: readonly HeaderPair[] | null): readonly HeaderPair[] {
  if (edits === null) return ours
  const edited = (name: string) => edits.filter(([key]) => isOneOf(key, [name]))
  const kept = ours.flatMap((pair) => (edited(pair[0]).length > 0 ? edited(pair[0]) : [pair]))
  const names = ours.map(([name]) => name)
  return [...kept, ...edits.filter(([name]) => !isOneOf(name, names))]
}
