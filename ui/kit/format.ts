/** Formats numbers, addresses and outcomes for rows. */

import type { CallRow, DeliveryReason, DeliveryRow, Outcome } from '../../server/wire.ts'
import { outcomeWord } from '../../server/words/short.ts'

/** The meaning of a colour. A word or a shape always repeats the meaning. */
export type Tone = 'good' | 'bad' | 'wait' | 'quiet'
export interface Sign {
  tone: Tone
  text: string
}

/** Length of a duration bar from 0 to 1, on a logarithmic scale that ends at 30 seconds. */
export const durationShare = (ms: number): number =>
  Math.min(1, Math.log10(1 + Math.max(0, ms)) / Math.log10(30_001))

/** Formats thousands without `Intl`, whose first use blocks the page for 40 ms. */
export const count = (value: number): string => `${value}`.replace(/\B(?=(\d{3})+$)/g, ',')

/** An address for a row, without scheme and secrets. The sandbox's own addresses show only their path. */
export function target(url: string, own: string): string {
  const shown = url.startsWith(`${own}/`) ? url.slice(own.length) : url.replace(/^https?:\/\/([^/@]*@)?/, '')
  return withoutSecrets(shown)
}

/** Removes secrets from the query of an address. */
export const withoutSecrets = (address: string): string => address.replace(secretInQuery, '$1•••')
const secretInQuery = /([?&][\w-]*(?:secret|password|passphrase|key|token)=)[^&#]+/gi

/** Capitalizes the first letter. */
export const capitalized = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`

/** `1 event`, `3 events`. */
export const many = (value: number, one: string, more = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : more}`

/** The sign at the end of a delivery's row. */
export function deliverySign(row: DeliveryRow): Sign {
  const last = row.last_outcome === null ? null : outcomeWord(row.last_outcome)
  switch (row.state) {
    case 'succeeded':
      return { tone: 'good', text: last ?? 'succeeded' }
    case 'failed':
      return { tone: row.reason_code === 'not_judged' ? 'quiet' : 'bad', text: last ?? 'failed' }
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

/** Whether an outcome decided a delivery that the receiver had to refuse. With copies, any of them may decide. */
export const isTelling = (outcome: Outcome | null, reason: DeliveryReason | null): boolean =>
  outcome?.kind === 'responded' &&
  (reason?.code === 'refused' || reason?.code === 'may_refuse' || reason?.code === 'wrongly_accepted') &&
  outcome.status === reason.status

const judged = ({ last_outcome, reason_facts }: DeliveryRow, words: string) =>
  last_outcome !== null && isTelling(last_outcome, reason_facts)
    ? `${outcomeWord(last_outcome)} ${words}`
    : words

/** 4xx is the client's mistake and stays quiet. 5xx is red. A missing response shows as words. */
export const callSign = ({ status, outcome }: Pick<CallRow, 'status' | 'outcome'>): Sign => ({
  tone: status >= 400 || status === 0 ? 'bad' : 'quiet',
  text: status === 0 ? (outcome === 'reset' ? 'reset' : 'no answer') : `${status}`,
})

const mostShown = 999
/** A number in little space: `999+` if it is larger. */
export const upTo = (value: number): string => (value > mostShown ? `${mostShown}+` : `${value}`)
