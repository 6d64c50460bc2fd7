/** Writes the recorded session as JSON. */
import { textOf } from '../body/body-text.ts'
import type { Clock } from '../clock/clock.ts'
import type { AttemptStore } from '../delivery/attempts.ts'
import type { EventStore } from '../delivery/event-store.ts'
import type { Ledger } from '../delivery/ledger.ts'
import { type DeliveryRecord, deliveryWire } from '../delivery/record.ts'
import type { DeliveryStore } from '../delivery/store.ts'
import { earliestAfter } from '../inputs/order.ts'
import type { InputRecord, InputStore } from '../inputs/store.ts'
import type { Pausable } from '../memory/in-slices.ts'
import { aPause, pausing } from '../memory/streamed.ts'
import { toIso } from '../words/time.ts'
import type { Beginning } from './beginning.ts'
import { type SessionInput, sessionFormat } from './session.ts'

export interface ExportNeeds {
  version: string
  clock: Clock
  seed(): number
  inputs: InputStore
  events: EventStore
  deliveries: DeliveryStore
  attempts: AttemptStore
  ledger: Ledger
  beginning: { read(): Beginning }
  /** The number of the newest record. */
  newest(): number
  /** Whether some events or deliveries of the session were deleted. */
  outcomeGone(): Pausable<boolean>
  /** The file of a user's scenario, or undefined. */
  scenarioText(name: string): string | undefined
}

/** How many records without their bodies are read at a time, and how many are written without a pause. */
const page = 25

/**
 * Writes the recorded session as JSON, one record on each line, piece by piece, since the whole may not fit into memory.
 */
export function createExporter(needs: ExportNeeds) {
  const { clock, inputs, events, deliveries, attempts, ledger } = needs

  function* rowsOf<Row extends { seq: number }>(read: (after: number) => Row[]): Generator<Row> {
    for (let rows = read(0); rows.length > 0; rows = read(rows.at(-1)?.seq ?? 0)) yield* rows
  }

  /** `"name":[` and each value on a line of its own. The next value is made after the last is written. */
  function* list(name: string, values: Iterable<unknown>): Generator<string> {
    yield `"${name}":[\n`
    let written = 0
    for (const value of values) {
      yield (written > 0 ? ',\n' : '') + JSON.stringify(value)
      if (++written % page === 0) yield aPause
    }
    yield '\n]'
  }

  function* scenariosRun(): Pausable<Record<string, string>> {
    const texts: Record<string, string> = {}
    for (const path of yield* inputs.paths()) {
      const name = scenarioIn(path)
      const text = name === undefined ? undefined : needs.scenarioText(name)
      if (name !== undefined && text !== undefined) texts[name] = text
    }
    return texts
  }

  return function* written(): Generator<string> {
    const beginning = needs.beginning.read()
    const upTo = needs.newest()
    const gone = yield* pausing(inputs.gone())
    const outcomeGone = yield* pausing(needs.outcomeGone())
    const { reasons, remarks } = notesOf(beginning, { gone, outcomeGone })
    const first: InputRecord | undefined = inputs.all().next().value
    const begunAt = beginning.now ?? first?.at ?? clock.now()
    const head = {
      format: sessionFormat,
      version: needs.version,
      complete: reasons.length === 0,
      notes: [...reasons, ...remarks],
      base_url: beginning.baseUrl,
      seed: needs.seed(),
      config: beginning.config,
      counters: beginning.counters ?? {},
      clock: { mode: beginning.mode, now: toIso(begunAt) },
      ended_at: toIso(clock.now()),
      scenarios: yield* pausing(scenariosRun()),
    }
    yield `{"session":{\n${JSON.stringify(head).slice(1, -1)},\n`
    yield* list('inputs', mapped(inputs.all(), inputsFrom(begunAt)))
    yield ',\n"outcome":{\n'
    const until = (row: { seq: number }) => row.seq <= upTo
    // A check is no input of the session, so what it sent is no outcome.
    const eventRows = rowsOf((after) =>
      events.list.arrived({ filters: {}, limit: page, since: after }).filter(until),
    )
    yield* list(
      'events',
      flattened(mapped(eventRows, ({ id, source }) => (source === 'check' ? [] : [events.find(id)]))),
    )
    const deliveryRows = () =>
      rowsOf((after) => deliveries.matching({ filters: {}, limit: page, since: after }).filter(until))
    yield ',\n'
    const wireOf = (record: DeliveryRecord) => (record.checkId === null ? [deliveryWire(record)] : [])
    yield* list('deliveries', flattened(mapped(deliveryRows(), wireOf)))
    yield ',\n'
    const attemptsOf = (record: DeliveryRecord) =>
      record.checkId === null
        ? Array.from(attempts.of(record.seq, ledger.contentOf(record).body), ({ attempt }) => attempt)
        : []
    yield* list('attempts', flattened(mapped(deliveryRows(), attemptsOf)))
    yield '}}}\n'
  }
}

/** The scenario that a request runs. Undefined if it names none or is unreadable. */
function scenarioIn(path: string): string | undefined {
  const [, name] = /^\/sandbox\/scenarios\/([^/?]+)\/run(?:$|\?)/.exec(path) ?? []
  try {
    return name === undefined ? undefined : decodeURIComponent(name)
  } catch {
    return undefined
  }
}

function* mapped<Row, Value>(rows: Iterable<Row>, map: (row: Row) => Value): Generator<Value> {
  for (const row of rows) yield map(row)
}
function* flattened<Value>(lists: Iterable<Value[]>): Generator<Value> {
  for (const values of lists) yield* values
}

/** Converts inputs for the export. An input that ended after a later one began counts as arrived with that one. */
function inputsFrom(begunAt: number): (record: InputRecord) => SessionInput {
  let earliest = begunAt
  return (record) => {
    const at = Math.max(record.at, earliest)
    earliest = earliestAfter({ ...record, at })
    return inputWire({ ...record, at })
  }
}

function inputWire({ at, method, path, headers, body, status, clockAfter }: InputRecord): SessionInput {
  const text = body === null ? null : (textOf(body) ?? null)
  return {
    at: toIso(at),
    method,
    path,
    headers,
    body: text,
    body_base64: text === null && body !== null ? body.toString('base64') : null,
    status,
    clock_after: clockAfter === null ? null : toIso(clockAfter),
  }
}

/** Why a session cannot be played exactly, and other notes. */
function notesOf(
  { now, restarts, changed }: Beginning,
  { gone, outcomeGone }: { gone: number; outcomeGone: boolean },
) {
  const reasons = [
    ...(now === null ? ['The session began before this sandbox recorded sessions.'] : []),
    ...(gone > 0 ? [`${gone} of its inputs are no longer stored (retention, or deleted captures).`] : []),
    ...(outcomeGone ? ['Its first events and deliveries are no longer stored (retention).'] : []),
    ...(changed.includes('config') ? ['The sandbox was restarted with another configuration.'] : []),
    ...(changed.includes('address') ? ['The sandbox was restarted at another address.'] : []),
  ]
  const times = restarts === 1 ? 'once' : `${restarts} times`
  const remarks =
    restarts > 0
      ? [
          `The sandbox was restarted ${times}; records that a start creates from the configuration are not played.`,
        ]
      : []
  return { reasons, remarks }
}
