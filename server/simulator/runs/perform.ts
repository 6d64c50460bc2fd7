/** Carries out a single step. */
import { shown, valueAt } from '../../events/overrides.ts'
import { issuesOf, saidOf } from '../../schema/issues.ts'
import type { Run, StepKind } from '../../wire.ts'
import { kinds, type Read } from '../scenarios/kinds.ts'
import type { Done, StepWorld } from './context.ts'
import { StepFailure } from './failure.ts'
import { filledStep } from './references.ts'
import { call } from './steps/call.ts'
import { event } from './steps/event.ts'
import { expect } from './steps/expect.ts'
import { rowsOf } from './steps/rows.ts'
import { arm, fault, reply } from './steps/standing.ts'
import { wait } from './steps/wait.ts'

type Leaf = Exclude<StepKind, 'repeat' | 'parallel'>
const performers: { [K in Leaf]: (given: Read<K>, world: StepWorld) => Promise<Done> } = {
  call,
  event,
  wait,
  expect,
  fault,
  arm,
  reply,
}
/** Steps whose effects are reported with them. */
const causing: readonly StepKind[] = ['call', 'event', 'wait']
const refsKept = 20

/** The parsed values of a step with its references replaced. Fails with their flaws. */
export function readNow<K extends StepKind>(kind: K, world: Pick<StepWorld, 'step' | 'known'>): Read<K> {
  const values = filledStep(world.step.given, world.known)
  const parsed = kinds[kind].safeParse(values)
  // The kind and its parsed values belong together, which the compiler cannot follow.
  if (parsed.success) return parsed.data as Read<K>
  const said = issuesOf(parsed.error, values).map((issue) => {
    const place = issue.path.map(String)
    const value = valueAt(values, place)
    // Shown because the value may come from a reference, and the file does not show it. Our own checks name it themselves.
    const isShown = value !== undefined && issue.code !== 'custom' && issue.code !== 'unrecognized_keys'
    return `${place.join('.')}: ${isShown ? `${shown(value)} ` : ''}${saidOf(issue)}`.replace(/\.$/, '')
  })
  throw new StepFailure(`${said.join('; ')}.`)
}

/** Carries out a step without inner steps. On a manual clock, all its effects have settled then. */
export async function perform(
  kind: Leaf,
  world: StepWorld,
): Promise<Done & { refs: Run['steps'][number]['refs'] }> {
  const { needs, going } = world
  const since = needs.counters.current('seq')
  const done = await performKind(kind, world)
  if (done.keeps !== undefined) going.kept.set(world.step.name, done.keeps)
  if (needs.clock.state().mode === 'manual') await world.settle()
  const refs = causing.includes(kind) ? broughtAbout(kind, world, since) : (done.refs ?? [])
  return { ...done, result: { ...done.result, ...saidBy(refs, needs) }, refs: refs.slice(-refsKept) }
}

const mostSaid = 3
type Refs = Run['steps'][number]['refs']

/** What the events say that a step caused, or whose deliveries it matched. */
function saidBy(refs: Refs, { events, deliveries }: StepWorld['needs']): Pick<Done, 'result'>['result'] {
  const caused = refs.filter(({ kind }) => kind === 'event')
  const ids =
    caused.length > 0
      ? caused.map(({ id }) => id)
      : refs.flatMap(({ kind, id }) => (kind === 'delivery' ? (deliveries.find(id)?.eventId ?? []) : []))
  if (ids.length === 0 || ids.length > mostSaid) return {}
  const told = ids.flatMap((id) => events.find(id)?.summary ?? [])
  return told.length === 0 ? {} : { events: told }
}

function performKind<K extends Leaf>(kind: K, world: StepWorld): Promise<Done> {
  return performers[kind](readNow(kind, world), world)
}

function broughtAbout(kind: Leaf, world: StepWorld, since: number): Run['steps'][number]['refs'] {
  const caused = kind === 'call' ? (['call', 'event', 'delivery'] as const) : (['event', 'delivery'] as const)
  return caused.flatMap((one) => rowsOf(one, world, since).map(({ id }) => ({ kind: one, id })))
}
