/** The form that sends an event, as data. */

import { signal } from '@preact/signals'
import type { CatalogueEvent } from '../../server/wire.ts'
import { didYouMean } from '../../server/words/nearest.ts'
import { createDrafts } from '../form/drafts.ts'
import type { FieldOf, Rows, Typed } from '../form/form.tsx'
import { type CheckedPayload, checkPayload } from '../json/schema/payload-check.ts'
import { schemaProblems } from '../json/schema/schema-check.ts'
import { knownPath, type Reading, readValue, type SchemaPath } from '../json/schema/schema-paths.ts'
import type { Trigger } from '../live/routes.ts'
import { receiver } from '../subscription/subscription-options.ts'

/** A value of the payload set by the reader. */
export interface Override {
  path: string
  typed: string
  /** Undefined uses the type that fits the schema. */
  reading?: Reading | undefined
}

interface Own {
  set: readonly Override[]
  /** The custom payload, or null if the payload is generated. */
  payload: { readonly text: string } | null
}
/** The form as typed. */
export type Draft = Typed<Trigger, Own>
export const firstTrigger: Draft = {
  event: '',
  set: [{ path: '', typed: '' }],
  payload: null,
  count: '1',
  subscription_id: '',
  fault: '',
  with_history: '',
  force: '',
}

/** Whether the fault field takes the focus when the form appears. */
export const wantsFault = signal(false)

/** Unsent forms by event or pattern. */
export const triggerDrafts = createDrafts<Draft>()

/** Puts a payload into the form of an event. */
export const editPayload = (event: string, text: string): void =>
  triggerDrafts.keep(event, {
    before: firstTrigger,
    form: { ...(triggerDrafts.of(event)?.form ?? firstTrigger), payload: { text } },
  })

/** A payload indented for editing. */
export const indented = (payload: unknown): string => JSON.stringify(payload, null, 2)

/** The set values, each read by the type of its path. */
const setOf = (overrides: readonly Override[], paths: readonly SchemaPath[]): Record<string, unknown> =>
  Object.fromEntries(
    overrides
      .filter(({ path }) => path !== '')
      .map(({ path, typed, reading }) => [
        path,
        readValue(typed, knownPath(paths, path)?.types ?? [], reading),
      ]),
  )

/** The problem of a set value, and its field. */
export interface OverrideProblem {
  kind: 'path' | 'value' | 'unplaced'
  text: string
}

/** Null for a valid value, or for one that the reader may still be typing. */
export function overrideProblem(
  { path, typed, reading }: Override,
  paths: readonly SchemaPath[],
  event: string,
): OverrideProblem | null {
  if (path === '') return typed === '' ? null : { kind: 'unplaced', text: 'Choose the path of this value.' }
  const known = knownPath(paths, path)
  if (known === undefined) {
    const isBegun = typed === '' && paths.some((one) => one.path.startsWith(path))
    return isBegun ? null : { kind: 'path', text: noPath(path, paths, event) }
  }
  if (typed === '') return null
  const [problem] = schemaProblems(known.schema, readValue(typed, known.types, reading))
  if (problem === undefined) return null
  return { kind: 'value', text: [problem.path, problem.message].join(' ').trim() }
}

function noPath(path: string, paths: readonly SchemaPath[], event: string): string {
  const known = paths.map((one) => one.path)
  return `${event} has no path ${path}. ${didYouMean(path, known)}`.trim()
}

interface Subject {
  /** The event name, or a pattern. */
  name: string
  /** Undefined for a pattern, whose payloads are always generated. */
  event: CatalogueEvent | undefined
  paths: readonly SchemaPath[]
}
type Field<Name extends keyof Trigger> = Extract<FieldOf<Trigger, Own>, { name: Name }>

/** The custom payload, checked with the event's schema. */
export const checked = ({ text }: { text: string }, event: CatalogueEvent | undefined): CheckedPayload =>
  checkPayload(text, event?.schema ?? {})

const isGenerated = ({ payload }: Draft) => payload === null

/** The fields that send an event. `force` overrides the schema, but no text that is not JSON. */
export const triggerFields = (
  { name, event, paths }: Subject,
  draw: {
    set?: Field<'set'>['draw']
    payload?: Field<'payload'>['draw']
    fault?: Field<'fault'>['draw']
  } = {},
): Rows<Trigger, Own> => [
  {
    name: 'payload',
    label: 'Payload',
    flaw(typed, { force }) {
      const whole = typed && checked(typed, event)
      if (whole === null || (whole.payload !== undefined && force === 'on')) return undefined
      return whole.problems.length > 0 ? '' : undefined
    },
    send: (typed) => (typed === null ? undefined : checked(typed, event).payload),
    draw: draw.payload,
  },
  {
    name: 'set',
    label: 'Custom values',
    flaw: (typed, { force }) =>
      typed.some((one) => {
        const problem = overrideProblem(one, paths, name)
        return problem !== null && (problem.kind === 'unplaced' || force !== 'on')
      })
        ? ''
        : undefined,
    send(typed) {
      const set = setOf(typed, paths)
      return Object.keys(set).length > 0 ? set : undefined
    },
    when: isGenerated,
    draw: draw.set,
  },
  [
    { name: 'count', label: 'Count', kind: 'number', min: 1, max: 100_000, required: true, usual: '1' },
    receiver,
  ],
  { name: 'fault', label: 'Fault', draw: draw.fault },
  [
    {
      name: 'with_history',
      label: 'With history',
      kind: 'check',
      hint: 'Also sends the earlier events if the sandbox has to create the object.',
      usual: '',
      when: isGenerated,
    },
    {
      name: 'force',
      label: 'Force',
      kind: 'check',
      hint: 'Sends the event even if the schema or the state of its object refuses it.',
      usual: '',
    },
  ],
]

const forcible = new Set(['event_impossible', 'object_unknown', 'path_unknown', 'payload_invalid'])
/** Whether `force` overrides a refusal. */
export const isForcible = (code: string): boolean => forcible.has(code)
