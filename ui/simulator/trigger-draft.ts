import { signal } from '@preact/signals'
import type { CatalogueEvent } from '../../server/wire.ts'
import { nearestFirst } from '../../server/words/nearest.ts'
import { filled, textIn } from '../form/typed.ts'
import { type CheckedPayload, checkPayload } from '../json/schema/payload-check.ts'
import { schemaProblems } from '../json/schema/schema-check.ts'
import { knownPath, type Reading, readValue, type SchemaPath } from '../json/schema/schema-paths.ts'
import type { Trigger } from '../live/routes.ts'

/** One value of the payload set by hand. */
export interface Override {
  path: string
  typed: string
  /** Undefined takes the one that fits the schema. */
  reading?: Reading | undefined
}

/** What is to be fired, as typed. */
export interface Draft {
  overrides: Override[]
  /** The whole payload; null where it is built. */
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

/** Whether the fault's field takes the focus when the form next appears. */
export const wantsFault = signal(false)

const drafts = signal<ReadonlyMap<string, Draft>>(new Map())

/** What was typed for an event, or a pattern, since the page was opened. */
export const draftOf = (event: string): Draft => drafts.value.get(event) ?? emptyDraft

export function changeDraft(event: string, change: Partial<Draft>): void {
  drafts.value = new Map(drafts.value).set(event, { ...draftOf(event), ...change })
}

/** A payload as one edits it. */
export const indented = (payload: unknown): string => JSON.stringify(payload, null, 2)

/** The payload that a draft holds whole, checked by its event's schema; null where it is built. */
export const payloadOf = ({ payload }: Draft, event: CatalogueEvent | undefined): CheckedPayload | null =>
  payload === null ? null : checkPayload(payload, event?.schema ?? {})

/** The values set by hand, each as its path takes it. */
const setOf = (overrides: readonly Override[], paths: readonly SchemaPath[]): Record<string, unknown> =>
  Object.fromEntries(
    overrides
      .filter(({ path }) => path !== '')
      .map(({ path, typed, reading }) => [
        path,
        readValue(typed, knownPath(paths, path)?.types ?? [], reading),
      ]),
  )

/** What is wrong with a value set by hand, and which of its two fields it is wrong in. */
export interface OverrideProblem {
  kind: 'path' | 'value' | 'unplaced'
  text: string
}

/** What is wrong with one value as typed; null where nothing is, or it is still being typed. */
export function overrideProblem(
  { path, typed, reading }: Override,
  paths: readonly SchemaPath[],
  event: string,
): OverrideProblem | null {
  if (path === '') return typed === '' ? null : { kind: 'unplaced', text: 'Which path is this the value of?' }
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
  const [close] = nearestFirst(path, known)
  const move = close === undefined ? '' : `; did you mean ${close}?`
  return `${path} is no path of ${event}${move}`
}

/** What a draft asks the sandbox for, without what is so anyway. */
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
/** Whether a refusal can be overridden by `force`. */
export const isForcible = (code: string): boolean => forcible.has(code)
