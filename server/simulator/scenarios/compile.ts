/** Reads and checks the file of a scenario. */
import type { KnownCall } from '../../api/known-calls.ts'
import type * as wire from '../../wire.ts'
import { problemsOfReferences, problemsOfStep, type Scope } from './check.ts'
import { type Draft, draftsIn } from './draft.ts'
import { isMap, type Problem, problemsIn } from './problems.ts'
import type { Scenario, Step } from './scenario.ts'
import { endpointSettings, subscriptionSettings, topSchema } from './settings.ts'
import { type Place, readYaml, type Source } from './source.ts'
import { summaryOf } from './summary.ts'

/** A scenario file as read: its description, its flaws, and the runnable scenario if there are none. */
export interface Compiled {
  title: string
  description: string
  /** Its variables and their defaults. */
  set: Record<string, unknown>
  steps: wire.Scenario['steps']
  problems: string[]
  scenario: Scenario | undefined
}

const topKeys = Object.keys(topSchema.shape)

/**
 * Reads and checks a scenario file. Each mistake is reported once, with file, line, step and key.
 * @param file the file name, from which the scenario gets its name
 * @param calls the routes that its calls can reach
 */
export function compile(file: string, text: string, calls: readonly KnownCall[]): Compiled {
  const name = file.replace(/\.ya?ml$/, '')
  const source = readYaml(text)
  if ('flaws' in source)
    return unreadable(
      name,
      source.flaws.map(({ line, message }) => `${file}, line ${line}: ${message}.`),
    )
  const { value } = source
  if (!isMap(value)) return unreadable(name, [`${file}, line 1: must hold title, description and steps.`])

  const problems: { line: number; text: string }[] = []
  function tell(place: Place, message: string, step?: { index: string; name?: string | undefined }) {
    const line = (source as Source).lineOf(place)
    const where = step ? `, step ${step.index}${step.name ? ` (${step.name})` : ''}` : ''
    problems.push({
      line,
      text: `${file}, line ${line}${where}: ${message.replace(/\.$/, '')}${message.endsWith('?') ? '' : '.'}`,
    })
  }

  tellTop(value, tell)
  const { drafts, broken } =
    value.steps === undefined ? { drafts: [], broken: new Set<string>() } : draftsIn(value.steps, tell)
  // Of two steps with one name, the first keeps it.
  const all = new Map(
    flat(drafts)
      .toReversed()
      .map((draft) => [draft.name, draft]),
  )
  const set = isMap(value.set) ? value.set : {}
  const variables = value.set === undefined || isMap(value.set) ? Object.keys(set) : undefined
  tellSteps(drafts, { set: variables, earlier: new Map(), all, broken, inRepeat: false, isBegun: true })

  /** Returns the steps that have certainly run after these. */
  function tellSteps(steps: readonly Draft[], scope: Scope): ReadonlyMap<string, Draft> {
    const earlier = new Map(scope.earlier)
    const add = (more: ReadonlyMap<string, Draft>) => {
      for (const [one, draft] of more) if (all.get(one) === draft) earlier.set(one, draft)
    }
    for (const draft of steps) {
      for (const { place, message } of problemsOfStep(draft, { ...scope, earlier }, calls))
        tell([...draft.place, ...place], message, draft)
      // A branch does not know the progress of parallel branches.
      const inside = {
        ...scope,
        earlier: new Map(earlier),
        inRepeat: scope.inRepeat || draft.kind === 'repeat',
      }
      for (const known of draft.branches.map((branch) => tellSteps(branch, inside))) add(known)
      add(new Map([[draft.name, draft]]))
    }
    return earlier
  }

  const title = typeof value.title === 'string' ? value.title : name
  const description = typeof value.description === 'string' ? value.description : ''
  const steps = drafts.map((draft) => stepOf(draft, source))
  const told = problems.sort((a, b) => a.line - b.line).map((problem) => problem.text)
  return {
    title,
    description,
    set,
    steps: flat(drafts).map((draft) => ({
      index: draft.index,
      name: draft.name,
      kind: draft.kind,
      summary: summaryOf(draft),
      note: draft.note,
    })),
    problems: [...new Set(told)],
    scenario:
      told.length > 0
        ? undefined
        : {
            name,
            title,
            description,
            file,
            set,
            subscription: mapOf(value.subscription),
            endpoint: mapOf(value.endpoint),
            steps,
          },
  }
}

/** The parts of the file besides the steps. */
function tellTop(value: Record<string, unknown>, tell: (place: Place, message: string) => void) {
  const { steps, subscription, endpoint, ...rest } = value
  const parts: [string, () => Problem[]][] = [
    [
      'subscription',
      () =>
        problemsIn(
          subscriptionSettings,
          subscription,
          'subscription',
          Object.keys(subscriptionSettings.shape),
        ),
    ],
    [
      'endpoint',
      () => problemsIn(endpointSettings, endpoint, 'endpoint', Object.keys(endpointSettings.shape)),
    ],
  ]
  for (const { place, message } of problemsIn(topSchema, rest, 'a scenario', topKeys)) tell(place, message)
  for (const [key, check] of parts)
    if (value[key] !== undefined)
      for (const { place, message, isUnknownKey } of check())
        tell([key, ...place], isUnknownKey ? message : prefixed(key, place, message))
  if (steps === undefined) tell([], 'steps: missing; a scenario needs a list of steps')
  const set = isMap(rest.set) ? rest.set : {}
  for (const variable of Object.keys(set))
    if (!/^[\w-]+$/.test(variable))
      tell(['set', variable], `set: ${variable} must be a word of letters, digits, dashes and underscores`)
  const none = {
    earlier: new Map(),
    all: new Map(),
    broken: new Set<string>(),
    inRepeat: false,
    isBegun: false,
  }
  // Variables cannot refer to each other.
  for (const { place, message } of problemsOfReferences(set, { ...none, set: [] }))
    tell(['set', ...place], `set.${message}`)
  for (const [key, part] of [
    ['subscription', subscription],
    ['endpoint', endpoint],
  ] as const)
    for (const { place, message } of problemsOfReferences(part, { ...none, set: Object.keys(set) }))
      tell([key, ...place], `${key}.${message}`)
}

const prefixed = (key: string, place: Place, message: string) =>
  place.length > 0 ? `${key}.${message}` : `${key}: must be a map of settings`

const unreadable = (title: string, problems: string[]): Compiled => ({
  title,
  description: '',
  set: {},
  steps: [],
  problems,
  scenario: undefined,
})

const mapOf = (value: unknown) => (isMap(value) ? value : {})

const flat = (drafts: readonly Draft[]): Draft[] =>
  drafts.flatMap((draft) => [draft, ...draft.branches.flatMap(flat)])

const stepOf = (draft: Draft, source: Source): Step => ({
  index: draft.index,
  name: draft.name,
  kind: draft.kind,
  summary: summaryOf(draft),
  note: draft.note,
  line: source.lineOf(draft.place),
  given: draft.given,
  branches: draft.branches.map((branch) => branch.map((inner) => stepOf(inner, source))),
})
