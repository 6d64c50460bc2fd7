import type { DeliveryRow } from '../wire.ts'
import { sayOutcome } from './outcome.ts'

/** What a delivery that failed says of its receiver, by its row alone. */
export type ReceiverFinding =
  | { code: 'accepted_forged'; checks: 'signature' | 'time' }
  | { code: 'nothing_listens' | 'not_reached' | 'failed' }
  | { code: 'redirects'; status: number }
  | { code: 'refuses_signature'; status: number; times: number }

/** What to do next. Each surface offers those that it has a way for. */
export interface Move {
  kind: MoveKind
  /** Of `change_address`: the address to change to, where that is known. */
  to?: string
}
export type MoveKind =
  | 'attempt_now'
  | 'resend'
  | 'change_address'
  | 'show_secret'
  | 'set_scheme'
  | 'write_handler'
  | 'wait_longer'
  | 'resend_right'
  | 'try_tampered'
  | 'show_signature'
  | 'show_answer'
  | 'show'

/** What a button of the page says that makes the move. */
export const buttons: Partial<Record<MoveKind, string>> = {
  attempt_now: 'Attempt now',
  resend: 'Resend',
  change_address: 'Change the address',
  show_secret: 'Show its secret',
  show_signature: 'Show the signature',
  show_answer: 'Open the answer',
  show: 'Open it',
}

const sentences: Partial<Record<MoveKind, string>> = {
  attempt_now: 'sends it again at once.',
  resend: 'sends it again.',
  change_address: 'sends it to another address.',
  show_secret: 'prints the secret.',
  set_scheme: 'signs with another scheme.',
  write_handler: 'writes a receiver that verifies, as it does in other languages.',
  wait_longer: 'waits longer for the answer.',
  resend_right:
    'sends it without the fault. If your receiver accepts that, its verifier throws an error that nothing catches.',
  try_tampered:
    'shows where. A receiver that answers 4xx verifies, and fails behind that; one that fails again fails in its verifier or before, or has none.',
}

/** What the command does that makes the move. */
export const moveSentence = ({ kind, to }: Move, command: string): string =>
  to === undefined
    ? `${command} ${sentences[kind]}`
    : `A server that was started at localhost may listen at its other address alone: ${command} tries both.`

/** What a receiver does wrong, without a stop, and what to do. */
export function receiverWords(
  found: ReceiverFinding,
  { event, fault, last_outcome: outcome, reason }: DeliveryRow,
  where: string,
): { summary: string; fix: string } {
  switch (found.code) {
    case 'accepted_forged':
      return {
        summary: `${where} accepted ${event} with ${fault ?? 'a fault'}`,
        fix: `Your receiver acts on what somebody may have forged. Check the ${found.checks === 'time' ? 'time of the signature' : 'signature and its time'} before anything else, and refuse with 4xx.`,
      }
    case 'nothing_listens':
      return {
        summary: `${where} refuses connections`,
        fix: 'Nothing listens there. Start your receiver, or check its port.',
      }
    case 'not_reached':
      return {
        summary: `${event} did not reach ${where}`,
        fix: outcome === null ? '' : sentence(sayOutcome(outcome)),
      }
    case 'redirects':
      return {
        summary: `${where} answered ${found.status}, a redirect`,
        fix: 'The sandbox does not follow redirects. Send to the address that the redirect leads to.',
      }
    case 'refuses_signature':
      return {
        summary: `${where} answered ${found.status}${found.times > 1 ? ` ${found.times} times in a row` : ''}`,
        fix: 'Does your receiver use this subscription’s secret, and does it verify the raw body?',
      }
    case 'failed': {
      // A success that does not count is not explained by its status alone.
      const isSuccess = outcome?.kind === 'responded' && outcome.status < 300
      return {
        summary: `${event} failed at ${where}`,
        fix: sentence((isSuccess ? reason : outcome && sayOutcome(outcome)) ?? 'the sandbox gave it up'),
      }
    }
  }
}

/** Whether what failed is sent again. */
export const retryWords = ({ state, event }: Pick<DeliveryRow, 'state' | 'event'>): string =>
  state === 'retrying'
    ? `The sandbox tries ${event} again.`
    : state === 'failed'
      ? `The sandbox does not try ${event} again.`
      : ''

const sentence = (words: string) =>
  `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.?]$/.test(words) ? '' : '.'}`

/** Whether what a receiver refused was right, and what the receiver did with it. */
export type SentFinding =
  | { kind: 'unfit'; reason: string }
  | {
      kind: 'right'
      status: number
      secret: string
      /** Older secrets that signed it as well. */
      others: string[]
      /** What the answer proves of how the receiver came to another signature. */
      proved: { signature: string; detail: string; fix: string }[]
    }

/** @param end how the end of a secret is shown */
export function sentWords(found: SentFinding, end: (secret: string) => string): string[] {
  if (found.kind === 'unfit')
    return [`What was sent does not fit the current secret of the subscription: ${found.reason}`]
  const { status, secret, others, proved } = found
  return [
    `What was sent is right: it is signed with the subscription's secret, which ends in ${end(secret)}.`,
    ...(others.length === 0
      ? []
      : [
          `It carries a second signature, with the secret before, which ends in ${others.map(end).join(', ')}. Your receiver should look at each signature, not only at the first.`,
        ]),
    ...proved.map(
      ({ signature, detail, fix }) => `Your receiver came to the signature ${signature}. ${detail} ${fix}`,
    ),
    ...(proved.length > 0
      ? []
      : [
          `If your receiver answered ${status} because of the signature, look in the receiver. Does it verify the raw body rather than a parsed one? Does it use the text of the secret, or its decoded bytes, as the scheme asks? Is its clock right? Return the signature that your receiver computed in the response body. The sandbox then identifies the mistake.`,
        ]),
  ]
}
