/** Builds the program command that creates or changes an endpoint. */

import type { FixedReply, RateLimit, Reply } from '../../server/wire.ts'
import { quoted, word } from '../../server/words/shell-words.ts'
import type { EndpointForm } from '../live/routes/endpoint.ts'
import { joined } from './curl.ts'
import { setWord } from './simulator-commands.ts'

/** `503` or `reset`, if the response has no other settings. */
function plainWord(answer: FixedReply): string | null {
  const { status, outcome, ...more } = answer
  return Object.keys(more).length > 0 ? null : (outcome ?? `${status}`)
}

function replyFlag(reply: Reply): string {
  const json = () => `--reply-json ${quoted(JSON.stringify(reply))}`
  if ('rules' in reply) return json()
  const words = [reply].flat().map(plainWord)
  if (words.includes(null)) return json()
  return Array.isArray(reply) ? `--steps ${words.join(',')}` : `--reply ${words.join('')}`
}

function rateFlags(rate: RateLimit | null): string[] {
  if (rate === null) return ['--no-rate']
  const burst = rate.burst === undefined ? [] : [`--burst ${rate.burst}`]
  return [`--rate ${rate.limit}/${rate.per}`, ...burst]
}

function optionFlags(options: Record<string, unknown>): string[] {
  const given = Object.entries(options)
  return given.length === 0
    ? ['--no-scheme-option']
    : given.map((one) => `--scheme-option ${setWord(...one)}`)
}

export function endpointCommand(settings: EndpointForm): string {
  const { name, scheme, scheme_options, secret, reply, forward_to, rate_limit } = settings
  const parts = [`endpoint set ${word(name)}`]
  if (scheme !== undefined) parts.push(scheme === null ? '--no-scheme' : `--scheme ${scheme}`)
  if (scheme_options !== undefined) parts.push(...optionFlags(scheme_options))
  if (secret !== undefined) parts.push(secret === null ? '--no-secret' : `--secret ${word(secret)}`)
  if (reply !== undefined) parts.push(replyFlag(reply))
  if (forward_to?.length === 0) parts.push('--no-forward')
  for (const url of forward_to ?? []) parts.push(`--forward ${word(url)}`)
  if (rate_limit !== undefined) parts.push(...rateFlags(rate_limit))
  return joined(parts)
}
