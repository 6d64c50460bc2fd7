/** Turns bulk actions into requests, questions, results and commands. */
import { word } from '../../server/words/shell-words.ts'
import type { Command } from '../commands/commands.tsx'
import { joined, sandboxCurl } from '../commands/curl.ts'
import { count, many } from '../kit/format.ts'
import type { Matching } from '../live/routes/delivery.ts'
import type { Question } from '../place/place.ts'
import { kindsAsked } from './asked.ts'
import { filterPieces, hasFilters } from './filter-text.ts'
import { matchingOf } from './matching.ts'

/** The bulk actions. */
export const bulkActs = {
  resend: { kind: 'delivery', verb: 'Resend', done: 'Resent' },
  recover: { kind: 'delivery', verb: 'Recover', done: 'Resent' },
  'attempt-now': { kind: 'delivery', verb: 'Attempt', done: 'Attempted' },
  cancel: { kind: 'delivery', verb: 'Cancel', done: 'Cancelled' },
  replay: { kind: 'capture', verb: 'Replay', done: 'Replayed' },
  pin: { kind: 'capture', verb: 'Pin', done: 'Pinned' },
  unpin: { kind: 'capture', verb: 'Unpin', done: 'Unpinned' },
  delete: { kind: 'capture', verb: 'Delete', done: 'Deleted' },
} as const
export type BulkAct = keyof typeof bulkActs
type CaptureAct = Extract<BulkAct, 'replay' | 'pin' | 'unpin' | 'delete'>
const isOfCaptures = (act: BulkAct): act is CaptureAct => bulkActs[act].kind === 'capture'

/** The filters of the capture list. */
export interface CapturesMatching {
  endpoint?: string
  q?: string
  /** The highest sequence number to include. */
  up_to?: number
}

const failedStates = 'state:failed,retrying,wrongly_accepted'
const namesState = ({ q = '' }: Matching) =>
  filterPieces(q).some(({ name, negated }) => name === 'state' && !negated)
const ofRun = (run: string | null) => (run === null ? null : `run_id:${run}`)
const spaced = (...parts: (string | null)[]) => parts.filter((part) => part).join(' ')

/** The filters of the listed deliveries; null if the list has no deliveries. */
export function deliveriesListed(place: Question): Matching | null {
  const { kind, q, run } = place
  if (!kindsAsked(place).includes('delivery') || !hasFilters('delivery', q)) return null
  const words = spaced(kind === 'failed' ? failedStates : null, q, ofRun(run))
  return matchingOf({ ...place, q: words })
}

/** The filters of the listed captures; null if the list has no captures. */
export function capturesListed(place: Question): CapturesMatching | null {
  const { kind, q, endpoint, run } = place
  if (!kindsAsked(place).includes('capture') || !hasFilters('capture', q)) return null
  const words = spaced(kind === 'failed' ? 'verdict:failed' : null, q, ofRun(run))
  return { ...(endpoint === null ? {} : { endpoint }), ...(words === '' ? {} : { q: words }) }
}

const waiting = { 'attempt-now': 'state:pending,retrying', cancel: 'state:pending,sending,retrying' } as const

export interface BulkOrder {
  act: BulkAct
  path: string
  body: Matching | (CapturesMatching & { url?: string })
}
interface Extras {
  /** For `recover`. */
  since?: string
  /** For `replay`. */
  url?: string
  /** The sequence number of the newest listed record. The action excludes records that arrive during the confirmation. */
  newest: number
}

/** The request for all listed records; null if no filter describes them. */
export function bulkOrder(act: BulkAct, place: Question, { since, url, newest }: Extras): BulkOrder | null {
  const upTo = { up_to: newest }
  if (isOfCaptures(act)) {
    const listed = capturesListed(place)
    if (listed === null) return null
    const body = { ...listed, ...upTo, ...(act === 'replay' && url ? { url } : {}) }
    return { act, path: `/sandbox/captures/${act}`, body }
  }
  const listed = deliveriesListed(place)
  if (listed === null) return null
  const body = { ...listed, ...upTo }
  const resend = { act, path: '/sandbox/deliveries/resend', body }
  switch (act) {
    case 'resend':
      return Object.keys(listed).length === 0 ? null : resend
    case 'recover': {
      const failed: Matching = namesState(listed) ? {} : { state: 'failed' }
      return { ...resend, body: { ...failed, ...body, ...(since ? { since } : {}) } }
    }
    default: {
      const isStated = listed.state !== undefined || namesState(listed)
      const q = spaced(waiting[act], listed.q ?? null)
      return { act, path: `/sandbox/deliveries/${act}`, body: isStated ? body : { ...body, q } }
    }
  }
}

export const nouns = { delivery: ['delivery', 'deliveries'], capture: ['capture', 'captures'] } as const

/** Whether the action recovers failed deliveries only. */
export const isFailedAlone = ({ act, body }: Pick<BulkOrder, 'act' | 'body'>): boolean =>
  act === 'recover' && 'state' in body && body.state === 'failed'

/** `Resend 12 deliveries?`, or `all … that match` if the number is unknown. Names the state for `recover`. */
export function bulkQuestion({ act, body }: Pick<BulkOrder, 'act' | 'body'>, known: number | null): string {
  const { kind, verb } = bulkActs[act]
  const [one, more] = nouns[kind]
  const now = act === 'attempt-now' ? ' now' : ''
  const failed = isFailedAlone({ act, body }) ? 'failed ' : ''
  return known === null
    ? `${verb} all ${failed}${more} that match${now}?`
    : `${verb} ${known === 1 ? `1 ${one}` : `${count(known)} ${more}`}${now}?`
}

/** The counts that the sandbox returns. */
export interface BulkAnswer {
  counts: { deliveries?: number; captures?: number; skipped?: number; kept?: number }
  answers?: Record<string, number>
}

const whySkipped: Partial<Record<BulkAct, string>> = {
  resend: 'already resent, or the subscription is deleted or disabled',
  recover: 'already resent, or the subscription is deleted or disabled',
  'attempt-now':
    'ended, under way, behind another delivery of an ordered subscription, or the subscription is disabled',
  cancel: 'already ended',
  replay: 'the body is incomplete',
  pin: 'already pinned',
  unpin: 'not pinned',
}

/** The result in words. */
export function bulkWords(act: BulkAct, { counts, answers = {} }: BulkAnswer): string {
  const { kind, done } = bulkActs[act]
  const [one, more] = nouns[kind]
  const { skipped = 0, kept = 0 } = counts
  const made = `${done} ${many(counts.deliveries ?? counts.captures ?? 0, one, more)}`
  const came = Object.entries(answers).map(
    ([answer, times]) => `${count(times)} × ${answer.replaceAll('_', ' ')}`,
  )
  return [
    made + (came.length > 0 ? `: ${came.join(', ')}` : ''),
    skipped > 0 && `skipped ${count(skipped)}: ${whySkipped[act]}`,
    kept > 0 && `kept ${count(kept)} pinned`,
  ]
    .filter(Boolean)
    .join('; ')
    .concat('.')
}

const flagOf: Record<string, string> = { subscription_id: 'subscription' }

/** The same action as curl, and as a command if the command line has one. */
export function bulkCommands({ act, path, body }: BulkOrder): Command[] {
  const { up_to: _, ...said } = body as CapturesMatching & { url?: string }
  const curl = { what: 'the request as curl', text: sandboxCurl('POST', path, body) }
  if (bulkActs[act].kind === 'delivery') {
    const flags = Object.entries(said).map(([name, value]) => `--${flagOf[name] ?? name} ${word(`${value}`)}`)
    const name = act === 'recover' ? 'resend' : act
    return [{ what: 'the command', text: joined([name, ...flags]) }, curl]
  }
  const { endpoint, q, url } = said
  const filter = spaced(endpoint === undefined ? null : `endpoint:${endpoint}`, q ?? null)
  // The command line has no filter for all captures.
  if (filter === '') return [curl]
  const to = url === undefined ? [] : [`--to ${word(url)}`]
  return [{ what: 'the command', text: joined([`capture ${act} --q ${word(filter)}`, ...to]) }, curl]
}

/** The URL of all listed captures as a file. */
export function exportPath(place: Question, form: 'har' | 'jsonl'): string {
  const listed = capturesListed(place) ?? {}
  const query = new URLSearchParams(listed as Record<string, string>).toString()
  return `/sandbox/captures.${form}${query === '' ? '' : `?${query}`}`
}
