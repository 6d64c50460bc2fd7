/** Converts the form that sends an event to a request, and checks the form. */

import { signal } from '@preact/signals'
import type { CatalogueEvent } from '../../server/wire.ts'
import { didYouMean } from '../../server/words/nearest.ts'
import { filled, textIn } from '../form/typed.ts'
import { type CheckedPayload, checkPayload } from '../json/schema/payload-check.ts'
import { schemaProblems } from '../json/schema/schema-check.ts'
import { knownPath, type Reading, readValue, type SchemaPath } from '../json/schema/schema-paths.ts'
import type { Trigger } from '../live/routes.ts'

/** A value of the payload set by the reader. */
export interface Override {
  path: string
  typed: string
  /** Undefined uses the type that fits the schema. */
  reading?: Reading | undefined
}

/** The form as typed. */
export interface Draft {
  overrides: Override[]
  /** The custom payload, or null if the payload is generated. */
  payload: string | null
  count: string
  subscription: string
  fault: string
  withHistory: boolean
  force: boolean
}
const emptyDraft: Draft = {
  overrides: [{ path: '', typed: '' }],
  payload: null,
  count: '1',
  subscription: '',
  fault: '',
  withHistory: false,
  force: false,
}

/** Whether the fault field takes the focus when the form appears. */
export const wantsFault = signal(false)

const drafts = signal<ReadonlyMap<string, Draft>>(new Map())

/** The draft for an event or pattern, kept while the page is open. */
export const draftOf = (event: string): Draft => drafts.value.get(event) ?? emptyDraft

export function changeDraft(event: string, change: Partial<Draft>): void {
  drafts.value = new Map(drafts.value).set(event, { ...draftOf(event), ...change })
}

/** A payload indented for editing. */
export const indented = (payload: unknown): string => JSON.stringify(payload, null, 2)

/** The custom payload, checked with the event's schema. Null if the payload is generated. */
export const payloadOf = ({ payload }: Draft, event: CatalogueEvent | undefined): CheckedPayload | null =>
  payload === null ? null : checkPayload(payload, event?.schema ?? {})

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

/** The request of a draft, without default values. */
export function triggerOf(
  event: string,
  draft: Draft,
  { paths, whole }: { paths: readonly SchemaPath[]; whole: CheckedPayload | null },
): Trigger {
  const set = whole === null ? setOf(draft.overrides, paths) : {}
  const count = Number(draft.count)
  return {
    event,
    ...filled({
      set: Object.keys(set).length > 0 ? set : undefined,
      payload: whole?.payload,
      count: count === 1 ? undefined : count,
      subscription_id: textIn(draft.subscription),
      fault: textIn(draft.fault),
      with_history: (draft.withHistory && whole === null) || undefined,
      force: draft.force || undefined,
    }),
  }
}

const forcible = new Set(['event_impossible', 'object_unknown', 'path_unknown', 'payload_invalid'])
/** Whether `force` overrides a refusal. */
export const isForcible = (code: string): boolean => forcible.has(code)
