/** Starts, pauses, steps and stops scenario runs. */
import { failUnknown } from '../../api/unknown-id.ts'
import { isRunIdentity } from '../../database/ids.ts'
import type { Transaction } from '../../database/writer.ts'
import { Failure, fail } from '../../failures.ts'
import type { Run } from '../../wire.ts'
import { call, said } from '../../words/act.ts'
import type { Library, ScenarioSource } from '../scenarios/library.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { createBeginning, type RunOrder } from './begin.ts'
import type { Going, RunnerNeeds } from './context.ts'
import { createExecutor } from './execute.ts'
import { RunOver } from './failure.ts'
import { createGate } from './gate.ts'
import { createJournal } from './journal.ts'
import { createPace } from './pace.ts'
import { finished, type RunRecord, runWire } from './record.ts'
import { removing } from './steps/standing.ts'
import { createTurns } from './turns.ts'

/** How long a reset waits for dropped runs, and a step order for its step. Real time, ms. */
const resetPatienceMs = 2000
const stepPatienceMs = 30_000

/** Runs scenarios: starts, pauses, steps and stops them, and drops them at a reset. */
export function createRunner(needs: RunnerNeeds & { library: Library }) {
  const { runs, clock, outside, library } = needs
  const begin = createBeginning({ ...needs, world: () => world })
  const active = new Map<string, Going & { ended: Promise<void> }>()
  /** Counts resets. */
  let world = 0
  let isClosed = false

  function launch(record: RunRecord, scenario: Scenario, { way, fake }: Pick<Going, 'way' | 'fake'>) {
    const over = new AbortController()
    const { signal } = over
    const journal = createJournal(needs, record)
    const gate = createGate(record.paused, signal)
    const pace = createPace({ ...needs, speed: record.speed, signal, gate })
    const turns = createTurns({
      ...pace,
      signal,
      elapsed: outside.elapsed,
      now: clock.now,
      mayStep: gate.mayStep,
      nearer(time) {
        for (const [id, { movers }] of active) if (id !== record.id) movers.add(record.id)
        return pace.nearer(time)
      },
    })
    const going: Going = {
      way,
      journal,
      gate,
      turns,
      over,
      isNamed: record.endpoint === null,
      kept: new Map(),
      fake,
      underWay: new Set(),
      movers: new Set(),
    }
    const giveClockBack = needs.clockControl.borrow()
    active.set(record.id, Object.assign(going, { ended: drive(going, { scenario, giveClockBack }) }))
  }

  async function drive(
    going: Going,
    { scenario, giveClockBack }: { scenario: Scenario; giveClockBack(): Promise<void> },
  ) {
    const { journal } = going
    let end: Pick<RunRecord, 'detail'> & { state: 'succeeded' | 'failed' | 'stopped' } = {
      state: 'succeeded',
      detail: null,
    }
    try {
      await createExecutor(needs, going, scenario).run()
    } catch (error) {
      // The first reason to end counts.
      const reason: unknown = going.over.signal.reason ?? error
      const how = reason instanceof RunOver ? reason.how : 'failed'
      if (!(reason instanceof RunOver)) needs.onTrouble(error)
      if (how === 'forgotten') return void giveClockBack().catch(needs.onTrouble)
      end =
        how === 'failed'
          ? {
              state: how,
              detail: `${going.failure ?? 'Something went wrong inside the sandbox.'}${sayMovers(going)}`,
            }
          : { state: how, detail: isClosed ? leftRunning : 'It was stopped.' }
    }
    const { id, standing } = journal.record()
    const now = clock.now()
    try {
      await giveClockBack()
      await journal.change(
        (record) => ({
          ...finished(record, { ...end, now }),
          standing: { rules: [], armed: [] },
        }),
        removing(needs, standing),
      )
    } catch (error) {
      needs.onTrouble(error)
    }
    if (active.get(id)?.journal === journal) active.delete(id)
  }

  /** The steps do not consider responses, so a scenario that starts itself would do so forever. */
  function wayTo({ name }: Scenario, startedBy: string | undefined): Going['way'] {
    const before = active.get(startedBy ?? '')?.way ?? []
    const way = [...before, name]
    if (!before.includes(name)) return way
    return fail('scenario_circle', `${name} would begin itself again: ${way.join(' → ')}.`)
  }

  const known = (id: string): RunRecord =>
    active.get(id)?.journal.record() ?? runs.find(id) ?? failUnknown('run_unknown', id)

  function underWay(id: string) {
    const going = active.get(id)
    // Its end is announced just before it leaves the list.
    if (going?.journal.record().state === 'running') return going
    const { scenario, state } = known(id)
    const again = said`${call('runScenario', { name: scenario })} runs it again.`
    return fail('run_over', `The run ${id} has ended: it is ${state}.`, again)
  }
  function paused(id: string) {
    const going = underWay(id)
    if (going.gate.isPaused()) return going
    return fail(
      'run_not_paused',
      `The run ${id} is not paused.`,
      said`Pause the run first: ${call('pauseRun', { id })}.`,
    )
  }
  const tellPaused = (going: Going, isPaused: boolean) =>
    going.journal.change((record) => (record.state === 'running' ? { ...record, paused: isPaused } : record))

  return {
    find: (id: string): Run => runWire(known(id)),
    /** The current state of a run. The database may be slightly behind. */
    tell: (record: RunRecord): Run => runWire(active.get(record.id)?.journal.record() ?? record),
    /**
     * Starts a run, which continues by itself.
     * @param startedBy the run whose step starts it, if any
     */
    async start(source: ScenarioSource, order: RunOrder, startedBy?: string): Promise<Run> {
      const scenario = await library.runnable(source)
      const way = wayTo(scenario, startedBy)
      const { record, fake, born } = await begin(scenario, order)
      if (born !== world || isClosed) throw new Failure('run_unknown', 'The sandbox was reset meanwhile.')
      launch(record, scenario, { way, fake })
      return runWire(record)
    },
    async stop(id: string): Promise<Run> {
      const going = underWay(id)
      going.over.abort(new RunOver('stopped'))
      await going.ended
      return runWire(going.journal.record())
    },
    async pause(id: string): Promise<Run> {
      const going = underWay(id)
      going.gate.pause()
      await tellPaused(going, true)
      return runWire(going.journal.record())
    },
    async resume(id: string): Promise<Run> {
      const going = paused(id)
      going.gate.resume()
      await tellPaused(going, false)
      return runWire(going.journal.record())
    },
    /** Carries out one step of a paused run. Resolves when the step has ended, or after a limit. */
    async step(id: string): Promise<Run> {
      const going = paused(id)
      await patiently(Promise.race([going.gate.step(), going.ended]), stepPatienceMs)
      return runWire(going.journal.record())
    },
    /** Ends the runs of an earlier process. */
    recover(tx: Transaction) {
      for (const record of runs.running()) {
        removing(needs, record.standing)(tx)
        const end = finished(record, { state: 'stopped', detail: leftRunning, now: clock.now() })
        runs.put({ ...end, standing: { rules: [], armed: [] } })
      }
    },
    /** Drops all runs before the database is emptied. Fulfilled when they have stopped, or after a limit. */
    async forget(): Promise<void> {
      world++
      const ends = drop()
      if (ends.length > 0) await patiently(Promise.allSettled(ends), resetPatienceMs)
    },
    /** As {@link forget}, in the transaction that empties the database. Also removes the stored runs. */
    forgetIn(tx: Transaction) {
      world++
      for (const { journal } of active.values()) journal.forget()
      for (const record of needs.subscriptions.all())
        if (isRunIdentity(record.identity)) needs.service.remove(tx, record)
      tx.afterCommit(() => void drop())
    },
    /** Stops all runs before the sandbox closes. */
    async close(): Promise<void> {
      isClosed = true
      const open = [...active.values()]
      for (const { over } of open) over.abort(new RunOver('stopped'))
      await Promise.allSettled(open.map(({ ended }) => ended))
    },
  }

  /** Drops all runs without a record. Returns their requests that may still get responses. */
  function drop(): Promise<unknown>[] {
    const dropped = [...active.values()]
    active.clear()
    for (const { journal } of dropped) journal.forget()
    for (const { over } of dropped) over.abort(new RunOver('forgotten'))
    return dropped.flatMap((going) => [going.ended, ...going.underWay])
  }

  /** Waits for work, but at most this many ms. */
  async function patiently(work: Promise<unknown>, atMostMs: number) {
    let cancel = () => {}
    const patience = new Promise<void>((resolve) => {
      cancel = outside.after(atMostMs, resolve)
    })
    await Promise.race([work, patience])
    cancel()
  }
}
export type Runner = ReturnType<typeof createRunner>

const leftRunning = 'The sandbox was stopped while it ran.'

/** Who else moved the clock: a scenario may fail because its work fell due too early. */
function sayMovers({ movers: [first, ...others] }: Pick<Going, 'movers'>): string {
  if (first === undefined) return ''
  const who = others.length === 0 ? first : `${first} and ${others.length} more`
  return ` Meanwhile ${who} moved the clock, which all clients share.`
}
