import { leadOf } from '../../api/unknown-id.ts'
import { StartError } from '../../failures.ts'
import type { Clock, Health, Subscription } from '../../wire.ts'
import { jsonLine, printable } from '../../words/printable.ts'
import { type Client, commandLine, createClient, inCommands, Refusal, type TargetFlags } from '../client.ts'
import { oneByOne } from '../one-by-one.ts'
import { given, offAsNull, readSets } from '../sets.ts'
import type { Shell } from '../terminal.ts'
import { subscriptionDetails, subscriptionLine } from './words.ts'

export interface SubscriptionFlags extends TargetFlags {
  json?: true
}
export type SubscriptionSetFlags = SubscriptionFlags & SettingFlags

const listPath = '/sandbox/subscriptions'

/** All of all identities, oldest first. */
const readAll = (client: Client) => client.all<Subscription>(listPath, 'subscriptions')

/** The one with this id; refused where there is none. */
async function readOne(client: Client, id: string, flags: TargetFlags): Promise<Subscription> {
  const found = (await readAll(client)).find((one) => one.id === id.toLowerCase())
  if (found) return found
  const fix = leadOf(id, 'subscription') ?? 'GET /sandbox/subscriptions lists them.'
  throw new Refusal(`No subscription has the id ${id}.`, inCommands(fix, flags, client.base))
}

/** Who a subscription belongs to, as whom the platform is called. */
async function ownerOf(client: Client, { identity }: Subscription) {
  const { platform } = await client.get<Health>('/sandbox/health', 'platform')
  return { authorization: platform.authorization, identity }
}

/** Lists those of all identities, oldest first. */
export async function subscriptions(flags: SubscriptionFlags, { terminal, environment }: Shell) {
  const all = await readAll(createClient(flags, environment))
  if (flags.json) for (const one of all) terminal.out(jsonLine(one))
  else if (all.length === 0) {
    terminal.log('nobody has subscribed yet')
    terminal.log(`subscribe a receiver: ${commandLine('subscribe URL', flags)}`)
  } else for (const one of all) terminal.out(printable(subscriptionLine(one)))
}

/** Prints one with all of its settings. */
export async function subscriptionShow(id: string, flags: SubscriptionFlags, shell: Shell) {
  const client = createClient(flags, shell.environment)
  await tell(client, await readOne(client, id, flags), flags, shell)
}

/** Changes what is named, and nothing else: by the platform's API, as its owner would, what it has fields for. */
export async function subscriptionSet(id: string, flags: SubscriptionSetFlags, shell: Shell) {
  const { fields, settings } = changesOf(flags)
  const client = createClient(flags, shell.environment)
  const before = await readOne(client, id, flags)
  const done = Object.keys(settings)
  // First, so that they hold for whatever a new address or --enable lets out.
  if (done.length > 0)
    await client.patch<{ subscription: Subscription }>(`${listPath}/${before.id}`, 'subscription', settings)
  if (Object.keys(fields).length > 0) {
    const changing = client.call<{ webhook_subscription: unknown }>(`/webhooks/${before.id}`, {
      member: 'webhook_subscription',
      caller: await ownerOf(client, before),
      method: 'PATCH',
      body: fields,
    })
    const { warning } = await changing.catch((error: unknown) => {
      if (!(error instanceof StartError) || done.length === 0) throw error
      throw new StartError(error.message, `${error.fix} Changed already: ${done.join(', ')}.`)
    })
    if (warning !== null) shell.terminal.log(printable(warning))
  }
  await tell(client, await readOne(client, before.id, flags), flags, shell)
}

/** Ends subscriptions, one after the other, each as its owner would; what still waits for them is cancelled. */
export async function unsubscribe(
  ids: readonly string[],
  flags: SubscriptionFlags,
  { terminal, environment }: Shell,
) {
  const client = createClient(flags, environment)
  const trouble = await oneByOne(
    ids,
    async (id) => {
      const subscription = await readOne(client, id, flags)
      const { answer } = await client.call<{ webhook_subscription: unknown }>(
        `/webhooks/${subscription.id}`,
        {
          member: 'webhook_subscription',
          caller: await ownerOf(client, subscription),
          method: 'DELETE',
        },
      )
      terminal.out(flags.json ? jsonLine(answer) : printable(`${subscriptionLine(subscription)}, removed`))
    },
    terminal,
  )
  if (trouble !== undefined) throw trouble
}

async function tell(
  client: Client,
  subscription: Subscription,
  flags: SubscriptionFlags,
  { terminal }: Shell,
) {
  if (flags.json) return terminal.out(jsonLine({ subscription }))
  const { clock } = await client.get<{ clock: Clock }>('/sandbox/clock', 'clock')
  for (const line of [subscriptionLine(subscription), ...subscriptionDetails(subscription, clock)])
    terminal.out(printable(line))
}

/** What `subscription set` is told; false takes a setting off. */
interface SettingFlags {
  to?: string
  event: string[]
  description?: string
  enable?: true
  disable?: true
  scheme?: string
  schemeOption?: string[] | false
  fault?: string | false
  ordered?: boolean
  concurrency?: number | false
  /** In ms. */
  timeout?: number | false
  retryDelays?: string[] | false
}

/** What of a subscription is changed: the platform's own fields by its API, what it lacks by the sandbox's. */
function changesOf(flags: SettingFlags): { fields: object; settings: object } {
  const { to, event, description, enable, disable, scheme, schemeOption, fault, ordered } = flags
  if (enable && disable)
    throw new StartError('--enable and --disable were both given.', 'Give the one or the other.')
  const changes = {
    fields: given({
      url: to,
      events: event.length > 0 ? event : undefined,
      description,
      status: enable ? 'STATUS_ENABLED' : disable ? 'STATUS_DISABLED' : undefined,
    }),
    settings: given({
      scheme,
      scheme_options: schemeOption === false ? {} : schemeOption && readSets(schemeOption, '--scheme-option'),
      fault: offAsNull(fault),
      ordered,
      concurrency: offAsNull(flags.concurrency),
      timeout_ms: offAsNull(flags.timeout),
      retry_delays: offAsNull(flags.retryDelays),
    }),
  }
  if (Object.keys({ ...changes.fields, ...changes.settings }).length === 0)
    throw new StartError(
      'Nothing says what to change.',
      'Give an option, such as --event, --to or --disable.',
    )
  return changes
}
