import { emitKeypressEvents } from 'node:readline'
import { StartError } from '../../failures.ts'
import type { Health, Run, Scenario } from '../../wire.ts'
import { duration } from '../../words/duration.ts'
import { jsonLine, printable } from '../../words/printable.ts'
import { breakable } from '../breakable.ts'
import { commandLine, createClient, inCommands, type TargetFlags } from '../client.ts'
import { keyOf } from '../screen/keys.ts'
import { readSets, setsMeant } from '../sets.ts'
import type { LongShell, Tty } from '../terminal.ts'
import type { RunAct } from './act.ts'
import { createRunFollowing, type RunFollowing } from './follow.ts'
import { readScenarios, runPath, scenarioNamed, scenariosPath } from './named.ts'

export interface ScenarioRunFlags extends TargetFlags {
  all?: true
  set: string[]
  seed?: number
  speed?: number
  subscription?: string
  paused?: true
  wait: boolean
  json?: true
}
interface RunNeeds extends LongShell {
  tty?: Tty | undefined
}
/** What came of a scenario: `invalid` where its file has mistakes. */
interface Outcome {
  scenario: Scenario
  state: Run['state'] | 'invalid'
  run?: Run
}

/** Runs scenarios one after the other, and shows how they go. Ends badly unless each succeeded. */
export async function scenarioRun(names: readonly string[], flags: ScenarioRunFlags, needs: RunNeeds) {
  if (names.length > 0 === (flags.all === true))
    throw new StartError(
      names.length > 0 ? 'Names and --all were both given.' : 'Nothing says which scenario to run.',
      `Give names, or --all; ${commandLine('scenario list', flags)} lists them.`,
    )
  const request = requestOf(flags)
  const client = createClient(flags, needs.environment)
  const known = await readScenarios(client)
  const chosen = flags.all ? known : names.map((name) => scenarioNamed(name, known))
  const { terminal } = needs
  const outcomes: Outcome[] = []
  let broken = false
  let following: RunFollowing | undefined

  /** Does something to the run under way; what it was refused is said. */
  async function act(what: RunAct) {
    if (what === 'stop') broken = true
    if (!following) return
    try {
      const path = runPath(following.run().id, what)
      following.take((await client.post<{ run: Run }>(path, 'run', {})).run)
    } catch (error) {
      if (!(error instanceof StartError)) throw error
      terminal.log(printable(error.message))
      if (what === 'stop') following.leave()
    }
  }

  async function begin(scenario: Scenario): Promise<{ run: Run; since: number }> {
    const { seq } = await client.get<Health>('/sandbox/health', 'platform')
    const path = `${scenariosPath}/${encodeURIComponent(scenario.name)}/run`
    return { ...(await client.post<{ run: Run }>(path, 'run', request)), since: seq }
  }

  async function followed({ run, since }: { run: Run; since: number }): Promise<Run> {
    const tty = terminal.live ? needs.tty : undefined
    const away = (what: RunAct) => commandLine(`scenario ${what} ${run.id}`, flags)
    following = createRunFollowing(run, {
      ...needs,
      client,
      since,
      quiet: flags.json === true,
      hint: ({ paused }) => (tty ? runKeys(paused) : paused ? 'paused' : 'Ctrl-C stops it'),
      onPaused() {
        if (!tty) terminal.log(`paused; ${away('step')} does one step, ${away('resume')} goes on`)
      },
    })
    if (broken) void act('stop')
    const giveBack = tty && takeRunKeys(tty, (what) => void act(what))
    try {
      return await following.ended()
    } finally {
      giveBack?.()
      following = undefined
    }
  }

  async function one(scenario: Scenario): Promise<Outcome> {
    const { name, problems } = scenario
    if (problems.length > 0) {
      for (const problem of problems) terminal.log(printable(inCommands(problem, flags, client.base)))
      return { scenario, state: 'invalid' }
    }
    const begun = await begin(scenario)
    const run = flags.wait ? await followed(begun) : begun.run
    if (flags.json) terminal.out(jsonLine({ run }))
    else if (!flags.wait) {
      terminal.out(`${run.id} ${name}`)
      terminal.log(`${commandLine(`scenario runs ${run.id}`, flags)} shows how it goes`)
    }
    return { scenario, state: run.state, run }
  }

  return breakable(needs.onRunning, {
    stop: () => act('stop'),
    async work() {
      const began = needs.outside.elapsed()
      for (const scenario of chosen) if (!broken) outcomes.push(await one(scenario))
      const took = duration(needs.outside.elapsed() - began)
      if (chosen.length > 1 && flags.wait && !flags.json)
        terminal.out(`${summary(outcomes, chosen.length)} in ${took}`)
      judge(outcomes, flags)
    },
  })
}

const requestOf = ({ set, seed, speed, subscription, paused }: ScenarioRunFlags) => ({
  ...(set.length > 0 && { set: readSets(set) }),
  ...(seed !== undefined && { seed }),
  ...(speed !== undefined && { speed }),
  ...(subscription !== undefined && { subscription_id: subscription }),
  ...(paused && { paused: true }),
})

/** `13 scenarios: 12 succeeded, 1 failed` */
function summary(outcomes: readonly Outcome[], chosen: number): string {
  const states = [...new Set(outcomes.map(({ state }) => state))]
  const counts = states.map((one) => `${outcomes.filter(({ state }) => state === one).length} ${one}`)
  const left = chosen - outcomes.length
  return `${chosen} scenarios: ${[...counts, ...(left > 0 ? [`${left} not run`] : [])].join(', ')}`
}

function judge(outcomes: readonly Outcome[], flags: ScenarioRunFlags) {
  const good: Outcome['state'][] = flags.wait ? ['succeeded'] : ['succeeded', 'running']
  const bad = outcomes.filter(({ state }) => !good.includes(state))
  const [first] = bad
  if (!first) return
  const names = bad.map(
    ({ scenario, state }) => `${scenario.name} ${state === 'invalid' ? 'cannot be run' : state}`,
  )
  throw new StartError(
    `${names.join(', ')}.`,
    first.run
      ? `${asText(first, flags)}${commandLine(`scenario runs ${first.run.id}`, flags)} shows what it made and met.`
      : 'Mend its file; it is read again by itself.',
  )
}

/** What may be why a run failed: that a variable which is no text by default was set to one. */
function asText({ scenario, state }: Outcome, { set }: ScenarioRunFlags): string {
  const meant = state === 'failed' ? setsMeant(set, scenario.set) : []
  return meant.length > 0 ? `In the scenario that is no text: write ${meant.join(' ')}. ` : ''
}

const acts: Record<string, RunAct> = { p: 'pause', s: 'step', return: 'step', r: 'resume', q: 'stop' }

/** The keys as they are told to people, of a run that is paused or goes on. */
const runKeys = (paused: boolean): string =>
  paused ? 'paused  Enter step  r resume  q stop' : 'p pause  q stop'

/** Takes the keys of a terminal for a run. Answers what gives them back. */
function takeRunKeys(tty: Tty, act: (what: RunAct) => void): () => void {
  const { input } = tty
  const raw = (on: boolean) => input.setRawMode(on)

  function onKey(text: string | undefined, pressed: Parameters<typeof keyOf>[1]) {
    const { name, ctrl } = keyOf(text, pressed)
    if (ctrl && name === 'c') return act('stop')
    if (ctrl && name === 'z') {
      raw(false)
      tty.suspend('group')
      // Here it goes on when it is continued.
      return raw(true)
    }
    const what = ctrl ? undefined : acts[name]
    if (what) act(what)
  }

  emitKeypressEvents(input)
  const takeBack = tty.onExit(() => raw(false))
  input.on('keypress', onKey)
  raw(true)
  input.resume()
  return () => {
    takeBack()
    raw(false)
    input.off('keypress', onKey).pause()
  }
}
