/** Follows a scenario run to its end, and prints its steps. */
import { StartError } from '../../failures.ts'
import type { Run } from '../../wire.ts'
import { type Line, span } from '../../words/spans.ts'
import type { CommandContext } from '../command.ts'
import { createLiveClient, patienceMs, tellLoss } from '../live.ts'
import { printLines } from '../print-lines.ts'
import { labelWidth, runEnd, runHead, stepLine } from './lines.ts'
import { runPath } from './named.ts'

/** How often running times are repainted, in ms. */
export const tickMs = 500

interface FollowNeeds extends Pick<CommandContext, 'client' | 'terminal' | 'outside'> {
  /** The number of the newest frame from before the run. */
  since: number
  /** The line below the steps: what the user can do with the run now. */
  hint(run: Run): string
  /** Called each time the run pauses. */
  onPaused(run: Run): void
}

/** Follows a run to its end. A terminal shows all steps in place; otherwise each step is printed when it has ended. */
export function createRunFollowing(begun: Run, needs: FollowNeeds) {
  const { client, terminal, outside } = needs
  const began = outside.elapsed()
  const width = labelWidth(begun.steps)
  /** When a step was first seen running. */
  const seenAt = new Map<string, number>()
  const printed = new Set<string>()
  let run = begun
  let replaced = false
  let cancelTick = () => {}

  const print = (line: Line) => printLines(terminal, [line])

  function draw() {
    const now = outside.elapsed()
    const lines = run.steps.map((step) => {
      const since = step.state === 'running' ? seenAt.get(step.index) : undefined
      return stepLine(step, { width, forMs: since === undefined ? undefined : now - since })
    })
    const focus = run.steps.findLastIndex(({ state }) => state !== 'pending')
    terminal.live?.([...lines, [span(needs.hint(run), 'gray')]], Math.max(0, focus))
  }
  function tick() {
    draw()
    cancelTick = outside.after(tickMs, tick)
  }

  /** Prints the steps that have ended since the last call, in the order of the file. */
  function printEnded() {
    for (const step of run.steps) {
      const key = `${step.index} ${step.round}`
      // A repeat inside another repeat starts again with round 1.
      if (step.finished_at === null) printed.delete(key)
      if (step.finished_at === null || printed.has(key)) continue
      printed.add(key)
      print(stepLine(step, { width }))
    }
  }

  function take(next: Run) {
    const pausedNow = next.paused && !run.paused
    run = next
    for (const { index, state } of run.steps)
      if (state !== 'running') seenAt.delete(index)
      else if (!seenAt.has(index)) seenAt.set(index, outside.elapsed())
    if (run.state !== 'running') return live.close()
    if (pausedNow) needs.onPaused(run)
    if (terminal.live) draw()
    else printEnded()
  }

  const live = createLiveClient({
    base: client.base,
    since: needs.since,
    outside,
    giveUpAfterMs: patienceMs,
    hear(frame) {
      if (frame.kind === 'run' && frame.data.id === run.id) take(frame.data)
      if (frame.kind === 'reset') leave()
    },
    replaced: leave,
    fill: async () => take((await client.get<{ run: Run }>(runPath(run.id), 'run')).run),
    ...tellLoss(terminal, client.base),
  })
  function leave() {
    replaced = true
    live.close()
  }

  async function followed() {
    if (terminal.live) tick()
    await live.run().finally(() => {
      cancelTick()
      terminal.live?.([])
    })
  }

  return {
    run: () => run,
    /** Takes the run from a response. */
    take,
    /** Stops following. The run continues. */
    leave: live.close,
    /** Fulfilled with the run when it has ended. */
    async ended(): Promise<Run> {
      print(runHead(run))
      if (run.paused) needs.onPaused(run)
      take(run)
      if (run.state === 'running') await followed()
      if (replaced)
        throw new StartError(
          `The sandbox at ${client.base} was reset or replaced, and the run ${run.id} is gone.`,
          'Run the scenario again.',
        )
      if (terminal.live) run.steps.map((step) => stepLine(step, { width })).forEach(print)
      else printEnded()
      print(runEnd(run, outside.elapsed() - began))
      return run
    },
  }
}
export type RunFollowing = ReturnType<typeof createRunFollowing>
