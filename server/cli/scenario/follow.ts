import { StartError } from '../../failures.ts'
import type { Run } from '../../wire.ts'
import { type Line, span } from '../../words/spans.ts'
import type { CommandContext } from '../command.ts'
import { createLiveClient, patienceMs, tellLoss } from '../live.ts'
import { printLines } from '../print-lines.ts'
import { labelWidth, runEnd, runHead, stepLine } from './lines.ts'
import { runPath } from './named.ts'

/** What counts up is painted anew as often. */
export const tickMs = 500

interface FollowNeeds extends Pick<CommandContext, 'client' | 'terminal' | 'outside'> {
  /** The number of the newest news from before the run began. */
  since: number
  /** Whether nothing is printed but what is painted in place. */
  quiet: boolean
  /** What somebody can do with the run as it is; painted below it. */
  hint(run: Run): string
  /** Told each time it is paused. */
  onPaused(run: Run): void
}

/** Follows a run to its end: its steps are painted in place where somebody watches, else each is told when it has ended. */
export function createRunFollowing(begun: Run, needs: FollowNeeds) {
  const { client, terminal, outside, quiet } = needs
  const began = outside.elapsed()
  const width = labelWidth(begun.steps)
  /** When a step was first seen under way. */
  const seenAt = new Map<string, number>()
  const told = new Set<string>()
  let run = begun
  let replaced = false
  let cancelTick = () => {}

  const print = (line: Line) => {
    if (!quiet) printLines(terminal, [line])
  }

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

  /** Those steps that have ended since, in the order of the file. */
  function tellEnded() {
    for (const step of run.steps) {
      const key = `${step.index} ${step.round}`
      // Begun once more: a round of the same number comes again where a repeat stands in another.
      if (step.finished_at === null) told.delete(key)
      if (step.finished_at === null || told.has(key)) continue
      told.add(key)
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
    else tellEnded()
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
    /** What an answer says of it. */
    take,
    /** Gives up on it, whatever becomes of it. */
    leave: live.close,
    /** Fulfilled at its end, with how it ended. */
    async ended(): Promise<Run> {
      print(runHead(run))
      if (run.paused) needs.onPaused(run)
      take(run)
      if (run.state === 'running') await followed()
      if (replaced)
        throw new StartError(
          `The sandbox at ${client.base} has begun anew, and knows nothing of ${run.id}.`,
          'Run the scenario again.',
        )
      if (terminal.live) run.steps.map((step) => stepLine(step, { width })).forEach(print)
      else tellEnded()
      print(runEnd(run, outside.elapsed() - began))
      return run
    },
  }
}
export type RunFollowing = ReturnType<typeof createRunFollowing>
