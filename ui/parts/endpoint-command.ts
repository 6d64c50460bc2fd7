import type { RateLimit, Reply } from '../../server/wire.ts'
import { bare, quoted } from './curl.ts'

interface Settings {
  name: string
  scheme?: string | null
  secret?: string | null
  reply?: Reply
  forward_to?: readonly string[]
  rate_limit?: RateLimit | null
}

/** The same settings of an endpoint as the command line knows them. */
export function endpointCommand({ name, scheme, secret, reply, forward_to, rate_limit }: Settings): string {
  const parts = [`npx webhook-sandbox endpoint set ${bare(name)}`]
  if (scheme !== undefined) parts.push(`--scheme ${scheme ?? 'none'}`)
  if (secret !== undefined) parts.push(secret === null ? '--no-secret' : `--secret ${bare(secret)}`)
  if (reply !== undefined) parts.push(`--reply ${quoted(JSON.stringify(reply))}`)
  for (const url of forward_to ?? []) parts.push(`--forward ${bare(url)}`)
  if (rate_limit) parts.push(`--rate ${rate_limit.limit}/${rate_limit.per}`)
  return parts.join(' ')
}
