/** Advice on failed deliveries in words: what the receiver does wrong, and the next commands. */
import type { DeliveryRow } from '../wire.ts'
import { sayOutcome } from './outcome.ts'

/** The cause of a failure, read from the delivery's row. */
export type ReceiverFinding =
  | { code: 'accepted_forged'; checks: 'signature' | 'time' }
  | { code: 'nothing_listens' | 'not_reached' | 'failed' }
  | { code: 'redirects'; status: number }
  | { code: 'refuses_signature'; status: number; times: number }

/** A next step. Each surface offers the moves that it supports. */
export interface Move {
  kind: MoveKind
  /** The new address, if known; only for `change_address`. */
  to?: string
}
export type MoveKind =
  | 'attempt_now'
  | 'resend'
  | 'change_address'
  | 'show_secret'
  | 'set_scheme'
  | 'check'
  | 'write_handler'
  | 'wait_longer'
  | 'resend_right'
  | 'try_tampered'
  | 'show_signature'
  | 'show_answer'
  | 'show'

/** The page's button for each move. */
export const buttons: Partial<Record<MoveKind, string>> = {
  attempt_now: 'Attempt now',
  resend: 'Resend',
  change_address: 'Change the URL',
  show_secret: 'Show the secret',
  show_signature: 'Show the signature',
  show_answer: 'Open the response',
  show: 'Open the delivery',
}

const sentences: Partial<Record<MoveKind, string>> = {
  attempt_now: 'retries the delivery at once.',
  resend: 'sends the event again.',
  change_address: 'sends the event to another URL.',
  show_secret: 'prints the secret.',
  set_scheme: 'changes the signature scheme.',
  check: 'sends correct and wrong requests, and names the mistake of your receiver.',
  write_handler: 'writes a receiver that verifies signatures. Other languages are available.',
  wait_longer: 'waits longer for the response.',
  resend_right:
    'sends the event without the fault. If your receiver accepts that event, it does not catch an error of its verifier.',
  try_tampered:
    'finds the place of the failure. If your receiver answers 4xx, the code after the verifier fails. If your receiver fails again, the verifier or the code before it fails, or there is no verifier.',
}

/** The effect of the command that makes the move. */
export const moveSentence = ({ kind, to }: Move, command: string): string =>
  to === undefined
    ? `${command} ${sentences[kind]}`
    : `A server on localhost may listen only on its IPv4 or its IPv6 address: ${command} tries both.`

/** The receiver's mistake, without a full stop, and the fix. */
export function receiverWords(
  found: ReceiverFinding,
  { event, fault, last_outcome: outcome, reason }: DeliveryRow,
  where: string,
): { summary: string; fix: string } {
  switch (found.code) {
    case 'accepted_forged':
      return {
        summary: `${where} accepted ${event} with ${fault ?? 'a fault'}`,
        fix: `Your receiver accepts forged requests. Check the ${found.checks === 'time' ? 'time of the signature' : 'signature and its time'} first, and answer 4xx.`,
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
        fix: 'The sandbox does not follow redirects. Send to the target of the redirect.',
      }
    case 'refuses_signature':
      return {
        summary: `${where} answered ${found.status}${found.times > 1 ? ` ${found.times} times in a row` : ''}`,
        fix: 'Compare your receiver’s secret with this subscription’s, and verify the raw body.',
      }
    case 'failed': {
      // The status of a success does not show why the success does not count.
      const isSuccess = outcome?.kind === 'responded' && outcome.status < 300
      return {
        summary: `${event} failed at ${where}`,
        fix: sentence((isSuccess ? reason : outcome && sayOutcome(outcome)) ?? 'the sandbox gave up'),
      }
    }
  }
}

/** Whether the sandbox retries a failed delivery. */
export const retryWords = ({ state, event }: Pick<DeliveryRow, 'state' | 'event'>): string =>
  state === 'retrying'
    ? `The sandbox retries ${event}.`
    : state === 'failed'
      ? `The sandbox does not retry ${event}.`
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
      /** The signatures in the answer that nothing explains. */
      unexplained: string[]
    }

/** What to say about a refused request: the conclusion, what to do, and what the receiver returned. */
interface SentWords {
  causes: string[]
  fixes: string[]
  evidence: string[]
}

/** @param end how the end of a secret is shown */
export function sentWords(found: SentFinding, end: (secret: string) => string): SentWords {
  if (found.kind === 'unfit')
    return {
      causes: [`The request does not match the current secret of the subscription: ${found.reason}`],
      fixes: [],
      evidence: [],
    }
  const { status, secret, others, proved, unexplained } = found
  return {
    causes: [
      ...new Set(proved.map(({ detail }) => detail)),
      `The sandbox signed the request correctly, with the subscription's secret, which ends in ${end(secret)}.`,
      ...(others.length === 0
        ? []
        : [
            `The request carries a second signature with the previous secret, which ends in ${others.map(end).join(', ')}. Your receiver should look at each signature, not only at the first.`,
          ]),
      ...unexplained.map(
        (signature) =>
          `The response contains the signature ${signature}. No secret that the sandbox knows and no mistake that it tries produces this signature. Your receiver may use a secret from elsewhere.`,
      ),
      ...(proved.length > 0
        ? []
        : [
            `If your receiver answered ${status} because of the signature, look in the receiver. Does it verify the raw body rather than a parsed one? Does it use the text of the secret, or its decoded bytes, as the scheme asks? Is its clock right?${unexplained.length > 0 ? '' : ` ${askForSignature}`}`,
          ]),
    ],
    fixes: [...new Set(proved.map(({ fix }) => fix))],
    evidence: proved.map(
      ({ signature, detail }) => `Your receiver came to the signature ${signature}. ${detail}`,
    ),
  }
}

const askForSignature =
  'Return the signature that your receiver computed in the response body. The sandbox then identifies the mistake.'
