/** Carries out the steps of a run. */
import { Failure, toFailure } from '../../failures.ts'
import type { SubscriptionRecord } from '../../subscriptions/record.ts'
import { recommendsCall } from '../../words/act.ts'
import { plural } from '../../words/plural.ts'
import type { Scenario, Step } from '../scenarios/scenario.ts'
import type { Done, Going, RunnerNeeds, StepWorld } from './context.ts'
import { RunOver, StepFailure } from './failure.ts'
import { perform, readNow } from './perform.ts'
import { type StepRecord, shownOf } from './record.ts'
import { filledStep } from './references.ts'

/** A step before it runs, or before it runs again. */
const fresh: Partial<StepRecord> = { detail: null, result: {}, refs: [], finishedAt: null }

type Ended = Pick<Done, 'result' | 'isSkipped'> & Pick<StepRecord, 'detail' | 'refs'>

/** Carries out the steps of a run in order. Rejects with a RunOver if the run ends before them. */
export function createExecutor(needs: RunnerNeeds, going: Going, scenario: Scenario) {
  const { journal, turns, gate, over } = going
  const run = journal.record
  const isOver = () => over.signal.aborted

  function subscription(): SubscriptionRecord {
    const { subscriptionId } = run()
    const found = needs.service.find(subscriptionId)
    if (!found) throw new StepFailure(`The run's subscription ${subscriptionId} was removed.`)
    return found
  }

  const endpointName = () => run().endpoint ?? needs.endpointOf(subscription().url)

  /** The value of a reference's first word. */
  function knownIn(round: number | undefined) {
    return (word: string): unknown => {
      const { id, seed, identity, set } = run()
      switch (word) {
        case 'run':
          return { id, seed, identity }
        case 'subscription':
          return subscription()
        case 'endpoint': {
          const name = endpointName()
          return name === undefined ? undefined : { name, url: `${needs.baseUrl()}/in/${name}` }
        }
        case 'set':
          return set
        case 'fake':
          return going.fake
        case 'round':
          return round
        default:
          return going.kept.get(word)
      }
    }
  }

  const worldOf = (step: Step, round: number | undefined): StepWorld => ({
    needs,
    going,
    step,
    run,
    subscription,
    known: knownIn(round),
    settle: () => unlessOver(needs.clockControl.reach(needs.clock.now(), isOver)),
    unlessOver,
  })

  function unlessOver<T>(work: Promise<T>): Promise<T> {
    going.underWay.add(work)
    return new Promise((resolve, reject) => {
      const end = () => reject(over.signal.reason)
      if (isOver()) end()
      else over.signal.addEventListener('abort', end)
      // A run may wait many thousand times, so no handler may remain.
      work.then(resolve, reject).finally(() => {
        over.signal.removeEventListener('abort', end)
        going.underWay.delete(work)
      })
    })
  }

  async function all(steps: readonly Step[], round?: number) {
    for (const step of steps) await one(step, round)
  }

  async function one(step: Step, round: number | undefined) {
    const { kind, index } = step
    const world = worldOf(step, round)
    const isLeaf = kind !== 'repeat' && kind !== 'parallel'
    if (isLeaf) await turns.step()
    const startedAt = needs.clock.now()
    await journal.step(index, {
      ...fresh,
      ...shownNow(world),
      state: 'running',
      round: round ?? null,
      startedAt,
    })
    try {
      const done: Ended = isLeaf ? await perform(kind, world) : await inside(step, world)
      const { detail, result = {}, isSkipped, refs } = done
      const state = isSkipped ? 'skipped' : 'succeeded'
      await journal.step(index, { state, detail, result, refs, finishedAt: needs.clock.now() })
    } catch (error) {
      if (error instanceof RunOver) throw error
      throw await failed(step, error)
    }
    if (isLeaf) gate.stepEnded()
  }

  /** What the run shows of a step that begins, with the values of this run. A step without a value fails, and says why. */
  function shownNow({ step, known }: StepWorld): Partial<StepRecord> {
    try {
      const { note, ...given } = filledStep({ ...step.given, note: step.note }, known)
      return shownOf({ ...step, given, note: typeof note === 'string' ? note : step.note })
    } catch {
      return {}
    }
  }

  /** The steps inside another. */
  async function inside(step: Step, world: StepWorld): Promise<Ended> {
    if (step.kind === 'parallel') {
      await turns.fork(step.branches.map((branch) => () => all(branch, roundOf(world))))
      return { detail: null, refs: [] }
    }
    const { repeat } = readNow('repeat', world)
    const [steps = []] = step.branches
    for (let round = 1; round <= repeat; round++) {
      if (isOver()) throw over.signal.reason
      await journal.change((record) => ({
        ...record,
        steps: record.steps.map((other) => {
          if (other.index === step.index) return { ...other, detail: `round ${round} of ${repeat}` }
          return other.index.startsWith(`${step.index}.`) ? { ...other, state: 'pending' } : other
        }),
      }))
      await all(steps, round)
    }
    return { detail: plural(repeat, 'round'), refs: [] }
  }
  const roundOf = (world: StepWorld) => world.known('round') as number | undefined

  async function failed(step: Step, error: unknown): Promise<RunOver> {
    const detail = sayError(error)
    await journal.step(step.index, { state: 'failed', detail, finishedAt: needs.clock.now() })
    going.failure ??= `${scenario.file}, line ${step.line}, step ${step.index} (${step.name}): ${detail}`
    const reason = new RunOver('failed')
    over.abort(reason)
    return reason
  }

  function sayError(error: unknown): string {
    if (error instanceof StepFailure) return error.message
    if (!(error instanceof Failure)) needs.onTrouble(error)
    const { message, fix, said } = toFailure(error)
    // A detail is stored, and read on every surface.
    return recommendsCall(said) ? message : `${message} ${fix}`
  }

  return { run: () => all(scenario.steps) }
}
