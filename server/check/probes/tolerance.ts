/** Probes of tolerance: content that a receiver does not expect, and that must not break it. */
import type { Draft, Kit, Planned, Probe } from '../probe.ts'

const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))
const one = (planned: Planned): Planned[][] => [[planned]]

/** How many requests of one probe are under way at once. */
const atOnce = 8

function inTurns(planned: readonly Planned[]): Planned[][] {
  const turns: Planned[][] = []
  for (let at = 0; at < planned.length; at += atOnce) turns.push(planned.slice(at, at + atOnce))
  return turns
}

export const toleranceProbes: readonly Probe[] = [
  {
    id: 'accepts-unknown-event',
    group: 'tolerance',
    severity: 'should',
    expects: 'accept',
    requests(kit) {
      const draft = kit.draft()
      const event = 'loyalty.points.granted'
      return one({ draft: { ...draft, event, payload: { ...draft.payload, event } } })
    },
  },
  {
    id: 'accepts-unknown-field',
    group: 'tolerance',
    severity: 'must',
    expects: 'accept',
    requests(kit) {
      const [outer, inner] = [kit.draft(), kit.draft()]
      const nested = withNested(inner.payload)
      return [
        [
          { label: 'at the top', draft: outer, body: bytes({ ...outer.payload, new_field: 'new' }) },
          ...(nested === undefined ? [] : [{ label: 'inside an object', draft: inner, body: bytes(nested) }]),
        ],
      ]
    },
  },
  {
    id: 'survives-null-field',
    group: 'tolerance',
    severity: 'should',
    expects: 'survive',
    requests: (kit) => inTurns([...eachField(kit, () => null), ...wholes(kit)]),
  },
  {
    id: 'survives-wrong-type',
    group: 'tolerance',
    severity: 'should',
    expects: 'survive',
    requests: (kit) => inTurns([...eachField(kit, otherType), ...wholes(kit)]),
  },
  {
    id: 'rejects-malformed-json',
    group: 'tolerance',
    severity: 'should',
    expects: 'refuse_4xx',
    requests(kit) {
      const draft = kit.draft()
      return one({ draft, body: bytes(draft.payload).subarray(0, -1) })
    },
  },
  {
    id: 'rejects-empty-body',
    group: 'tolerance',
    severity: 'should',
    expects: 'refuse_4xx',
    requests: (kit) => one({ draft: kit.draft(), body: Buffer.alloc(0) }),
  },
  {
    id: 'rejects-other-methods',
    group: 'tolerance',
    severity: 'info',
    expects: 'refuse',
    requests: (kit) => one({ draft: kit.draft(), method: 'PUT' }),
  },
]

/** Bodies that are JSON, and not an event at all. */
const wholes = (kit: Kit): Planned[] =>
  ['null', '[]', '{}'].map((text) => ({
    label: `the body ${text}`,
    draft: kit.draft(),
    body: Buffer.from(text),
  }))

/** One request for each field of one event of each family, with the field's value changed. */
const eachField = (kit: Kit, change: (value: unknown) => unknown): Planned[] =>
  kit.families().flatMap((event) =>
    pathsIn(kit.draft(event).payload).map((path): Planned => {
      const draft = kit.draft(event)
      return {
        label: `${event}: ${path.join('.')}`,
        draft,
        body: bytes(changedAt(draft.payload, path, change)),
      }
    }),
  )

type Path = readonly (string | number)[]

/** The path of every member and item, outer ones first. */
function pathsIn(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return []
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.slice(0, 1).map((item, index) => [index, item])
    : Object.entries(value)
  return entries.flatMap(([name, item]) => [[...at, name], ...pathsIn(item, [...at, name])])
}

function changedAt(value: unknown, [name, ...rest]: Path, change: (value: unknown) => unknown): unknown {
  if (name === undefined) return change(value)
  if (Array.isArray(value))
    return value.map((item, index) => (index === name ? changedAt(item, rest, change) : item))
  const object = value as Draft['payload']
  return { ...object, [name]: changedAt(object[name], rest, change) }
}

/** A value of another type than the given. */
function otherType(value: unknown): unknown {
  if (Array.isArray(value)) return { unexpected: true }
  if (typeof value === 'object' && value !== null) return []
  return typeof value === 'string' ? 12345 : 'text'
}

/** The payload with a member more in its first object; undefined where it holds none. */
function withNested(payload: Draft['payload']): Draft['payload'] | undefined {
  const found = Object.entries(payload).find(
    ([, value]) => typeof value === 'object' && value !== null && !Array.isArray(value),
  )
  return found && { ...payload, [found[0]]: { ...(found[1] as object), new_field: 'new' } }
}
