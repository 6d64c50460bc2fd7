import type { HeaderPair, ReplyFacts } from '../../wire.ts'
import type { PassedAnswer } from '../forward/outgoing.ts'

/** The answer to one request, and what chose it. */
export interface ChosenReply {
  why: ReplyFacts
  /** 0 where nothing is answered. */
  status: number
  headers: readonly HeaderPair[]
  /** null leaves the body to the receiver's own short note. */
  body: string | Buffer | null
  /** In place of the body: one whose placeholders are still to be filled in; that is done before it is written down. */
  template: string | null
  /** In place of headers and body: those that somebody else has answered with, as they came. */
  passed: PassedAnswer | null
  delayMs: number
  /** Over how long the body is spread. */
  bodyMs: number
  /** What happens in place of an answer, or before there is one. */
  outcome: 'reset' | 'hang' | 'forward' | null
  /** Whose next step it takes: the endpoint's own, that of a rule by its place, or nobody's. */
  step: 'own' | number | null
}

export const typeOfJson: HeaderPair = ['content-type', 'application/json']

/** A reply of which only this much is out of the ordinary. */
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
