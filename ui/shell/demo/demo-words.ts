/** Words the steps of a scenario for an audience. */

import type { RunStep } from '../../../server/wire.ts'
import { capitalized, many } from '../../kit/format.ts'

type Told = Pick<RunStep, 'kind' | 'summary' | 'given' | 'detail' | 'result' | 'state'>

/** Shortens ids, which nobody reads from afar, and references to earlier steps. */
const shortened = (words: string): string =>
  words
    .replace(/\$\{(?:[\w-]+\.)*([\w-]+)\}/g, (_, name: string) => `{${name}}`)
    .replace(/\b([\da-f]{4})[\da-f]{4}(-[\da-f]{4}){3}-[\da-f]{12}\b/gi, '$1…')
    .replace(/\b((?:evt|dlv|cap|cal|run|sub)_\w{4})\w{4,}/g, '$1…')

const say = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** What a matching record has done, by path and value of the filter. */
const wordsOf: Record<string, Record<string, string>> = {
  state: {
    succeeded: 'has arrived',
    retrying: 'waits for its next attempt',
    pending: 'waits to be sent',
    failed: 'has failed',
    cancelled: 'was cancelled',
    refused: 'was rightly refused',
    wrongly_accepted: 'was wrongly accepted',
  },
  'verdict.result': {
    verified: 'carried a valid signature',
    failed: 'carried a wrong signature',
    unsigned: 'carried no signature',
  },
}

/** Example: `a delivery of card.* waits for its next attempt, after 4 attempts`. */
function expected({ expect, where, count = 1, exactly }: Told['given']): string {
  const filters: [string, unknown][] =
    typeof where === 'object' && where !== null ? Object.entries(where) : []
  const { event, attempts_made: attempts, 'reply.status': status } = Object.fromEntries(filters)
  const number = exactly ?? count
  const isOne = number === 1
  const word = `${say(expect)}${isOne ? '' : 's'}`.replace(/ys$/, 'ies')
  const how = exactly !== undefined ? `exactly ${say(number)}` : isOne ? 'a' : `at least ${say(number)}`
  const verbs = filters.flatMap(([path, value]) => wordsOf[path]?.[say(value)] ?? [])
  if (status !== undefined) verbs.push(`got status ${say(status)}`)
  const said = verbs.length === 0 ? 'has arrived' : verbs.join(' and ')
  const verb = isOne ? said : said.replace(/\bhas\b/g, 'have').replace(/\bwas\b/g, 'were')
  const after = attempts === undefined ? '' : `, after ${many(Number(attempts), 'attempt')}`
  return `${how} ${word}${event === undefined ? '' : ` of ${say(event)}`} ${verb}${after}`
}

function done({ kind, summary, given, result: { status, deliveries } }: Told): string {
  switch (kind) {
    case 'call':
      return status === undefined ? say(given.call) : `${say(given.call)} returns ${status || 'no response'}`
    case 'event': {
      if (deliveries === undefined) return `${summary} happens`
      return `${summary} happens; ${deliveries === 0 ? 'no subscription matches' : many(deliveries, 'delivery', 'deliveries')}`
    }
    case 'wait':
      return given.wait === 'next month'
        ? 'The clock advances to the next month'
        : `The clock advances by ${say(given.wait)}`
    case 'expect':
      return capitalized(expected(given))
    case 'arm': {
      const at = [given.method, given.path].filter((one) => one !== undefined).map(say)
      const often = given.times === undefined ? '' : `, ${many(Number(given.times), 'time')}`
      return `${at.length === 0 ? 'Every call' : at.join(' ')} will return ${say(given.arm)}${often}`
    }
    case 'fault':
      return given.fault === 'none'
        ? 'Deliveries have no fault again'
        : `Deliveries now have the fault ${summary}`
    default:
      return capitalized(summary)
  }
}

/** What a step does or did, in one sentence. */
export function sentenceOf(step: Told): string {
  const { kind, summary, given, detail, state } = step
  if (state === 'failed')
    return shortened(`${kind === 'call' ? say(given.call) : summary}: ${detail ?? 'it failed'}`)
  if (state === 'skipped') return shortened(`Skipped${detail === null ? '' : `: ${detail}`}`)
  const isAhead = state === 'running' || state === 'pending'
  if (isAhead && kind === 'expect') return shortened(`Waits until ${expected(given)}.`)
  return `${shortened(done(step))}.`
}
