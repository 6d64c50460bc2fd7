import type { Run, StepKind } from '../../wire.ts'
import type { Read } from '../scenarios/kinds.ts'
import { readStep } from '../scenarios/read-step.ts'
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
/** What these bring about is told with them. */
const causing: readonly StepKind[] = ['call', 'event', 'wait']
const refsKept = 20

/** The values of a step, read, with what its references stand for. */
export function readNow<K extends StepKind>(kind: K, world: Pick<StepWorld, 'step' | 'known'>): Read<K> {
  const read = readStep(kind, filledStep(world.step.given, world.known))
  if ('problem' in read) throw new StepFailure(read.problem)
  return read.read
}

/** Does a step that has none inside it. On the manual clock all that it brings about has settled then. */
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
  return { ...done, refs: refs.slice(-refsKept) }
}

function performKind<K extends Leaf>(kind: K, world: StepWorld): Promise<Done> {
  return performers[kind](readNow(kind, world), world)
}

function broughtAbout(kind: Leaf, world: StepWorld, since: number): Run['steps'][number]['refs'] {
  const kinds = kind === 'call' ? (['call', 'event', 'delivery'] as const) : (['event', 'delivery'] as const)
  return kinds.flatMap((one) => rowsOf(one, world, since).map(({ id }) => ({ kind: one, id })))
}
