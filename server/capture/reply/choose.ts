import { STATUS_CODES } from 'node:http'
import type { FixedReply, Reply } from '../../wire.ts'

/** The answer to one request, and the rule that chose it in words. */
export interface ChosenReply {
  rule: string
  status: number
  headers: Record<string, string>
  /** null leaves the body to the receiver's own short note. */
  body: string | null
  delayMs: number
  /** Whether it counts as one of the endpoint's own answers, which steps go by. */
  takesStep: boolean
}

/** `?reply=503`, or `/503` behind the endpoint's name: one answer forced by the sender. */
export function forcedStatus(rest: string, query: string): number | undefined {
  const text = new URLSearchParams(query).get('reply') ?? /^\/(\d{3})$/.exec(rest)?.[1]
  const status = Number(text ?? Number.NaN)
  return Number.isInteger(status) && status >= 200 && status <= 599 ? status : undefined
}

/**
 * Chooses the answer of an endpoint.
 * @param given answers that the endpoint has given since its reply was set
 */
export function chooseReply(reply: Reply | null, given: number, forced: number | undefined): ChosenReply {
  if (forced !== undefined)
    return {
      rule: `forced by the URL: ${forced}`,
      status: forced,
      headers: {},
      body: STATUS_CODES[forced] ?? '',
      delayMs: 0,
      takesStep: false,
    }
  if (reply === null) return nothingSet
  if ('rules' in reply) return { ...nothingSet, rule: 'rules: none holds' }
  if (!Array.isArray(reply)) return fixed(reply, 'fixed')
  const step = Math.min(given, reply.length - 1)
  return fixed(reply[step] ?? { status: 200 }, `step ${step + 1} of ${reply.length}`)
}

const nothingSet: ChosenReply = {
  rule: 'none set: 200',
  status: 200,
  headers: {},
  body: null,
  delayMs: 0,
  takesStep: true,
}

const fixed = (reply: FixedReply, rule: string): ChosenReply => ({
  rule,
  status: reply.status,
  headers: reply.headers ?? {},
  body: reply.body ?? '',
  delayMs: reply.delay_ms ?? 0,
  takesStep: true,
})
