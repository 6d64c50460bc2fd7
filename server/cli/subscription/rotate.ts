import { jsonLine, printable } from '../../printable.ts'
import type { Subscription } from '../../wire.ts'
import { createClient, type TargetFlags } from '../client.ts'
import type { Shell } from '../terminal.ts'

export interface RotateFlags extends TargetFlags {
  overlap?: string
  json?: true
}

/** Gives a subscription a new secret and prints it; the old one also signs until the overlap is over. */
export async function rotate(id: string, flags: RotateFlags, { terminal, environment }: Shell) {
  const path = `/sandbox/subscriptions/${encodeURIComponent(id)}/rotate-secret`
  const { overlap } = flags
  const answer = await createClient(flags, environment).post<{ subscription: Subscription }>(
    path,
    'subscription',
    { ...(overlap !== undefined && { overlap }) },
  )
  if (flags.json) return terminal.out(jsonLine(answer))
  const { secret, old_secrets } = answer.subscription
  terminal.out(printable(secret))
  for (const { secret, until } of old_secrets) terminal.out(printable(`  ${secret} signs until ${until}`))
}
