/** Describes a reply that was chosen. */
import type { HeaderPair, ReplyFacts } from '../../wire.ts'
import type { PassedAnswer } from '../forward/outgoing.ts'

/** The reply to one request, and what chose it. */
export interface ChosenReply {
  why: ReplyFacts
  /** 0 if nothing is sent. */
  status: number
  headers: readonly HeaderPair[]
  /** null sends the endpoint's own short note. */
  body: string | Buffer | null
  /** Replaces the body: a template whose placeholders are filled before the reply is recorded. */
  template: string | null
  /** Replaces headers and body: the response of a forward, as received. */
  passed: PassedAnswer | null
  delayMs: number
  /** The time over which the body is spread. */
  bodyMs: number
  /** What happens instead of a reply, or before it. */
  outcome: 'reset' | 'hang' | 'forward' | null
  /** Whose step it uses: the endpoint's own, that of a rule by index, or none. */
  step: 'own' | number | null
}

export const typeOfJson: HeaderPair = ['content-type', 'application/json']

/** A reply with only these differences from the default. */
export const replyOf = (over: Partial<ChosenReply> & Pick<ChosenReply, 'why' | 'status'>): ChosenReply => ({
  headers: [],
  body: null,
  template: null,
  passed: null,
  delayMs: 0,
  bodyMs: 0,
  outcome: null,
  step: null,
  ...over,
})
