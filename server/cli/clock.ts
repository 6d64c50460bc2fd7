import { StartError } from '../failures.ts'
import type { Clock } from '../wire.ts'
import { clockOffset } from '../words/clock.ts'
import { suggest } from '../words/nearest.ts'
import { plural } from '../words/plural.ts'
import { span } from '../words/spans.ts'
import { breakable } from './breakable.ts'
import type { Client } from './client.ts'
import type { CommandContext, Making } from './command.ts'
import { fraction } from './values.ts'

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

/** The command that shows the sandbox's clock, or gives it an order and waits until what fell due has settled. */
export function addClockCommand({ speaking }: Making) {
  speaking('clock', "show the sandbox's clock, or move it and wait until what fell due has settled")
    .argument('[order]', 'manual, real, speed, advance or set')
    .argument('[value]', 'of speed, such as 60; of advance, such as 3d; of set, a time')
    .option('--speed <number>', 'of real and manual: how many seconds pass in one', fraction)
    .action(async (order, value, { speed }, context) => {
      if (order !== undefined) return command(requestOf({ order, value, speed }), context)
      if (speed !== undefined)
        throw new StartError(
          'There is no order.',
          `Write ${context.client.command('clock speed 60')}, or ${context.client.command('clock real --speed 60')}.`,
        )
      const answer = await context.client.get<{ clock: Clock }>(clockPath, 'clock')
      context.tell(answer, () => [clockLine(answer.clock)])
    })
}

/** Gives the clock an order, and waits for what comes of it. */
const command = (request: Record<string, unknown>, context: CommandContext) =>
  breakable(context.onRunning, async (signal) => {
    const { client, terminal } = context
    const stopped = new Promise<undefined>((resolve) =>
      signal.addEventListener('abort', () => resolve(undefined)),
    )
    const ordering = client.post<ClockAnswer>(clockPath, 'settled', request)
    const answer = await Promise.race([ordering, stopped]).finally(watch(context))
    if (answer === undefined)
      return terminal.log(`broken off; the order goes on: ${client.command('clock')} shows where it is`)
    const { clock, settled } = answer
    context.tell(answer, () => [`${clockLine(clock)}${settled ? '  settled' : ''}`])
    if (request.speed !== undefined && clock.mode === 'manual')
      terminal.log(
        `The clock stands; a speed counts once it runs: ${client.command(`clock real --speed ${clock.speed}`)}`,
      )
    if (!settled) throw notSettled(answer, client)
  })

/** Tells how far an order has come, and how to go on. */
function notSettled({ clock, waiting }: ClockAnswer, client: Client): StartError {
  const { attempts = 0, target = clock.now, due = null } = waiting ?? {}
  const see = `see ${client.command('deliveries --state sending')}`
  if (target === clock.now)
    return new StartError(
      `Not settled: still waiting for ${plural(attempts, 'attempt')}.`,
      `Wait on with ${client.command('clock advance 0')}, or ${see}.`,
    )
  const next = due === null ? '' : `; next is ${dueWords(due.kind)} at ${due.at}`
  const open = attempts === 0 ? '' : `; ${plural(attempts, 'attempt')} under way`
  return new StartError(
    `Not settled: it has come to ${clock.now}, not to ${target}${next}${open}.`,
    `Go on with ${client.command(`clock set ${target}`)}${attempts === 0 ? '' : `, or ${see}`}.`,
  )
}

const dueWords = (kind: string): string =>
  ({ job: 'a job', traffic: 'traffic', delivery: 'a delivery' })[kind] ?? kind

function requestOf({
  order,
  value,
  speed,
}: {
  order: string
  value: string | undefined
  speed: number | undefined
}): Record<string, unknown> {
  const names = Object.keys(orders)
  if (!isOrder(order)) throw new StartError(`The clock knows no order ${order}.`, suggest(order, names))
  const wanted = orders[order]
  if (wanted === undefined && value !== undefined)
    throw new StartError(`clock ${order} takes no value.`, `Leave ${value} out.`)
  if (wanted !== undefined && value === undefined)
    throw new StartError(`clock ${order} has no value.`, `Say ${wanted}.`)
  if (order === 'manual' || order === 'real') return { mode: order, speed }
  if (speed !== undefined) throw new StartError(`clock ${order} takes no --speed.`, 'Give it to clock real.')
  if (order !== 'speed') return { [order]: value }
  if (!(Number(value) > 0)) throw new StartError(`${value} is no speed.`, `Say ${wanted}.`)
  return { speed: Number(value) }
}
const isOrder = (order: string): order is Order => Object.hasOwn(orders, order)

/** Refuses a length below zero, which would be told of as a wrong option. */
export function refuseBackwards([command, ...args]: readonly string[], calledAs: string) {
  const length = args[args.indexOf('advance') + 1] ?? ''
  if (command === 'clock' && args.includes('advance') && /^-[\d.]/.test(length))
    throw new StartError(
      `The clock cannot be advanced by ${length}.`,
      `Time is set back with a time: ${calledAs} clock set 2026-01-01T09:00:00Z`,
    )
}

/** Shows how far the clock has come while an order is under way. Answers what ends that. */
function watch({ client, terminal, outside }: CommandContext): () => void {
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

/** `manual  2026-01-01T09:00:00.000000Z  3 d ahead of the wall clock  next a job at …` */
function clockLine({ mode, now, offset_ms, speed, next_due, next_kind, moving_to }: Clock): string {
  const next = next_due === null ? '' : `  next ${next_kind ?? ''} at ${next_due}`
  const moving = moving_to ? `  on its way to ${moving_to}` : ''
  const pace = mode === 'real' && speed !== 1 ? ` at speed ${speed}` : ''
  const offset = clockOffset(offset_ms)
  return `${mode}${pace}  ${now}${offset ? `  ${offset}` : ''}${moving}${next}`
}
