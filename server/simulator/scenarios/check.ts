/** Checks the steps of a scenario and their references. */
import type { KnownCall } from '../../api/known-calls.ts'
import { flawOfEvent } from '../../events/patterns.ts'
import { keysIn } from '../../words/json-path.ts'
import { suggest } from '../../words/nearest.ts'
import { problemsOfEvent } from './check-event.ts'
import { type Draft, ownWords } from './draft.ts'
import { flawOfPath, flawOfValue } from './fields.ts'
import { type Expectable, expectable, keysOf, kinds } from './kinds.ts'
import { flawOfArming, flawOfCall } from './known-calls.ts'
import { isMap, type Problem, problemsIn } from './problems.ts'
import { isWord, type Reference, referencesIn, refers, slipsIn } from './references.ts'

/** What a reference in this place may name. */
export interface Scope {
  /** The variables of the scenario. Undefined if they are invalid. */
  set: readonly string[] | undefined
  /** Steps that have certainly run before. */
  earlier: ReadonlyMap<string, Draft>
  /** All steps, to recognize a reference to a later one. */
  all: ReadonlyMap<string, Draft>
  /** The names of invalid steps. */
  broken: ReadonlySet<string>
  /** Whether this is inside a repeat, which has a round. */
  inRepeat: boolean
  /** Whether the run already has its subscription and receiver. */
  isBegun: boolean
}

const fixedWords = {
  run: ['id', 'seed', 'identity'],
  subscription: ['id', 'url', 'secret'],
  endpoint: ['name', 'url'],
} as const

/** The values of `${fake.…}`: one person, merchant and amount for each run. */
export const fakeWords = [
  'first_name',
  'last_name',
  'dob',
  'email',
  'phone',
  'street',
  'city',
  'state',
  'zip_code',
  'country',
  'ssn',
  'merchant',
  'amount',
] as const

/** The flaws of a step's values, including its references. */
export function problemsOfStep(draft: Draft, scope: Scope, calls: readonly KnownCall[]): Problem[] {
  const { kind, given, note } = draft
  const article = /^[aeiou]/.test(kind) ? 'an' : 'a'
  const keys = ['name', 'note', ...keysOf(kind)]
  return [
    ...problemsIn(kinds[kind], given, `${article} ${kind} step`, keys),
    ...meaningOf(draft, calls),
    // One unknown key is reported once.
    ...problemsOfReferences({ ...pick(given, keysOf(kind)), note }, scope),
  ]
}

/** Flaws that no schema reports: impossible paths and values. */
function meaningOf({ kind, given }: Draft, calls: readonly KnownCall[]): Problem[] {
  if (kind === 'call') return problemsOfCall(given, calls)
  if (kind === 'arm') return problemsOfArm(given, calls)
  if (kind === 'event') return problemsOfEvent(given)
  const row = expectable.find((one) => one === given.expect)
  if (kind !== 'expect' || !row || !isMap(given.where)) return []
  return Object.entries(given.where).flatMap(([path, value]) => flawOfFilter(row, path, value))
}

function flawOfFilter(row: Expectable, path: string, value: unknown): Problem[] {
  const words = keysIn(path)
  const place = ['where', path]
  const flaw = flawOfPath(row, words)
  if (flaw) return [{ place, message: `where: ${flaw}` }]
  if (refers(value)) return []
  const name = path === 'event' && (row === 'delivery' || row === 'event') && typeof value === 'string'
  const never = name ? flawOfEvent(value) : flawOfValue(row, words, value)
  return never ? [{ place, message: `where.${path}: ${never}` }] : []
}

/** A scenario that expects 404 calls an unknown address on purpose. */
function problemsOfCall({ call, status }: Record<string, unknown>, calls: readonly KnownCall[]): Problem[] {
  const { data } = kinds.call.shape.call.safeParse(call)
  if (!data || status === 404 || refers(status)) return []
  const flaw = flawOfCall(data, calls)
  return flaw ? [{ place: ['call'], message: `call: ${flaw}` }] : []
}

/** An armed error only meets the run's own calls, so one of the known routes must match. */
function problemsOfArm({ method, path }: Record<string, unknown>, calls: readonly KnownCall[]): Problem[] {
  if (typeof path !== 'string' || !/^\/[^?#]*$/.test(path)) return []
  const flaw = flawOfArming({ method: typeof method === 'string' ? method : undefined, path }, calls)
  return flaw ? [{ place: ['path'], message: `path: ${flaw}` }] : []
}

/** The flaws of the references in a value. */
export function problemsOfReferences(value: unknown, scope: Scope): Problem[] {
  return [
    ...slipsIn(value).map(({ place, message }) => ({ place, message: `${place.join('.')}: ${message}` })),
    ...referencesIn(value).flatMap((reference) => {
      const flaw = flawOf(reference, scope)
      return flaw ? [{ place: reference.place, message: `${reference.place.join('.')}: ${flaw}` }] : []
    }),
  ]
}

function flawOf({ text, words }: Reference, scope: Scope): string | undefined {
  const [first = '', second] = words
  if (!words.every(isWord)) return undefined
  if (first === 'round') {
    if (!scope.inRepeat) return `${text} exists only in a repeat`
    return second === undefined ? undefined : `${text}: round has no fields`
  }
  if (scope.broken.has(first) || (first === 'set' && !scope.set)) return undefined
  if (!scope.isBegun && ['subscription', 'endpoint'].includes(first))
    return `${text} exists only in the steps`
  if (!scope.isBegun && first === 'set' && scope.set?.length === 0)
    return `${text}: a variable cannot refer to another variable`
  const fixed = fieldsOf(first, scope)
  if (fixed) {
    if (second !== undefined && fixed.includes(second)) return undefined
    const none = fixed.length === 0 ? ' The scenario sets no variables' : ` ${suggest(second ?? '', fixed)}`
    return `${text} is not known.${none}`.replace(/\.$/, '')
  }
  const step = scope.earlier.get(first)
  if (step) return flawOfKept(step, words, text)
  if (scope.isBegun && scope.set?.includes(first))
    return `${text} is not known; did you mean \${set.${words.join('.')}}?`
  const later = scope.all.get(first)
  if (later) return `${text} refers to step ${later.index} (${first}), which may not have run before`
  return `${text} is not known. ${suggest(first, [...ownWords, ...scope.earlier.keys()])}`.replace(/\.$/, '')
}

function fieldsOf(word: string, scope: Scope): readonly string[] | undefined {
  if (word === 'set') return scope.set
  if (word === 'fake') return fakeWords
  return Object.hasOwn(fixedWords, word) ? fixedWords[word as keyof typeof fixedWords] : undefined
}

/** What is wrong with a reference to what a step keeps: a response, an event, or an expected record. */
function flawOfKept({ kind, index, name, given }: Draft, words: readonly string[], text: string) {
  if (kind === 'call') return undefined
  if (kind === 'event') return prefixed(text, flawOfPath('event', words.slice(1)))
  const row = expectable.find((one) => one === given.expect)
  if (kind === 'expect' && row && given.exactly !== 0) return prefixed(text, flawOfPath(row, words.slice(1)))
  return `${text} refers to step ${index} (${name}), which has no result: only call, event and expect steps have results`
}

const pick = (given: Record<string, unknown>, keys: readonly string[]) =>
  Object.fromEntries(Object.entries(given).filter(([key]) => keys.includes(key)))

const prefixed = (text: string, flaw: string | undefined) => flaw && `${text}: ${flaw}`
