/** Applies the faults that change a delivery's content before signing. */
import { freeKey, nodesOf, rewritten, withMember, withoutPath, withValue } from '../json/json-edit.ts'
import { type JsonNode, type JsonObject, jsonTree } from '../json/json-tree.ts'
import { pathBelow } from '../words/json-path.ts'
import { plural } from '../words/plural.ts'
import type { Charset } from './arguments.ts'
import { decoded, encoded } from './charset.ts'
import { difference } from './difference.ts'
import { type Change, type Fault, partOf, type Random } from './fault.ts'
import type { ArgsOf, FaultName } from './table.ts'

/** The content to sign and send. */
interface Message {
  event: string
  body: Buffer
  contentType: string
}

/** The changed fields of a message, or the reason why nothing changed. */
type Shaped = Partial<Message> | string

/** Deliveries never nest deeper. */
const deepest = 1000
const rootOf = (text: string | undefined): JsonNode | undefined =>
  text === undefined ? undefined : jsonTree(text, deepest)

/** Changes a body that is a JSON object. Leaves any other body unchanged. */
function inObject(
  { body }: Message,
  change: (text: string, root: JsonObject) => string | { problem: string },
): Shaped {
  const text = decoded(body)
  const root = rootOf(text)
  if (text === undefined || root?.kind !== 'object') return 'nothing changed: the body is not a JSON object'
  const changed = change(text, root)
  return typeof changed === 'string' ? { body: Buffer.from(changed, 'utf8') } : changed.problem
}

/** Nothing changes if neither the body nor a header contains the event's name. */
function unknownEvent(message: Message, random: Random, namesEvent: boolean): Shaped {
  const letters = Array.from({ length: 8 }, (_, at) =>
    String.fromCharCode(97 + Math.floor(random(`unknown_event:${at}`) * 26)),
  )
  const event = `unknown.${letters.join('')}`
  const shaped = inObject(message, (text, root) => {
    const changed = withValue(text, root, 'event', JSON.stringify(event))
    return changed === text ? { problem: 'nothing changed: the body has no event' } : changed
  })
  if (typeof shaped !== 'string') return { ...shaped, event }
  return namesEvent ? { event } : shaped
}

const missingField = (message: Message, path: readonly string[]): Shaped =>
  inObject(
    message,
    (text, root) =>
      withoutPath(text, root, path) ?? {
        problem: `nothing changed: the body has no ${path.reduce(pathBelow, '')}`,
      },
  )

const extraField = (message: Message): Shaped =>
  inObject(message, (text, root) => {
    const added = (to: JsonObject, into: string) =>
      withMember(into, to, freeKey(to, 'unexpected_field'), '"added by the fault extra_field"')
    const within = [...nodesOf(root)].find(
      (node): node is JsonObject => node !== root && node.kind === 'object',
    )
    // Edits the outer object first: its end comes later in the text, so the inner positions stay valid.
    const outer = added(root, text)
    return within ? added(within, outer) : outer
  })

function reserialise({ body }: Message): Shaped {
  const text = decoded(body)
  const root = rootOf(text)
  if (!root) return 'nothing changed: the body is not JSON'
  const other = rewritten(root)
  return { body: Buffer.from(other === text ? `${other}\n` : other, 'utf8') }
}

function oversize(message: Message, bytes: number): Shaped {
  if (message.body.length >= bytes)
    return `nothing changed: the body already has ${plural(message.body.length, 'byte')}`
  return inObject(message, (text, root) => {
    const key = freeKey(root, 'padding')
    const least = Buffer.byteLength(withMember(text, root, key, '""'))
    return withMember(text, root, key, `"${'x'.repeat(Math.max(0, bytes - least))}"`)
  })
}

function inCharset({ body, contentType }: Message, charset: Charset): Shaped {
  const text = decoded(body)
  if (text === undefined) return 'nothing changed: the body is not UTF-8 text'
  const bytes = encoded(text, charset)
  if (!bytes)
    return `nothing changed: ${charset} lacks characters of the body, and only JSON could escape them`
  const type = contentType.replace(/\s*;\s*charset\s*=\s*(?:"[^"]*"|[^;]*)/gi, '')
  return { body: bytes, contentType: `${type}; charset=${charset}` }
}

interface Besides {
  random: Random
  /** Whether a header contains the event's name. */
  namesEvent: boolean
}

/** The order is fixed, whatever the order in the text: JSON edits come before encoding. */
const steps = [
  step('unknown_event', (message, _args, { random, namesEvent }) =>
    unknownEvent(message, random, namesEvent),
  ),
  step('missing_field', (message, { path }) => missingField(message, path)),
  step('extra_field', extraField),
  step('reserialise', reserialise),
  step('oversize', (message, { bytes }) => oversize(message, bytes)),
  step('content_type', (_message, { type }) => ({ contentType: type })),
  step('charset', (message, { charset }) => inCharset(message, charset)),
]

function step<K extends FaultName>(
  name: K,
  shape: (message: Message, args: ArgsOf<K>, besides: Besides) => Shaped,
) {
  return (fault: Fault, message: Message, besides: Besides) => {
    const part = partOf(fault, name)
    return part && { fault: part.text, shaped: shape(message, part.args, besides) }
  }
}

/** Describes the changes. */
function told(before: Message, after: Message): string {
  return [
    ...(after.event === before.event ? [] : [`event "${before.event}" → "${after.event}"`]),
    ...(after.contentType === before.contentType
      ? []
      : [`content-type "${before.contentType}" → "${after.contentType}"`]),
    ...(after.body === before.body ? [] : [`body: ${difference(before.body, after.body)}`]),
  ].join('; ')
}

/** The event's name in the body, if any. */
function eventIn(body: Buffer): string | undefined {
  const text = decoded(body)
  if (text === undefined || rootOf(text)?.kind !== 'object') return undefined
  const { event }: { event?: unknown } = JSON.parse(text)
  return typeof event === 'string' ? event : undefined
}

/** The id of the replayed event, null if there was no earlier event, or undefined without a replay. */
export const replayedIn = (changes: readonly Change[]): string | null | undefined =>
  changes.find(({ replayed }) => replayed !== undefined)?.replayed

/**
 * Applies a fault to the content before signing.
 * @param earlier the newest event that this subscription was sent before, for a replay
 * @returns `id` is the earlier event's id after a replay, otherwise undefined
 */
export function shaped(
  fault: Fault,
  {
    earlier,
    random,
    namesEvent,
    ...own
  }: Message & Besides & { earlier: { id: string; body: Buffer } | null },
): Message & { id: string | undefined; changes: Change[] } {
  const changes: Change[] = []
  let message: Message = own
  const replay = partOf(fault, 'replay')
  if (replay && earlier) {
    message = { ...own, body: earlier.body, event: eventIn(earlier.body) ?? own.event }
    const detail = `${earlier.id} sent again; ${told(own, message)}`
    changes.push({ fault: replay.text, detail, replayed: earlier.id })
  } else if (replay) {
    const detail = 'sent with its own content: there is no earlier event'
    changes.push({ fault: replay.text, detail, replayed: null })
  }
  for (const take of steps) {
    const taken = take(fault, message, { random, namesEvent })
    if (!taken) continue
    const after = typeof taken.shaped === 'string' ? message : { ...message, ...taken.shaped }
    const detail = typeof taken.shaped === 'string' ? taken.shaped : told(message, after)
    changes.push({
      fault: taken.fault,
      detail: detail || 'nothing changed: the request already has this value',
    })
    message = after
  }
  return { ...message, id: replay && earlier ? earlier.id : undefined, changes }
}
