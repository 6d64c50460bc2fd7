import type { Health, Subscription } from '../../wire.ts'
import { jsonLine, printable } from '../../words/printable.ts'
import { type Client, commandLine, createClient, type TargetFlags } from '../client.ts'
import type { Shell } from '../terminal.ts'

export interface SubscribeFlags extends TargetFlags {
  event: string[]
  identity?: string
  json?: true
}

type Made = Pick<Subscription, 'id' | 'url' | 'secret' | 'events'> & { status: string }

/** Subscribes a receiver, and prints the secret on stdout, to be handed to it; what else there is to say goes to stderr. */
export async function subscribe(url: string, flags: SubscribeFlags, { terminal, environment }: Shell) {
  const events = flags.event.length > 0 ? flags.event : ['*']
  const client = createClient(flags, environment)
  const { answer, warning, isNew } = await subscribeOnce(client, { url, events, identity: flags.identity })
  const { id, secret } = answer.webhook_subscription
  terminal.out(flags.json ? jsonLine(answer) : printable(secret))
  if (warning !== null) terminal.log(printable(warning))
  const already = isNew ? '' : ' already'
  terminal.log(printable(`${id} sends ${events.join(', ')} to ${url}${already}, signed with this secret`))
  terminal.log(printable(`fire one: ${commandLine(`trigger card.created --subscription ${id}`, flags)}`))
}

/**
 * Subscribes a receiver as an integrator's own code would; where it has the same subscription already, a script that runs again
 * makes no second one. Answers what the platform does, and what the sandbox warns of.
 */
export async function subscribeOnce(
  client: Client,
  { url, events, identity }: { url: string; events: string[]; identity?: string | undefined },
) {
  const { platform } = await client.get<Health>('/sandbox/health', 'platform')
  const caller = { authorization: platform.authorization, identity: identity ?? platform.identity }
  const known = await client.call<{ webhook_subscriptions: Made[] }>('/webhooks', {
    member: 'webhook_subscriptions',
    caller,
  })
  const same = known.answer.webhook_subscriptions.find(
    (one) => one.url === url && one.status === 'enabled' && one.events.join() === events.join(),
  )
  if (same) return { answer: { webhook_subscription: same }, warning: null, isNew: false }
  const made = await client.call<{ webhook_subscription: Made }>('/webhooks', {
    member: 'webhook_subscription',
    caller,
    body: { url, events },
  })
  return { ...made, isNew: true }
}
