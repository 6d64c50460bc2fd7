import type { AttemptRow, CallRow, DeliveryRow, Outcome } from '../../server/wire.ts'

/** Colour by meaning; always beside a word or a shape. */
export type Tone = 'good' | 'bad' | 'wait' | 'quiet'
export interface Sign {
  tone: Tone
  text: string
}

/** `2026-01-01T09:04:31.880123Z` as `09:04:31.880`, in UTC as everywhere in the sandbox. */
export const clockTime = (iso: string): string => iso.slice(11, 23)
/** `2026-01-01T09:04:31.880123Z` as `2026-01-01 09:04:31.880 UTC`. */
export const dateTime = (iso: string): string => `${iso.slice(0, 10)} ${clockTime(iso)} UTC`

/** Milliseconds as one reads them: `0.4 ms`, `12 ms`, `1.2 s`, `3 min`, `1 min 35 s`, `6.5 h`, `3 d`, `73.1 y`. */
export function duration(ms: number): string {
  if (ms < 10) return `${Math.round(ms * 10) / 10} ms`
  if (ms < 999.5) return `${Math.round(ms)} ms`
  if (ms < 59_950) return `${Math.round(ms / 100) / 10} s`
  const seconds = Math.round(ms / 1000)
  if (ms < 5_400_000) return parts(Math.floor(seconds / 60), 'min', seconds % 60, 's')
  if (ms < 172_800_000) return `${Math.round(ms / 360_000) / 10} h`
  const days = Math.round(ms / 8_640_000) / 10
  return days < 2 * year ? `${days} d` : `${Math.round((days / year) * 10) / 10} y`
}
/** In days. */
const year = 365

/** Time still to go, in whole seconds, minutes, hours, days or years, below a second in tenths; `due now` at its end. */
export function remaining(ms: number): string {
  if (ms <= 0) return 'due now'
  if (ms < 950) return `in ${Math.max(0.1, Math.round(ms / 100) / 10)} s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `in ${seconds} s`
  if (seconds < 3600) return `in ${parts(Math.floor(seconds / 60), 'min', seconds % 60, 's')}`
  const hours = Math.floor(seconds / 3600)
  if (hours < 48) return `in ${parts(hours, 'h', Math.floor((seconds % 3600) / 60), 'min')}`
  const days = Math.floor(hours / 24)
  if (days < 2 * year) return `in ${parts(days, 'd', hours % 24, 'h')}`
  return `in ${parts(Math.floor(days / year), 'y', days % year, 'd')}`
}
const parts = (much: number, unit: string, more: number, smaller: string) =>
  more === 0 ? `${much} ${unit}` : `${much} ${unit} ${more} ${smaller}`

/** Share of a bar from 0 to 1, on one logarithmic scale that ends at 30 seconds. */
export const durationShare = (ms: number): number =>
  Math.min(1, Math.log10(1 + Math.max(0, ms)) / Math.log10(30_001))

/** A whole number with its thousands apart; by hand, for the first number that `Intl` writes holds a page up for 40 ms. */
export const count = (value: number): string => `${value}`.replace(/\B(?=(\d{3})+$)/g, ',')

export function bytes(size: number): string {
  if (size === 1) return '1 byte'
  if (size < 1024) return `${size} bytes`
  return size < 1024 ** 2 ? `${(size / 1024).toFixed(1)} KiB` : `${(size / 1024 ** 2).toFixed(1)} MiB`
}

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

type TimedOut = Extract<Outcome, { kind: 'timed_out' }>
/** What an attempt was at when its time ran out. */
export type TimedOutDuring = TimedOut['phase'] | NonNullable<TimedOut['during']>

const timeoutWords = {
  dns: 'while looking up the name',
  connecting: 'while connecting',
  tls: 'in the TLS handshake',
  sending: 'while sending',
  pace: 'while sending at the pace of the fault',
  waiting: 'while waiting for the answer',
  reading: 'while reading the answer',
} as const satisfies Record<TimedOutDuring, string>

const unansweredWords = {
  blocked: 'not sent',
  dns: 'no such host',
  // "refused" alone is what a receiver does that answers a tampered delivery with 401.
  refused: 'connection refused',
  tls: 'tls',
  interrupted: 'interrupted',
  aborted: 'aborted',
  dropped: 'dropped',
} as const satisfies Record<Exclude<Outcome['kind'], 'responded' | 'timed_out' | 'reset'>, string>

/** An attempt's outcome in a word or a status. */
function outcomeText(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'responded':
      return `${outcome.status}`
    case 'timed_out':
      return `timed out ${outcome.phase}`
    case 'reset':
      // Something came, and nobody was cut off.
      return /^(the proxy \S+: )?(the answer|the receiver speaks|it speaks)\b/.test(outcome.detail)
        ? 'unreadable'
        : 'reset'
    default:
      return unansweredWords[outcome.kind]
  }
}

/** An attempt's outcome, judged by the statuses that count as delivered. */
export function outcomeSign(outcome: Outcome, successes: readonly number[]): Sign {
  const text = outcomeText(outcome)
  // Nothing went wrong: it was not to be sent.
  if (outcome.kind === 'dropped') return { tone: 'quiet', text }
  const isSuccess = outcome.kind === 'responded' && successes.includes(outcome.status)
  return { tone: isSuccess ? 'good' : 'bad', text }
}

/** An attempt's outcome in a sentence, without the stop at its end: more may follow. */
export function outcomeWords(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'responded':
      return `answered ${outcome.status}`
    case 'timed_out':
      return `timed out after ${duration(outcome.after_ms)} ${timeoutWords[outcome.during ?? outcome.phase]}${outcome.proxy ? ` through the proxy ${outcome.proxy}` : ''}`
    default:
      return withoutStop(outcome.detail)
  }
}

/** A sentence that more may follow. */
export const withoutStop = (words: string): string => words.replace(/\.$/, '')

/** With a capital at its beginning. */
export const capitalized = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`

/** `1 event`, `3 events`. */
export const many = (value: number, one: string, more = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : more}`

/** What a delivery's row says at its end. */
export function deliverySign(row: DeliveryRow): Sign {
  const last = row.last_outcome === null ? null : outcomeText(row.last_outcome)
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
export const isTelling = (outcome: Outcome | null, reason: string | null): boolean =>
  outcome?.kind === 'responded' && reason?.startsWith(`HTTP ${outcome.status}:`) === true

const judged = ({ last_outcome, reason }: DeliveryRow, words: string) =>
  last_outcome !== null && isTelling(last_outcome, reason) ? `${outcomeText(last_outcome)} ${words}` : words

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
