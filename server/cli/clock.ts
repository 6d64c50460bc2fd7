import { StartError } from '../failures.ts'
import type { Clock } from '../wire.ts'
import { suggest } from '../words/nearest.ts'
import { plural } from '../words/plural.ts'
import { jsonLine, printable } from '../words/printable.ts'
import { breakable } from './breakable.ts'
import { type Client, commandLine, createClient, type TargetFlags } from './client.ts'
import { span } from './spans.ts'
import type { LongShell } from './terminal.ts'

export interface ClockFlags extends TargetFlags {
  speed?: number
  json?: true
}
interface ClockAnswer {
  clock: Clock
  settled: boolean
  waiting?: { attempts: number; target: string; due: { kind: string; at: string } | null }
}

const clockPath = '/sandbox/clock'
/** While an order is under way, its time is shown as often. Real time, ms. */
const lookMs = 500

/** Each order, and what it needs to be told. */
const orders = {
  manual: undefined,
  real: undefined,
  speed: 'how many seconds pass in one, such as 60',
  advance: 'how far, such as 3d or 1h30m',
  set: 'a time, such as 2026-01-01T09:00:00Z',
} as const
type Order = keyof typeof orders

/** Shows the sandbox's clock, or gives it an order and waits until all that fell due has settled. */
export async function clock(
  { order, value }: { order: string | undefined; value: string | undefined },
  flags: ClockFlags,
  needs: LongShell,
) {
  const { terminal } = needs
  if (order === undefined && flags.speed !== undefined)
    throw new StartError(
      'There is no order.',
      'Write webhook-sandbox clock speed 60, or webhook-sandbox clock real --speed 60.',
    )
  const request = order === undefined ? undefined : requestOf({ order, value }, flags)
  const client = createClient(flags, needs.environment)
  if (!request) {
    const answer = await client.get<{ clock: Clock }>(clockPath, 'clock')
    return terminal.out(flags.json ? jsonLine(answer) : clockLine(answer.clock))
  }
  let stop = () => {}
  const stopped = new Promise<undefined>((resolve) => (stop = () => resolve(undefined)))

  async function work() {
    const stopWatching = watch(client, needs)
    const ordering = client.post<ClockAnswer>(clockPath, 'settled', request)
    const answer = await Promise.race([ordering, stopped]).finally(stopWatching)
    if (answer === undefined)
      return terminal.log(`broken off; the order goes on: ${commandLine('clock', flags)} shows where it is`)
    if (flags.json) terminal.out(jsonLine(answer))
    else terminal.out(`${clockLine(answer.clock)}${answer.settled ? '  settled' : ''}`)
    if ((order === 'speed' || flags.speed !== undefined) && answer.clock.mode === 'manual')
      terminal.log(
        `The clock stands; a speed counts once it runs: ${commandLine(`clock real --speed ${answer.clock.speed}`, flags)}`,
      )
    if (!answer.settled) throw notSettled(answer, flags)
  }
  return breakable(needs.onRunning, { stop, work })
}

/** Tells how far an order has come, and how to go on. */
function notSettled({ clock, waiting }: ClockAnswer, flags: ClockFlags): StartError {
  const { attempts = 0, target = clock.now, due = null } = waiting ?? {}
  const see = `see ${commandLine('deliveries --state sending', flags)}`
  if (target === clock.now)
    return new StartError(
      `Not settled: still waiting for ${plural(attempts, 'attempt')}.`,
      `Wait on with ${commandLine('clock advance 0', flags)}, or ${see}.`,
    )
  const next = due === null ? '' : `; next is ${dueWords(due.kind)} at ${due.at}`
  const open = attempts === 0 ? '' : `; ${plural(attempts, 'attempt')} under way`
  return new StartError(
    `Not settled: it has come to ${clock.now}, not to ${target}${next}${open}.`,
    `Go on with ${commandLine(`clock set ${target}`, flags)}${attempts === 0 ? '' : `, or ${see}`}.`,
  )
}

const dueWords = (kind: string): string =>
  ({ job: 'a job', traffic: 'traffic', delivery: 'a delivery' })[kind] ?? kind

function requestOf(
  { order, value }: { order: string; value: string | undefined },
  { speed }: ClockFlags,
): Record<string, unknown> {
  const names = Object.keys(orders)
  if (!isOrder(order)) throw new StartError(`The clock knows no order ${order}.`, suggest(order, names))
  const wanted = orders[order]
  if (wanted === undefined && value !== undefined)
    throw new StartError(`clock ${order} takes no value.`, `Leave ${value} out.`)
  if (wanted !== undefined && value === undefined)
    throw new StartError(`clock ${order} has no value.`, `Say ${wanted}.`)
  if (order === 'manual' || order === 'real') return { mode: order, ...(speed !== undefined && { speed }) }
  if (speed !== undefined) throw new StartError(`clock ${order} takes no --speed.`, 'Give it to clock real.')
  if (order !== 'speed') return { [order]: value }
  if (!(Number(value) > 0)) throw new StartError(`${value} is no speed.`, `Say ${wanted}.`)
  return { speed: Number(value) }
}
const isOrder = (order: string): order is Order => Object.hasOwn(orders, order)

/** Refuses a length below zero, which would be told of as a wrong option. */
export function refuseBackwards([command, ...args]: readonly string[]) {
  const length = args[args.indexOf('advance') + 1] ?? ''
  if (command === 'clock' && args.includes('advance') && /^-[\d.]/.test(length))
    throw new StartError(
      `The clock cannot be advanced by ${length}.`,
      'Time is set back with a time: webhook-sandbox clock set 2026-01-01T09:00:00Z',
    )
}

/** Shows how far the clock has come while an order is under way. Answers what ends that. */
function watch(client: Client, { terminal, outside }: LongShell): () => void {
  const { live } = terminal
  if (!live) return () => {}
  let over = false
  let cancel = () => {}
  async function look() {
    const { clock } = await client.get<{ clock: Clock }>(clockPath, 'clock')
    if (over) return
    live?.([[span(`the clock is at ${clock.now}`, 'gray')]])
    later()
  }
  const later = () => {
    // Nothing is lost where it cannot be shown.
    cancel = outside.after(lookMs, () => void look().catch(() => {}))
  }
  later()
  return () => {
    over = true
    cancel()
    live([])
  }
}

/** `manual  2026-01-01T09:00:00.000000Z  next a job at …` */
function clockLine({ mode, now, speed, next_due, next_kind, moving_to }: Clock): string {
  const next = next_due === null ? '' : `  next ${next_kind ?? ''} at ${next_due}`
  const moving = moving_to ? `  on its way to ${moving_to}` : ''
  const pace = mode === 'real' && speed !== 1 ? ` at speed ${speed}` : ''
  return printable(`${mode}${pace}  ${now}${moving}${next}`)
}
