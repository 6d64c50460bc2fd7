/** Describes steps in one line. */
import type { Draft } from './draft.ts'

const say = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
const plural = (count: unknown, word: string, many = `${word}s`) =>
  `${say(count)} ${count === 1 ? word : many}`

/** `event card.* and state succeeded` */
export const sayFilters = (where: Readonly<Record<string, unknown>>): string =>
  Object.entries(where)
    .map(([path, value]) => `${path} ${say(value)}`)
    .join(' and ')

const manyOf = (word: string) => (word === 'delivery' ? 'deliveries' : `${word}s`)

/** `2 deliveries` */
export const sayCount = (count: unknown, word: string): string => plural(count, word, manyOf(word))

/** `at least 2 deliveries with state succeeded`. `of` names their owner. */
export function sayExpected(given: Readonly<Record<string, unknown>>, of = ''): string {
  const { expect, where, count = 1, exactly } = given
  const word = say(expect)
  const number =
    exactly === undefined
      ? count === 1
        ? `1 ${word}`
        : `at least ${sayCount(count, word)}`
      : `exactly ${sayCount(exactly, word)}`
  const filters =
    typeof where === 'object' && where !== null ? sayFilters(where as Record<string, unknown>) : ''
  return `${number}${of}${filters === '' ? '' : ` with ${filters}`}`
}

/** The summary of a step in one line. */
export function summaryOf({
  kind,
  given,
  branches,
}: Pick<Draft, 'kind' | 'given'> & { branches: readonly unknown[] }): string {
  switch (kind) {
    case 'call':
      return given.status === undefined ? say(given.call) : `${say(given.call)} → ${say(given.status)}`
    case 'event':
      return given.count === undefined || given.count === 1
        ? say(given.event)
        : `${say(given.event)}, ${say(given.count)} times`
    case 'wait':
      return given.wait === 'next month'
        ? 'move the clock to the next month'
        : `move the clock ${say(given.wait)} on`
    case 'expect':
      return sayExpected(given)
    case 'fault': {
      if (given.fault === 'none') return "remove the run's faults"
      const first = given.first === undefined ? '' : `, the first ${plural(given.first, 'time')}`
      return `${say(given.fault)} on ${given.on === undefined ? 'every event' : say(given.on)}${first}`
    }
    case 'arm': {
      const at = [given.method, given.path].filter((one) => one !== undefined).map(say)
      const often = given.times === undefined ? '' : `, ${plural(given.times, 'time')}`
      return `answer ${at.length > 0 ? at.join(' ') : 'every call'} with ${say(given.arm)}${often}`
    }
    case 'reply':
      return given.reply === null
        ? 'the receiver answers 200'
        : `the receiver answers ${sayReply(given.reply)}`
    case 'repeat':
      return plural(given.repeat, 'time')
    case 'parallel':
      return `${plural(branches.length, 'branch', 'branches')} in parallel`
  }
}

function sayReply(reply: unknown): string {
  if (Array.isArray(reply)) return reply.map(sayReply).join(', then ')
  const given = typeof reply === 'object' && reply !== null ? (reply as Record<string, unknown>) : {}
  const { status = 200, outcome, delay_ms, rules } = given
  if (rules !== undefined) return `by ${plural(Array.isArray(rules) ? rules.length : 1, 'rule')}`
  const answer = say(outcome ?? status)
  return delay_ms === undefined ? answer : `${answer} after ${say(delay_ms)} ms`
}
