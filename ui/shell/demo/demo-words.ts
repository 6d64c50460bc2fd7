import type { RunStep } from '../../../server/wire.ts'
import { capitalized, many } from '../../kit/format.ts'

type Told = Pick<RunStep, 'kind' | 'summary' | 'detail' | 'state'>

/** Ids that nobody reads from afar, and what stands for a value of an earlier step, made short. */
const shortened = (words: string): string =>
  words
    .replace(/\$\{(?:[\w-]+\.)*([\w-]+)\}/g, (_, name: string) => `{${name}}`)
    .replace(/\b([\da-f]{4})[\da-f]{4}(-[\da-f]{4}){3}-[\da-f]{12}\b/gi, '$1…')
    .replace(/\b((?:evt|dlv|cap|cal|run|sub)_\w{4})\w{4,}/g, '$1…')

const wordsOf = {
  'state succeeded': 'has arrived',
  'state retrying': 'waits for its next attempt',
  'state pending': 'waits to be sent',
  'state failed': 'was given up',
  'state cancelled': 'was cancelled',
  'state refused': 'was rightly refused',
  'state wrongly_accepted': 'was wrongly accepted',
  'verdict.result verified': 'carried a valid signature',
  'verdict.result failed': 'carried a wrong signature',
  'verdict.result unsigned': 'carried no signature',
} as const satisfies Record<string, string>
const isKnown = (filter: string): filter is keyof typeof wordsOf => filter in wordsOf

/** `1 delivery with event card.* and state retrying and attempts_made 4` as `A delivery of card.* waits for its next attempt, after 4 attempts`. */
function expected(summary: string): string {
  const [, how = '', number = '1', what = '', where = ''] =
    /^(?:(at least|exactly) )?(\d+) (\w+)(?: with (.*))?$/.exec(summary) ?? []
  if (what === '') return summary
  const filters = where === '' ? [] : where.split(' and ')
  const of = filters.find((one) => one.startsWith('event '))?.slice(6)
  const told = filters.filter(isKnown).map((one) => wordsOf[one])
  const status = filters.find((one) => one.startsWith('reply.status '))?.slice(13)
  const attempts = filters.find((one) => one.startsWith('attempts_made '))?.slice(14)
  const isOne = number === '1' && how === ''
  const subject = `${isOne ? 'a' : how === '' ? number : `${how} ${number}`} ${what}${of === undefined ? '' : ` of ${of}`}`
  const verbs = [...told, ...(status === undefined ? [] : [`was answered ${status}`])]
  const came = number === '1' ? 'has come' : 'have come'
  const said = verbs.length === 0 ? came : verbs.join(' and ')
  const plural = number === '1' ? said : said.replace(/\bhas\b/g, 'have').replace(/\bwas\b/g, 'were')
  const after = attempts === undefined ? '' : `, after ${many(Number(attempts), 'attempt')}`
  return capitalized(`${subject} ${plural}${after}`)
}

const statusOf = (detail: string | null): string | null => /^\d{3}\b/.exec(detail ?? '')?.[0] ?? null

function done({ kind, summary, detail }: Told): string {
  switch (kind) {
    case 'call': {
      const call = summary.replace(/ → .*$/, '')
      const status = statusOf(detail)
      return status === null ? call : `${call} is answered ${status}`
    }
    case 'event': {
      const sent = /, (\d+) deliver(?:y|ies)$/.exec(detail ?? '')?.[1]
      if (sent === undefined) return `${summary} happens`
      return `${summary} happens; ${sent === '0' ? 'nobody is subscribed to it' : `${many(Number(sent), 'delivery goes', 'deliveries go')} out`}`
    }
    case 'wait':
      return summary.replace(/^move the clock/, 'The clock moves')
    case 'expect':
      return expected(summary)
    case 'arm':
      return capitalized(summary.replace(/^answer (.*) with (.*)$/, '$1 will be answered with $2'))
    case 'fault':
      return summary.startsWith('take ')
        ? 'What is sent is left as it is again'
        : `Sent with a fault from here on: ${summary}`
    default:
      return capitalized(summary)
  }
}

/** What a step does or did, in a sentence for those who look on. */
export function sentenceOf(step: Told): string {
  const { kind, summary, detail, state } = step
  if (state === 'failed') return shortened(`${summary.replace(/ → .*$/, '')}: ${detail ?? 'it failed'}`)
  if (state === 'skipped') return shortened(`Skipped${detail === null ? '' : `: ${detail}`}`)
  const isAhead = state === 'running' || state === 'pending'
  if (isAhead && kind === 'expect') return shortened(`Waits until ${expected(summary).replace(/^A/, 'a')}.`)
  return `${shortened(done(step))}.`
}
