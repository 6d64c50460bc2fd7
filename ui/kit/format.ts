import type { AttemptRow, CallRow, DeliveryReason, DeliveryRow, Outcome } from '../../server/wire.ts'
import { outcomeWord } from '../../server/words/short.ts'

/** Colour by meaning; always beside a word or a shape. */
export type Tone = 'good' | 'bad' | 'wait' | 'quiet'
export interface Sign {
  tone: Tone
  text: string
}

/** Share of a bar from 0 to 1, on one logarithmic scale that ends at 30 seconds. */
export const durationShare = (ms: number): number =>
  Math.min(1, Math.log10(1 + Math.max(0, ms)) / Math.log10(30_001))

/** A whole number with its thousands apart; by hand, for the first number that `Intl` writes holds a page up for 40 ms. */
export const count = (value: number): string => `${value}`.replace(/\B(?=(\d{3})+$)/g, ',')

/** An address as it stands in a row: without its scheme and what it is opened with, and only the path when it is our own receiver. */
export function target(url: string, own: string): string {
  const shown = url.startsWith(`${own}/`) ? url.slice(own.length) : url.replace(/^https?:\/\/([^/@]*@)?/, '')
  return withoutSecrets(shown)
}

/** An address without what its query calls a secret. */
export const withoutSecrets = (address: string): string => address.replace(secretInQuery, '$1•••')
const secretInQuery = /([?&][\w-]*(?:secret|password|passphrase|key|token)=)[^&#]+/gi

/** Cuts the middle of what is too long; the end tells addresses and ids apart. */
export function middleCut(text: string, length: number): string {
  if (text.length <= length) return text
  const tail = Math.ceil((length - 1) * 0.6)
  return `${text.slice(0, length - 1 - tail)}…${text.slice(-tail)}`
}

/** An attempt's outcome, judged by the statuses that count as delivered. */
export function outcomeSign(outcome: Outcome, successes: readonly number[]): Sign {
  const text = outcomeWord(outcome)
  // Nothing went wrong: it was not to be sent.
  if (outcome.kind === 'dropped') return { tone: 'quiet', text }
  const isSuccess = outcome.kind === 'responded' && successes.includes(outcome.status)
  return { tone: isSuccess ? 'good' : 'bad', text }
}

/** With a capital at its beginning. */
export const capitalized = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`

/** `1 event`, `3 events`. */
export const many = (value: number, one: string, more = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : more}`

/** What a delivery's row says at its end. */
export function deliverySign(row: DeliveryRow): Sign {
  const last = row.last_outcome === null ? null : outcomeWord(row.last_outcome)
  switch (row.state) {
    case 'succeeded':
      return { tone: 'good', text: last ?? 'succeeded' }
    case 'failed':
      return { tone: 'bad', text: last ?? 'failed' }
    case 'retrying':
      return { tone: 'wait', text: last ?? 'retrying' }
    case 'pending':
      return { tone: 'wait', text: 'waiting' }
    case 'sending':
      return { tone: 'wait', text: 'sending' }
    case 'cancelled':
      return { tone: 'quiet', text: 'cancelled' }
    case 'refused':
      return { tone: 'good', text: judged(row, 'refused') }
    case 'wrongly_accepted':
      return { tone: 'bad', text: judged(row, 'accepted') }
  }
}

/** Whether an answer is the one that ended a delivery that had to be refused: of copies it may be any. */
export const isTelling = (outcome: Outcome | null, reason: DeliveryReason | null): boolean =>
  outcome?.kind === 'responded' &&
  (reason?.code === 'refused' || reason?.code === 'wrongly_accepted') &&
  outcome.status === reason.status

const judged = ({ last_outcome, reason_facts }: DeliveryRow, words: string) =>
  last_outcome !== null && isTelling(last_outcome, reason_facts)
    ? `${outcomeWord(last_outcome)} ${words}`
    : words

/** The outcome of one of a delivery's attempts; where a refusal was due, each is judged by that, for all of them were made so. */
export function attemptSign(
  { outcome }: Pick<AttemptRow, 'outcome'>,
  { state }: DeliveryRow,
  successes: readonly number[],
): Sign {
  if (outcome === null) return { tone: 'wait', text: 'under way' }
  if ((state === 'refused' || state === 'wrongly_accepted') && outcome.kind === 'responded') {
    const { status } = outcome
    if (status >= 400 && status < 500) return { tone: 'good', text: `${status} refused` }
    if (successes.includes(status) || (status >= 200 && status < 300))
      return { tone: 'bad', text: `${status} accepted` }
  }
  return outcomeSign(outcome, successes)
}

/** A call's status: what the client did wrong is its business, what we did wrong is red. No answer is told in words. */
export const callSign = ({ status, outcome }: Pick<CallRow, 'status' | 'outcome'>): Sign => ({
  tone: status >= 400 || status === 0 ? 'bad' : 'quiet',
  text: status === 0 ? (outcome === 'reset' ? 'reset' : 'no answer') : `${status}`,
})
