import type { Outcome } from '../wire.ts'

/** How an attempt may end, in words for people. */
export function sayOutcome(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'responded':
      return `HTTP ${outcome.status}`
    case 'timed_out':
      return `${undone[outcome.during ?? outcome.phase]}${outcome.proxy === undefined ? '' : ` through the proxy ${outcome.proxy}`} in ${outcome.after_ms} ms`
    case 'refused':
      return `connection refused: ${outcome.detail}`
    case 'reset':
      return `connection lost: ${outcome.detail}`
    case 'dns':
      return `name not found: ${outcome.detail}`
    case 'tls':
      return `TLS failed: ${outcome.detail}`
    case 'blocked':
    case 'dropped':
      return `not sent: ${outcome.detail}`
    case 'aborted':
      return `aborted ${outcome.detail}`
    case 'interrupted':
      return `cut short: ${outcome.detail}`
  }
}

type TimedOut = Extract<Outcome, { kind: 'timed_out' }>

/** What a timeout waited for in vain, by what it cut. */
const undone: Record<TimedOut['phase'] | NonNullable<TimedOut['during']>, string> = {
  dns: 'name not found',
  connecting: 'no connection',
  tls: 'TLS handshake not complete',
  sending: 'request not taken',
  pace: 'request not sent whole at the pace of the fault slow',
  waiting: 'no answer',
  reading: 'answer not complete',
}
