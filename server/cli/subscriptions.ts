import type { Subscription } from '../wire.ts'
import { commandLine, createClient, type TargetFlags } from './client.ts'
import { jsonLine, printable } from './printable.ts'
import type { Shell } from './terminal.ts'

export interface SubscriptionsFlags extends TargetFlags {
  json?: true
}

/** Prints the subscriptions of all identities, oldest first. */
export async function subscriptions(flags: SubscriptionsFlags, { terminal, environment }: Shell) {
  const all = await createClient(flags, environment).all<Subscription>(
    '/sandbox/subscriptions',
    'subscriptions',
  )
  if (flags.json) for (const one of all) terminal.out(jsonLine(one))
  else if (all.length === 0) {
    terminal.out('nobody has subscribed yet')
    terminal.log(`subscribe a receiver: ${commandLine('subscribe URL', flags)}`)
  } else for (const one of all) terminal.out(printable(subscriptionLine(one)))
}

/** `… http://127.0.0.1:3000/ card*, kyc* by standard-webhooks with secret …3kQ9 of demo; enabled, fault drop` */
function subscriptionLine({ id, url, events, scheme, secret, identity, ...settings }: Subscription): string {
  const { status, disabled_reason, fault, ordered, concurrency } = settings
  const stands = [
    disabled_reason === null ? status : `${status}: ${disabled_reason}`,
    fault !== null && `fault ${fault}`,
    ordered && 'in order',
    concurrency !== null && `${concurrency} at a time`,
  ].filter((part) => part !== false)
  return `${id} ${url} ${events.join(', ')} by ${scheme} with secret …${secret.slice(-4)} of ${identity}; ${stands.join(', ')}`
}
