/** The buttons that pause, step, resume, stop or repeat a run. */

import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Run } from '../../server/wire.ts'
import { type Change, offerWords } from '../../server/words/changes.ts'
import { type Command, Commands } from '../commands/commands.tsx'
import { buttonCommands } from '../commands/curl.ts'
import { runActCommand, runCommand } from '../commands/simulator-commands.ts'
import { Copy } from '../kit/copy.tsx'
import { ProblemBox } from '../live/problem.tsx'
import { type RunAct, type RunWords, runActPath } from '../live/routes/running.ts'
import { useProblem } from '../live/use-loaded.ts'
import { fromHere, go, placeOf } from '../place/navigation.ts'
import { actOnRun, startRun } from './orders.ts'
import { againOf } from './run-form.tsx'

const titles = {
  pause: 'Pause',
  step: 'Step',
  resume: 'Resume',
  stop: 'Stop',
} as const satisfies Record<RunAct, string>
const changes: Record<RunAct, Change> = {
  pause: 'runPause',
  step: 'run',
  resume: 'runPause',
  stop: 'runStop',
}
const looks: Partial<Record<RunAct, string>> = { step: 'primary', stop: 'danger' }

/** The acts that a run allows now, in button order. */
function actsOf({ state, paused }: Run): RunAct[] {
  if (state !== 'running') return []
  return paused ? ['step', 'resume', 'stop'] : ['pause', 'stop']
}

export function RunActs({ run }: { run: Run }) {
  const [problem, setProblem] = useProblem()
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const { id, scenario } = run
  const acts = actsOf(run)
  const again = againOf(run)
  /** The same act cannot run twice at once. A long step blocks no other act. */
  const once = async (name: string, act: () => Promise<void>) => {
    if (busy.has(name)) return
    setBusy((before) => new Set([...before, name]))
    await act()
    setBusy((before) => new Set([...before].filter((other) => other !== name)))
  }
  const runAgain = async () => {
    const goOn = fromHere()
    const begun = await startRun(scenario, again)
    setProblem(begun.ok ? null : begun.problem)
    if (begun.ok) goOn({ open: begun.value.run.id })
  }
  return (
    <>
      <div class="acts" ref={useKeptFocus(acts.join())}>
        {acts.map((name) => (
          <button
            key={name}
            type="button"
            class={looks[name]}
            title={offerWords(changes[name]) ?? undefined}
            aria-busy={busy.has(name)}
            onClick={() => void once(name, () => actOnRun(id, name))}
          >
            {titles[name]}
          </button>
        ))}
        {acts.length === 0 && (
          <button
            type="button"
            data-once
            class="primary"
            aria-busy={busy.has('again')}
            onClick={() => void once('again', runAgain)}
          >
            Run again
          </button>
        )}
        <button type="button" onClick={() => go({ open: scenario })}>
          Scenario
        </button>
        <button type="button" onClick={() => go({ ...placeOf('stream'), run: id })}>
          Show in the stream
        </button>
        <Copy text={location.href} label="Link" what="to this" />
      </div>
      {problem && <ProblemBox problem={problem} />}
      <Commands commands={commandsOf(run, { acts, again })} />
    </>
  )
}

/** A pressed button may disappear. The first remaining button then gets the focus. */
function useKeptFocus(buttons: string) {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef(buttons)
  // Before painting, so that no key press is lost.
  useLayoutEffect(() => {
    if (before.current !== buttons && document.activeElement === document.body)
      box.current?.querySelector('button')?.focus()
    before.current = buttons
  }, [buttons])
  return box
}

const commandsOf = (
  { id, scenario }: Run,
  { acts, again }: { acts: readonly RunAct[]; again: RunWords },
): Command[] => [
  ...acts.flatMap((name) =>
    buttonCommands(titles[name], runActCommand(id, name), {
      path: runActPath(id, name),
      what: `the ${name}`,
    }),
  ),
  ...buttonCommands('Run again', runCommand(scenario, again), {
    path: `/sandbox/scenarios/${scenario}/run`,
    body: again,
    what: 'the run',
  }),
]
