/** The command `scenario run`: runs scenarios one after the other, and fails unless all succeed. */
import { emitKeypressEvents } from 'node:readline'
import { StartError } from '../../failures.ts'
import type { Clock, Health, Run, Scenario } from '../../wire.ts'
import { movesClock } from '../../words/clock.ts'
import { duration } from '../../words/duration.ts'
import { printable } from '../../words/printable.ts'
import { breakable } from '../breakable.ts'
import { type AddCases, type CiFlags, reporting } from '../ci-reports.ts'
import type { Client } from '../client.ts'
import type { CommandContext } from '../command.ts'
import { documentOf } from '../one-by-one.ts'
import { logLines } from '../print-lines.ts'
import { keyOf } from '../screen/keys.ts'
import { readSets, setsMeant } from '../sets.ts'
import type { Tty } from '../terminal.ts'
import { bothGiven } from '../wrong-call.ts'
import { createRunFollowing, type RunFollowing } from './follow.ts'
import { type RunAct, readScenario, readScenarios, runPath, scenariosPath } from './named.ts'
import { type Outcome, stepCases } from './step-cases.ts'

interface Flags extends CiFlags {
  all?: true
  set: string[]
  seed?: number
  speed?: number
  subscription?: string
  paused?: true
  wait?: false
}
export async function scenarioRun(names: readonly string[], flags: Flags, context: CommandContext) {
  const { client, terminal, tell, outside } = context
  if (names.length > 0 === (flags.all === true))
    throw new StartError(
      names.length > 0 ? 'Names and --all cannot be combined.' : 'Names or --all are required.',
      `Give one of them. List the scenarios with: ${client.command('scenario list')}`,
    )
  if (flags.wait === false && (flags.junit !== undefined || flags.github))
    throw bothGiven('--no-wait and a report')
  const request = requestOf(flags)
  const waits = flags.wait !== false
  const chosen = flags.all ? await readScenarios(client) : []
  for (const name of names) chosen.push((await readScenario(name, client)).scenario)
  await warnOfClock(chosen, flags, context)
  const isOne = names.length === 1
  const outcomes: Outcome[] = []
  /** Each run as last seen, by its id. */
  const runs = new Map<string, Run>()
  let broken = false
  let following: RunFollowing | undefined

  /** Gives the run an order. Prints a refusal. */
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
    const { run } = await client.post<{ run: Run }>(path, 'run', request)
    runs.set(run.id, run)
    return { run, since: seq }
  }

  async function followed({ run, since }: { run: Run; since: number }): Promise<Run> {
    const tty = terminal.live ? context.tty?.() : undefined
    const away = (what: RunAct) => client.command(`scenario ${what} ${run.id}`)
    following = createRunFollowing(run, {
      ...context,
      since,
      hint: ({ paused }) => (tty ? runKeys(paused) : paused ? 'paused' : 'Stop the run with Ctrl-C'),
      onPaused() {
        if (!tty) terminal.log(`Paused. Run one step with: ${away('step')}. Resume with: ${away('resume')}`)
      },
    })
    if (broken) void act('stop')
    const giveBack = tty && takeRunKeys(tty, (what) => void act(what))
    try {
      return await following.ended()
    } finally {
      runs.set(run.id, following.run())
      giveBack?.()
      following = undefined
    }
  }

  async function one(scenario: Scenario): Promise<Outcome> {
    const { name, problems } = scenario
    // The sandbox refuses the only one with its problems.
    if (problems.length > 0 && !isOne) {
      logLines(terminal, problems)
      return { scenario, state: 'invalid' }
    }
    const begun = await begin(scenario)
    const run = waits ? await followed(begun) : begun.run
    if (!waits) {
      terminal.out(`${run.id} ${name}`)
      terminal.log(`Check progress with: ${client.command(`scenario runs ${run.id}`)}`)
    }
    return { scenario, state: run.state, run }
  }

  async function all(signal: AbortSignal, add: AddCases) {
    signal.addEventListener('abort', () => void act('stop'))
    const began = outside.elapsed()
    try {
      for (const scenario of chosen) if (!broken) outcomes.push(await one(scenario))
    } finally {
      if (!isOne || runs.size > 0)
        tell(documentOf([...runs.values()], { one: 'run', all: 'runs' }, isOne), () => [])
    }
    const took = duration(outside.elapsed() - began)
    if (chosen.length > 1 && waits) terminal.out(`${summary(outcomes, chosen.length)} in ${took}`)
    await add(() => outcomes.flatMap((outcome) => stepCases(outcome, fixFor(outcome, flags, client))))
    judge(outcomes, flags, client)
  }

  const of = { suite: 'scenario run', name: names.join(' ') || '--all' }
  return breakable(context.onRunning, (signal) => reporting(of, flags, context, (add) => all(signal, add)))
}

/** Says before the first run that the clock will move. A run that goes no faster than the clock itself does not move the clock. */
async function warnOfClock(
  chosen: readonly Scenario[],
  { speed }: Flags,
  { client, terminal }: CommandContext,
) {
  const movers = chosen.filter(({ moves_clock, problems }) => moves_clock && problems.length === 0)
  const [first] = movers
  if (!first) return
  const { clock } = await client.get<{ clock: Clock }>('/sandbox/clock', 'clock')
  if (clock.mode === 'real' && speed !== undefined && speed <= clock.speed) return
  terminal.log(movesClock(movers.length === 1 ? first.name : `${movers.length} of these scenarios`))
}

const requestOf = ({ set, seed, speed, subscription: subscription_id, paused }: Flags) => ({
  set: set.length > 0 ? readSets(set) : undefined,
  seed,
  speed,
  subscription_id,
  paused,
})

/** `13 scenarios: 12 succeeded, 1 failed` */
function summary(outcomes: readonly Outcome[], chosen: number): string {
  const states = [...new Set(outcomes.map(({ state }) => state))]
  const counts = states.map((one) => `${outcomes.filter(({ state }) => state === one).length} ${one}`)
  const left = chosen - outcomes.length
  return `${chosen} scenarios: ${[...counts, ...(left > 0 ? [`${left} not run`] : [])].join(', ')}`
}

function judge(outcomes: readonly Outcome[], flags: Flags, client: Client) {
  const good: Outcome['state'][] = flags.wait === false ? ['succeeded', 'running'] : ['succeeded']
  const bad = outcomes.filter(({ state }) => !good.includes(state))
  const [first] = bad
  if (!first) return
  const names = bad.map(
    ({ scenario, state }) => `${scenario.name} ${state === 'invalid' ? 'cannot run' : state}`,
  )
  throw new StartError(`${names.join(', ')}.`, fixFor(first, flags, client))
}

const fixFor = (outcome: Outcome, flags: Flags, { command }: Client): string =>
  outcome.run
    ? `${asText(outcome, flags)}Show its steps and records with: ${command(`scenario runs ${outcome.run.id}`)}`
    : 'Correct the file. The sandbox reads it again by itself.'

/** A possible reason for a failed run: a variable that is not text by default was set to text. */
function asText({ scenario, state }: Outcome, { set }: Flags): string {
  const meant = state === 'failed' ? setsMeant(set, scenario.set) : []
  return meant.length > 0 ? `The scenario expects another type than text: write ${meant.join(' ')}. ` : ''
}

const acts: Record<string, RunAct> = { p: 'pause', s: 'step', return: 'step', r: 'resume', q: 'stop' }

/** The keys for a paused or a running run, as the user sees them. */
const runKeys = (paused: boolean): string =>
  paused ? 'paused  Enter step  r resume  q stop' : 'p pause  q stop'

/** Reads the keys of a terminal for a run. Returns a function that stops this. */
function takeRunKeys(tty: Tty, act: (what: RunAct) => void): () => void {
  const { input } = tty
  const raw = (on: boolean) => input.setRawMode(on)

  function onKey(text: string | undefined, pressed: Parameters<typeof keyOf>[1]) {
    const { name, ctrl } = keyOf(text, pressed)
    if (ctrl && name === 'c') return act('stop')
    if (ctrl && name === 'z') {
      raw(false)
      tty.suspend('group')
      // The process continues here.
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
