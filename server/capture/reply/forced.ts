/** Reads a reply that the request's URL forces. */
import { STATUS_CODES } from 'node:http'
import type { ReplyFacts } from '../../wire.ts'
import { parseDuration } from '../../words/time.ts'
import { type ChosenReply, replyOf } from './chosen.ts'

/** The longest delay that a URL can force, in ms. */
const longestMs = 600_000

/**
 * A reply forced by the URL, or undefined: `?reply=503`, `reset` or `hang`, optionally with `&delay=2s`; or `/503` after the
 * endpoint's name.
 */
export function forcedReply(rest: string, query: string): ChosenReply | undefined {
  // Most requests have neither.
  if (query === '' && rest === '') return undefined
  const asked = new URLSearchParams(query)
  const text = asked.get('reply') ?? /^\/(\d{3})$/.exec(rest)?.[1]
  if (text === undefined) return undefined
  const delayMs = Math.min(Math.round(parseDuration(asked.get('delay') ?? '0') ?? 0), longestMs)
  if (text === 'reset' || text === 'hang') {
    const kind = text === 'reset' ? 'cut' : 'hang'
    return replyOf({ why: { kind, forced: text }, status: 0, outcome: text, delayMs })
  }
  const status = /^\d{3}$/.test(text) ? Number(text) : 0
  if (status < 200 || status > 599) return undefined
  return replyOf({ why: { kind: 'forced', forced: text }, status, body: STATUS_CODES[status] ?? '', delayMs })
}

/** Adds a note to the reply if its URL asks for an impossible one. */
export function noted(reply: ChosenReply, { rest, query }: { rest: string; query: string }): ChosenReply {
  const flaw = forcedFlaw(rest, query)
  return flaw === undefined ? reply : { ...reply, why: { ...reply.why, url_problem: flaw } }
}

function forcedFlaw(rest: string, query: string): ReplyFacts['url_problem'] {
  const isInPath = /^\/\d{3}$/.test(rest)
  if (!isInPath && !/(^|&)(reply|delay)=/.test(query)) return undefined
  const asked = new URLSearchParams(query)
  const [reply, delay] = [asked.get('reply'), asked.get('delay')]
  const isForced = forcedReply(rest, query) !== undefined
  if (!isForced && reply !== null) return { given: `reply=${shown(reply)}`, problem: 'not_forcible' }
  if (!isForced && isInPath) return { given: rest, problem: 'not_forcible' }
  if (delay === null) return undefined
  const given = `delay=${shown(delay)}`
  if (parseDuration(delay) === undefined) return { given, problem: 'not_a_duration' }
  return isForced ? undefined : { given, problem: 'nothing_forced' }
}

const shown = (text: string) => text.slice(0, 40).replace(/[\p{C}\p{Z}]/gu, '?')
