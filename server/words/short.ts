/**
 * Outcomes and replies in a word or two, for rows. Their sentences are in other files, which the page loads later.
 */
import type { GivenReply, Outcome } from '../wire.ts'

type TimedOut = Extract<Outcome, { kind: 'timed_out' }>

/** An outcome in a word or two: `200`, `timed out`, `connection refused`. */
export function outcomeWord(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'responded':
      return `${outcome.status}`
    case 'timed_out':
      return `timed out ${doing[outcome.during ?? outcome.phase]}`
    case 'reset':
      // Something came, and nobody was cut off.
      return outcome.code === 'unreadable' ? 'unreadable' : 'reset'
    default:
      return words[outcome.kind]
  }
}

const words = {
  // "refused" alone is what a receiver does that answers a tampered delivery with 401.
  refused: 'connection refused',
  dns: 'no such host',
  tls: 'tls',
  blocked: 'not sent',
  interrupted: 'interrupted',
  aborted: 'aborted',
  dropped: 'dropped',
} as const satisfies Record<Exclude<Outcome['kind'], 'responded' | 'timed_out' | 'reset'>, string>

/** What an attempt was at when its time ran out. */
export const doing: Record<TimedOut['phase'] | NonNullable<TimedOut['during']>, string> = {
  dns: 'looking up the name',
  connecting: 'connecting',
  tls: 'in the TLS handshake',
  sending: 'sending',
  pace: 'sending at the pace of the fault slow',
  waiting: 'waiting',
  reading: 'reading',
}

type Told = Pick<GivenReply, 'status' | 'kind' | 'instead'>

/** What the sender got: `503`, or in words that it got nothing. */
export function toldSender({ status, kind, instead }: Told): string {
  if (status !== 0) return `${status}`
  if (kind === 'forwarding') return 'not answered yet'
  return (instead?.kind ?? kind) === 'cut' ? 'reset' : 'no answer'
}

/** The same as a part of a sentence: `answered 503`. */
export const answeredWords = (reply: Told): string =>
  reply.status === 0 ? toldSender(reply) : `answered ${reply.status}`
