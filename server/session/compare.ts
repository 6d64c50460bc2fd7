/** Compares a played session with its record. */
import { untold } from '../words/outcome.ts'
import type { Session, SessionAttempt, SessionInput } from './session.ts'

interface LeafDifference {
  path: string
  expected: unknown
  came: unknown
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The differences between two JSON values, down to single members, including JSON inside of text. */
function differencesIn(expected: unknown, came: unknown, path = ''): LeafDifference[] {
  const below = (name: string) => (path === '' ? name : `${path}.${name}`)
  if (isRecord(expected) && isRecord(came)) {
    const names = new Set([...Object.keys(expected), ...Object.keys(came)])
    return [...names].flatMap((name) => differencesIn(expected[name], came[name], below(name)))
  }
  if (Array.isArray(expected) && Array.isArray(came)) {
    const most = Math.max(expected.length, came.length)
    return Array.from({ length: most }, (_, i) => differencesIn(expected[i], came[i], below(`${i}`))).flat()
  }
  if (Object.is(expected, came)) return []
  const [one, other] = [jsonIn(expected), jsonIn(came)]
  const inside = one && other ? differencesIn(one, other, path) : []
  return inside.length > 0 ? inside : [{ path, expected, came }]
}

/** The object or list in a JSON text. */
function jsonIn(text: unknown): unknown {
  if (typeof text !== 'string' || !/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A difference between a played session and its record. */
export interface Difference {
  kind: 'answer' | 'event' | 'delivery' | 'attempt'
  /** The id of the record, or the number of the input. */
  id: string
  /** What the record is, in words. */
  of: string
  /** The path within the record, such as `payload.card.status`. Empty if the whole record is missing or unexpected. */
  path: string
  expected: unknown
  came: unknown
}

/** What can be compared. */
export interface Comparable {
  /** Whether the clock was manual, so that times are equal to the microsecond. */
  times: boolean
  /** Whether signatures are the same as in the record. */
  signatures: boolean
  /** Whether attempts were answered from the record. */
  answers: boolean
  /** Whether the record is complete, so that everything additional is a difference. */
  whole: boolean
}

type Held = Comparable & {
  /** Whether reasons were recorded as facts. Older versions have a text. */
  reasons: boolean
  /** Whether attempts were recorded with a trace. Older versions sent none. */
  traces: boolean
}

export interface Compared {
  differences: Difference[]
  counts: Record<Difference['kind'], { expected: number; came: number }>
}

type Outcome = Session['outcome']
interface Entry {
  id: string
  of: string
  facts: unknown
}

/** Compares the results of playing a session with its record. `statuses` are those of its inputs, in order. */
export function compareSessions(
  session: Pick<Session, 'inputs' | 'outcome'>,
  came: { statuses: readonly number[]; outcome: Outcome },
  able: Comparable,
): Compared {
  const isEarlier = session.outcome.deliveries.some(({ reason_code }) => reason_code === 'earlier')
  const held = {
    ...able,
    reasons: able.answers && !isEarlier,
    traces: session.outcome.attempts.some(({ trace_id }) => trace_id !== undefined),
  }
  const pairs = [
    {
      kind: 'answer',
      expected: session.inputs.map((input, index) => answer(input, index, input.status)),
      came: session.inputs.map((input, index) => answer(input, index, came.statuses[index] ?? 0)),
    },
    ...(['events', 'deliveries', 'attempts'] as const).map((table) => ({
      kind: kindOf[table],
      expected: entriesOf(session.outcome, table, held),
      came: entriesOf(came.outcome, table, held),
    })),
  ] as const
  return {
    differences: pairs.flatMap((pair) => differencesOf(pair, able)),
    counts: Object.fromEntries(
      pairs.map((pair) => [pair.kind, { expected: pair.expected.length, came: pair.came.length }]),
    ) as Compared['counts'],
  }
}

const kindOf = { events: 'event', deliveries: 'delivery', attempts: 'attempt' } as const

const answer = ({ method, path }: SessionInput, index: number, status: number): Entry => ({
  id: String(index + 1),
  of: `${method} ${path}`,
  facts: { status },
})

function differencesOf(
  { kind, expected, came }: { kind: Difference['kind']; expected: Entry[]; came: Entry[] },
  { whole }: Comparable,
): Difference[] {
  const found = new Map(came.map((entry) => [entry.id, entry]))
  const differences: Difference[] = []
  for (const { id, of, facts } of expected) {
    const other = found.get(id)
    found.delete(id)
    if (other === undefined) differences.push({ kind, id, of, path: '', expected: 'this', came: undefined })
    else
      for (const one of differencesIn(facts, other.facts))
        differences.push({ kind, id, of: other.of, ...one })
  }
  if (!whole) return differences
  const besides = [...found.values()].map(({ id, of }) => ({
    kind,
    id,
    of,
    path: '',
    expected: undefined,
    came: 'this',
  }))
  return [...differences, ...besides]
}

function entriesOf(outcome: Outcome, table: keyof Outcome, able: Held): Entry[] {
  switch (table) {
    case 'events':
      return outcome.events.map(({ id, seq: _, summary: __, occurred_at, ...facts }) => ({
        id,
        of: facts.event,
        facts: able.times ? { ...facts, occurred_at } : withoutTimes(facts),
      }))
    case 'deliveries':
      return outcome.deliveries.map((row) => {
        const { id, event_id, event, subscription_id, url, scheme, fault, attempts_made, state } = row
        const { created_at, next_attempt_at, finished_at } = row
        const facts = { event_id, event, subscription_id, url, scheme, fault, attempts_made, state }
        return {
          id,
          of: event,
          facts: {
            ...facts,
            // On a running clock, a due attempt may not have been made yet.
            ...(able.times ? { created_at, next_attempt_at, finished_at } : { state: endOf(state) }),
            ...(able.reasons && { reason: row.reason_facts }),
          },
        }
      })
    case 'attempts':
      return outcome.attempts
        .filter((attempt) => able.times || attempt.outcome !== null)
        .map((attempt) => ({
          id: attempt.id,
          of: `attempt ${attempt.number} of ${attempt.delivery_id}`,
          facts: factsOf(attempt, able),
        }))
  }
}

const endOf = (state: string) => (['pending', 'sending', 'retrying'].includes(state) ? 'open' : state)

function factsOf({ request, outcome, ...attempt }: SessionAttempt, able: Held) {
  const { delivery_id, number, started_at, signed_at, fault, changes } = attempt
  const { method, url, http_version, body, body_base64 } = request
  const headers = able.traces
    ? request.headers
    : request.headers.filter(([name]) => name.toLowerCase() !== 'traceparent')
  const sent = { method, url, http_version }
  const isSigned = able.signatures && able.times
  return {
    delivery_id,
    number,
    fault,
    request: {
      ...sent,
      ...(able.times ? { body, body_base64 } : { body: withoutTimes(textOf(request)) }),
      headers: isSigned ? headers : headers.map(([name]) => name),
    },
    // The text of a change differs by version.
    ...(isSigned && { signed_at, changes: changes.map(({ detail: _, ...facts }) => facts) }),
    ...(able.times && { started_at }),
    outcome: able.answers
      ? outcome && untold(outcome)
      : outcome?.kind === 'responded'
        ? outcome
        : outcome?.kind,
  }
}

/** The text of a body, or of UTF-16, in which a NUL stands beside each character of a time. */
const textOf = ({ body, body_base64 }: SessionAttempt['request']): string =>
  (body_base64 === null ? body : Buffer.from(body_base64, 'base64').toString('latin1')).replaceAll('\0', '')

/** Times in a text, in the forms that the sandbox writes. A fault may have changed their letters. */
const time = /\d{4}-\d\d-\d\d[A-Z]\d\d:\d\d:\d\d(?:\.\d+)?(?:[A-Z]|[+-]\d\d:\d\d)/g

const withoutTimes = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value).replace(time, 'TIME'))
