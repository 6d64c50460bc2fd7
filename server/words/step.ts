/** Says what a step of a scenario does or did, for an audience, with the values of its run. */
import type { PlatformObjectRow, RunStep } from '../wire.ts'
import { money } from './money.ts'
import { objectState } from './object.ts'
import { plural } from './plural.ts'

type Told = Pick<RunStep, 'kind' | 'summary' | 'given' | 'detail' | 'result' | 'state'>

/** Nobody reads a whole id from afar. */
const shortened = (words: string): string =>
  words
    .replace(/\b([\da-f]{4})[\da-f]{4}(-[\da-f]{4}){3}-[\da-f]{12}\b/gi, '$1…')
    .replace(/\b(evt|dlv|cap|cal|run|sub)_\w{4,}(\w{4})\b/g, '$1_…$2')

const capital = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`
const say = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
const units = { ms: 'millisecond', s: 'second', m: 'minute', h: 'hour', d: 'day' } as const
/** `3 days 12 hours` for `3d12h`. */
const spanOf = (text: string): string =>
  [...text.matchAll(/([\d.]+)(ms|s|m|h|d)/g)]
    .map(([, number, unit]) => plural(Number(number), units[unit as keyof typeof units]))
    .join(' ') || text
/** Sentences end once. */
const sentence = (words: string) => `${words.replace(/[.\s]+$/, '')}.`

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
  const how =
    exactly === 0
      ? 'no'
      : exactly !== undefined
        ? `exactly ${say(number)}`
        : isOne
          ? 'a'
          : `at least ${say(number)}`
  const verbs = filters.flatMap(([path, value]) => wordsOf[path]?.[say(value)] ?? [])
  if (status !== undefined) verbs.push(`got status ${say(status)}`)
  const said = verbs.length === 0 ? 'has arrived' : verbs.join(' and ')
  const verb = isOne ? said : said.replace(/\bhas\b/g, 'have').replace(/\bwas\b/g, 'were')
  const after = attempts === undefined ? '' : `, after ${plural(Number(attempts), 'attempt')}`
  return `${how} ${word}${event === undefined ? '' : ` of ${say(event)}`} ${verb}${after}`
}

function done({ kind, summary, given, result: { status, deliveries } }: Told): string {
  switch (kind) {
    case 'call':
      return status === undefined ? say(given.call) : `${say(given.call)} returns ${status || 'no response'}`
    case 'event': {
      if (deliveries === undefined) return `${summary} happens`
      return `${summary} happens; ${deliveries === 0 ? 'no subscription matches' : plural(deliveries, 'delivery', 'deliveries')}`
    }
    case 'wait':
      return given.wait === 'next month'
        ? 'The clock advances to the next month'
        : `The clock advances by ${spanOf(say(given.wait))}`
    case 'expect':
      return capital(expected(given))
    case 'arm': {
      const at = [given.method, given.path].filter((one) => one !== undefined).map(say)
      const often = given.times === undefined ? '' : `, ${plural(Number(given.times), 'time')}`
      return `${at.length === 0 ? 'Every call' : at.join(' ')} will return ${say(given.arm)}${often}`
    }
    case 'fault':
      return given.fault === 'none'
        ? 'Deliveries have no fault again'
        : `Deliveries now have the fault ${summary}`
    default:
      return capital(summary)
  }
}

/** What a step does or did, in one sentence. */
function stepSentence(step: Told): string {
  const { kind, summary, given, detail, state } = step
  if (state === 'failed')
    return shortened(`${kind === 'call' ? say(given.call) : summary}: ${detail ?? 'the step failed'}`)
  if (state === 'skipped') return shortened(`Skipped${detail === null ? '' : `: ${detail}`}`)
  const isAhead = state === 'running' || state === 'pending'
  return shortened(sentence(isAhead && kind === 'expect' ? `Waits until ${expected(given)}` : done(step)))
}

/** What a step means for the business: what its events say, else the response of its call. Null if nothing. */
function meaningOf({ given, result: { answer, events = [] } }: Told): string | null {
  // A GET changes nothing, so its response is the news.
  const isRead = typeof given.call === 'string' && /^(?:GET|HEAD)\b/.test(given.call)
  const said = isRead || events.length === 0 ? answer : [...new Set(events.map(sentence))].join(' ')
  return said === undefined ? null : shortened(said)
}

/** What an audience reads about a step: the news, then what else there is to say, or an empty text. */
export function stepCaption(step: Told): [news: string, more: string] {
  const happened = stepSentence(step)
  const meaning = step.state === 'succeeded' ? meaningOf(step) : null
  if (meaning === null) return [happened, '']
  // What a call or an event means is the news. A wait and an expectation are news themselves.
  return step.kind === 'call' || step.kind === 'event' ? [meaning, happened] : [happened, meaning]
}

/** The name of a step in words: `identity-check` is `Identity check`. */
export const stepTitle = (name: string): string => capital(name.replaceAll(/[-_]+/g, ' '))

/** What a run has left behind. */
export interface Left {
  objects: readonly Pick<PlatformObjectRow, 'kind' | 'title' | 'state' | 'balance'>[]
  events: number
  deliveries: { succeeded: number; all: number }
}

/** The facts of the closing caption, each with its label. */
export function closingFacts({ objects, events, deliveries }: Left): [label: string, text: string][] {
  const of = (kind: string) => objects.filter((one) => one.kind === kind).toReversed()
  const named = (kind: string) =>
    of(kind).map((one) => [one.title, objectState(one)].filter((part) => part !== null).join(', '))
  const balances = of('account').map(({ title, balance }) => {
    const amount = money(balance ?? '0.00') ?? ''
    return of('account').length === 1 ? amount : `${amount} (${title})`
  })
  const facts: [string, string[]][] = [
    ['Customer', named('customer')],
    ['Card', named('card')],
    ['Balance', balances],
    ['Events', [`${events}`]],
    [
      'Deliveries',
      [
        deliveries.succeeded === deliveries.all
          ? `${deliveries.all}, all succeeded`
          : `${deliveries.all}, ${deliveries.succeeded} succeeded`,
      ],
    ],
  ]
  return facts.flatMap(([label, said]) => (said.length === 0 ? [] : [[label, said.join('; ')]]))
}
