import type { Clock, Subscription } from '../../wire.ts'
import { jsonLine, printable } from '../../words/printable.ts'
import { createClient, type TargetFlags } from '../client.ts'
import type { Shell } from '../terminal.ts'
import { oldSecretLines } from './words.ts'

export interface RotateFlags extends TargetFlags {
  overlap?: string
  json?: true
}

/** Gives a subscription a new secret and prints it; the old one also signs until the overlap is over. */
export async function rotate(id: string, flags: RotateFlags, { terminal, environment }: Shell) {
  const path = `/sandbox/subscriptions/${encodeURIComponent(id)}/rotate-secret`
  const { overlap } = flags
  const client = createClient(flags, environment)
  const answer = await client.post<{ subscription: Subscription }>(path, 'subscription', {
    ...(overlap !== undefined && { overlap }),
  })
  if (flags.json) return terminal.out(jsonLine(answer))
  // Before anything else is asked: it is in force.
  terminal.out(printable(answer.subscription.secret))
  const { clock } = await client.get<{ clock: Clock }>('/sandbox/clock', 'clock')
  for (const line of oldSecretLines(answer.subscription, clock)) terminal.out(printable(line))
}
