import { StartError } from '../start-error.ts'
import type { Health, Subscription } from '../wire.ts'
import { commandLine, createClient, type TargetFlags } from './client.ts'
import { jsonLine, printable } from './printable.ts'
import type { Shell } from './terminal.ts'

export interface SubscribeFlags extends TargetFlags {
  event: string[]
  identity?: string
  json?: true
}

/**
 * Subscribes a receiver as an integrator's own code would. The secret goes to stdout, so that a script can hand it to the
 * receiver; what else there is to say goes to stderr.
 */
export async function subscribe(url: string, flags: SubscribeFlags, { terminal, environment }: Shell) {
  refuseWithoutScheme(url)
  const client = createClient(flags, environment)
  const { platform } = await client.get<Health>('/sandbox/health', 'platform')
  const { authorization, identity } = platform
  const { answer, warning } = await client.call<{ webhook_subscription: Subscription }>('/webhooks', {
    member: 'webhook_subscription',
    caller: { authorization, identity: flags.identity ?? identity },
    body: { url, events: flags.event.length > 0 ? flags.event : ['*'] },
  })
  const { id, secret, events } = answer.webhook_subscription
  terminal.out(flags.json ? jsonLine(answer) : printable(secret))
  if (warning !== null) terminal.log(printable(warning))
  terminal.log(printable(`${id} sends ${events.join(', ')} to ${url}, signed with this secret`))
  terminal.log(printable(`fire one: ${commandLine(`trigger card.created --subscription ${id}`, flags)}`))
}

/** The platform says of `localhost:3000` only that it is no URL. */
function refuseWithoutScheme(url: string) {
  if (!url.includes('://') && URL.canParse(`http://${url}`))
    throw new StartError(`${url} is no address to send to.`, `Write it as http://${url}`)
}
