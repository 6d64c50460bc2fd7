/** Builds the program commands of the simulator. */

import { quoted, word } from '../../server/words/shell-words.ts'
import type { ClockWords, RunWords, TrafficWords } from '../live/routes/running.ts'
import type { Trigger } from '../live/routes.ts'
import { joined } from './curl.ts'

/** `name=text` for text and `name:=json` for other values, which keeps the type. */
export const setWord = (name: string, value: unknown): string =>
  word(typeof value === 'string' ? `${name}=${value}` : `${name}:=${JSON.stringify(value)}`)

const setFlags = (set: Record<string, unknown> = {}) =>
  Object.entries(set).map(([name, value]) => `--set ${setWord(name, value)}`)

/** Flags in order. Undefined and false values are left out, and true adds no value. */
function flags(values: Record<string, string | number | boolean | null | undefined>): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (value === undefined || value === null || value === false) return []
    return value === true ? [`--${name}`] : [`--${name} ${word(`${value}`)}`]
  })
}

/** A custom payload comes from standard input. */
export function triggerCommand(trigger: Trigger): string {
  const { event, set, payload, count, subscription_id: subscription, fault } = trigger
  const command = joined([
    `trigger ${word(event)}`,
    ...setFlags(set),
    ...flags({
      payload: payload === undefined ? undefined : '-',
      count,
      subscription,
      fault,
      'with-history': trigger.with_history,
      force: trigger.force,
    }),
  ])
  return payload === undefined ? command : `printf '%s' ${quoted(payload)} | ${command}`
}

export const runCommand = (scenario: string, run: RunWords): string =>
  joined([
    `scenario run ${word(scenario)}`,
    ...setFlags(run.set),
    ...flags({ seed: run.seed, speed: run.speed, subscription: run.subscription_id, paused: run.paused }),
  ])

export const runActCommand = (id: string, act: string): string => joined([`scenario ${act} ${id}`])

export function trafficCommand(traffic: TrafficWords): string {
  const { rate, shape, events = {}, for: length, count, seed, subscription_id: subscription, fault } = traffic
  if (rate === 0) return joined(['traffic --stop'])
  const mix = Object.entries(events).map(
    ([event, weight]) => `--event ${word(weight === 1 ? event : `${event}=${weight}`)}`,
  )
  return joined([
    'traffic',
    ...flags({ rate, shape }),
    ...mix,
    ...flags({ for: length, count, seed, subscription, fault }),
  ])
}

export function clockCommand({ mode, speed, advance, set }: ClockWords): string {
  if (advance !== undefined) return joined([`clock advance ${word(advance)}`])
  if (set !== undefined) return joined([`clock set ${word(set)}`])
  if (mode !== undefined) return joined([`clock ${mode}`, ...flags({ speed })])
  return joined([`clock speed ${speed}`])
}
