import { STATUS_CODES } from 'node:http'
import { parseDuration } from '../../words/time.ts'
import { type ChosenReply, replyOf } from './chosen.ts'

/** The longest that a sender can have his own answer held back, in ms. */
const longestMs = 600_000

/**
 * One answer forced by the sender, undefined where he forces none: `?reply=503`, `reset` or `hang`, with `&delay=2s` after a
 * while; or `/503` behind the endpoint's name.
 */
export function forcedReply(rest: string, query: string): ChosenReply | undefined {
  // Nearly every request has neither.
  if (query === '' && rest === '') return undefined
  const asked = new URLSearchParams(query)
  const text = asked.get('reply') ?? /^\/(\d{3})$/.exec(rest)?.[1]
  if (text === undefined) return undefined
  const rule = `forced by the URL: ${text}`
  const delayMs = Math.min(Math.round(parseDuration(asked.get('delay') ?? '0') ?? 0), longestMs)
  if (text === 'reset' || text === 'hang') return replyOf({ rule, status: 0, outcome: text, delayMs })
  const status = /^\d{3}$/.test(text) ? Number(text) : 0
  if (status < 200 || status > 599) return undefined
  return replyOf({ rule, status, body: STATUS_CODES[status] ?? '', delayMs })
}

/** A reply with what its rule says of a URL that asks for what cannot be forced. */
export function noted(reply: ChosenReply, { rest, query }: { rest: string; query: string }): ChosenReply {
  const flaw = forcedFlaw(rest, query)
  return flaw === undefined ? reply : { ...reply, rule: `${reply.rule}; ${flaw}` }
}

function forcedFlaw(rest: string, query: string): string | undefined {
  const isInPath = /^\/\d{3}$/.test(rest)
  if (!isInPath && !/(^|&)(reply|delay)=/.test(query)) return undefined
  const asked = new URLSearchParams(query)
  const [reply, delay] = [asked.get('reply'), asked.get('delay')]
  const isForced = forcedReply(rest, query) !== undefined
  if (!isForced && reply !== null) return `reply=${shown(reply)} is no answer that can be forced`
  if (!isForced && isInPath) return `${rest} is no answer that can be forced`
  if (delay === null) return undefined
  if (parseDuration(delay) === undefined) return `delay=${shown(delay)} is no duration`
  return isForced ? undefined : `delay=${shown(delay)} holds back a forced answer only`
}

const shown = (text: string) => text.slice(0, 40).replace(/[\p{C}\p{Z}]/gu, '?')
