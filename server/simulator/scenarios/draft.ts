/** Finds the steps in a scenario file. */
import { type StepKind, stepKinds } from '../../wire.ts'
import { nearest } from '../../words/nearest.ts'
import { keysOf } from './kinds.ts'
import { isMap } from './problems.ts'
import type { Place } from './source.ts'

/** A step as found in a file, with its kind and name, before its values are checked. */
export interface Draft {
  index: string
  name: string
  kind: StepKind
  place: Place
  /** What the presenter of a demonstration should know. */
  note: string | null
  /** Its keys and values, except its name, note and inner steps. */
  given: Record<string, unknown>
  branches: Draft[][]
}

/** Called with a flaw of a step. `index` and `name` identify the step. */
export type Tell = (
  place: Place,
  message: string,
  step?: { index: string; name?: string | undefined },
) => void

/** Words with a fixed meaning in references. */
export const ownWords = ['run', 'subscription', 'endpoint', 'set', 'fake', 'round'] as const

const deepest = 8
const mostSteps = 1000

/** Finds the steps in a file: kinds, names, places and inner steps. `broken` has the names of unrecognizable steps. */
export function draftsIn(list: unknown, tell: Tell): { drafts: Draft[]; broken: Set<string> } {
  const taken = new Map<string, string>()
  const broken = new Set<string>()
  let found = 0

  function draftsOf(
    steps: unknown,
    place: Place,
    prefix: string,
    { above, owner }: { above: string; owner?: Draft },
  ): Draft[] {
    if (!Array.isArray(steps) || steps.length === 0) {
      tell(place, `${above}: must be a list of at least one step`, owner)
      return []
    }
    if (prefix.split('.').length > deepest) {
      tell(place, `is nested more than ${deepest} deep`, owner)
      return []
    }
    return steps.flatMap((step, at) => draftOf(step, [...place, at], `${prefix}${at + 1}`) ?? [])
  }

  function draftOf(step: unknown, place: Place, index: string): Draft | undefined {
    if (++found > mostSteps) {
      if (found === mostSteps + 1) tell(place, `there are more than ${mostSteps} steps`)
      return undefined
    }
    if (!isMap(step)) {
      tell(place, `must be a map with one of ${stepKinds.join(', ')}`, { index })
      return undefined
    }
    const given = nameOf(step.name)
    const kind = kindOf(step)
    if (typeof kind !== 'string') {
      tell([...place, ...kind.place], kind.message, { index, name: given })
      if (given !== undefined) broken.add(given)
      return undefined
    }
    const name = named(step, { given, kind, place, index })
    const { name: _, note = null, steps, parallel, ...rest } = step
    const isNote = note === null || (typeof note === 'string' && note.trim() !== '')
    if (!isNote) tell([...place, 'note'], 'note: must be text', { index, name: given })
    const own = kind === 'repeat' ? rest : { ...rest, ...(steps !== undefined && { steps }) }
    const draft = { index, name, kind, place, note: isNote ? note : null, given: own, branches: [] }
    return { ...draft, branches: branchesOf(draft, { steps, parallel }) }
  }

  function branchesOf(owner: Draft, { steps, parallel }: { steps: unknown; parallel: unknown }): Draft[][] {
    const { index, kind, place, given } = owner
    if (kind === 'repeat') {
      // A misspelled key is reported as such.
      if (steps === undefined && Object.keys(given).some((key) => nearest(key, ['steps']))) return []
      return [draftsOf(steps, [...place, 'steps'], `${index}.`, { above: 'steps', owner })]
    }
    if (kind !== 'parallel') return []
    const at = [...place, 'parallel']
    if (!Array.isArray(parallel) || parallel.length === 0) {
      tell(at, 'parallel: must be a list of branches, each a list of steps or one step', owner)
      return []
    }
    return parallel.map((branch: unknown, number) => {
      const prefix = `${index}.${number + 1}.`
      const inside = [...at, number]
      return isMap(branch)
        ? [draftOf(branch, inside, `${prefix}1`)].filter((one) => one !== undefined)
        : draftsOf(branch, inside, prefix, { above: `branch ${number + 1}`, owner })
    })
  }

  function named(
    step: Record<string, unknown>,
    { given, kind, place, index }: { given: string | undefined; kind: StepKind; place: Place; index: string },
  ): string {
    const at = [...place, 'name']
    if (given === undefined) {
      if (step.name !== undefined)
        tell(at, 'name: must be a word of letters, digits, dashes and underscores', { index })
      return `${kind}-${index.replaceAll('.', '-')}`
    }
    const before = taken.get(given)
    const reserved = ownWords.find((word) => word === given)
    if (reserved)
      tell(at, `name: ${given} is a reserved word; choose another name`, {
        index,
        name: given,
      })
    else if (before)
      tell(at, `name: ${given} is taken by step ${before}; choose another`, { index, name: given })
    else taken.set(given, index)
    return given
  }

  return { drafts: draftsOf(list, ['steps'], '', { above: 'steps' }), broken }
}

const nameOf = (name: unknown): string | undefined =>
  typeof name === 'string' && /^[A-Za-z][\w-]{0,63}$/.test(name) ? name : undefined

/** The kind of a step, or why it is unclear. */
function kindOf(step: Record<string, unknown>): StepKind | { place: Place; message: string } {
  const said = stepKinds.filter((kind) => Object.hasOwn(step, kind))
  // A word may be a key of another kind, such as the fault of an event.
  const heads = said.filter((kind) => !said.some((other) => other !== kind && keysOf(other).includes(kind)))
  const [kind, another] = heads.length > 0 ? heads : said
  if (kind && another)
    return { place: [another], message: `has two kinds, ${kind} and ${another}; write two steps` }
  if (kind) return kind
  for (const key of Object.keys(step)) {
    const close = key === 'name' ? undefined : nearest(key, stepKinds)
    if (close) return { place: [key], message: `${key} is not a kind of step; did you mean ${close}?` }
  }
  return { place: [], message: `has no kind; add one of ${stepKinds.join(', ')}` }
}
