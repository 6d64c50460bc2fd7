import { leadOf } from '../../api/unknown-id.ts'
import { StartError } from '../../failures.ts'
import type { Clock, Health, Subscription } from '../../wire.ts'
import { duration as sayDuration } from '../../words/duration.ts'
import { type Client, Refusal } from '../client.ts'
import type { CommandContext, Making } from '../command.ts'
import { oneByOne } from '../one-by-one.ts'
import { logLines, printLines } from '../print-lines.ts'
import { given, offAsNull, readSets } from '../sets.ts'
import { address, also, collect, delays, duration, whole } from '../values.ts'
import { bothGiven } from '../wrong-call.ts'
import { subscribeOnce } from './subscribe.ts'

const whichOne = 'its id, which subscriptions prints'
const listPath = '/sandbox/subscriptions'

/** The commands that say who wants which events. */
export function addSubscriptionCommands({ speaking, group }: Making) {
  speaking('subscribe', 'subscribe a receiver, and print the secret that it verifies with')
    .argument('<url>', 'its address, such as http://127.0.0.1:3000/webhooks', address)
    .option(
      '--event <pattern>',
      'which events; * stands for any run; all without it; may be repeated',
      collect,
      [],
    )
    .option('--identity <identity>', "whose subscription it is; the sandbox's own without it")
    .action(async (url, { event, identity }, { client, terminal, tell }) => {
      const events = event.length > 0 ? event : ['*']
      const { answer, warning, isNew } = await subscribeOnce(client, { url, events, identity })
      const { id, secret } = answer.webhook_subscription
      // Nothing but the secret on stdout, to be handed to the receiver.
      tell(answer, () => [secret])
      logLines(terminal, [
        ...(warning === null ? [] : [warning]),
        `${id} sends ${events.join(', ')} to ${url}${isNew ? '' : ' already'}, signed with this secret`,
        `fire one: ${client.command(`trigger card.created --subscription ${id}`)}`,
      ])
    })

  speaking('unsubscribe', 'end subscriptions; what still waits for them is cancelled')
    .argument('<subscription...>', whichOne)
    .action(async (ids, _flags, { client, terminal, tell }) => {
      const trouble = await oneByOne(
        ids,
        async (id) => {
          const subscription = await readOne(client, id)
          const { answer } = await callAsOwner(client, subscription, { method: 'DELETE' })
          tell(answer, () => [`${subscriptionLine(subscription)}, removed`])
        },
        terminal,
      )
      if (trouble !== undefined) throw trouble
    })

  speaking(
    'subscriptions',
    'list who wants which events, where, signed how, and how each stands; oldest first',
  ).action(async (_flags, { client, tellEach }) =>
    tellEach(await readAll(client), subscriptionLine, [
      'nobody has subscribed yet',
      `subscribe a receiver: ${client.command('subscribe URL')}`,
    ]),
  )

  const subscription = group('subscription', 'one subscription: what it wants, and how it is delivered')
  speaking('show', 'print one with its secret and all of its settings', subscription)
    .argument('<subscription>', whichOne)
    .action((id, _flags, context) => tellOne(id, context))
  speaking('set', 'change what is named of a subscription', subscription)
    .argument('<subscription>', whichOne)
    .option('--to <url>', 'send to this address; what waits goes there too', address)
    .option('--event <pattern>', 'want these in place of those before; may be repeated', collect, [])
    .option('--description <text>', 'what it is for')
    .option('--enable', 'send to it again')
    .option('--disable', 'send nothing to it, and cancel what waits')
    .option('--scheme <scheme>', 'sign by this scheme')
    .option('--scheme-option <name=value>', 'what the scheme is told, := before JSON; may be repeated', also)
    .option('--no-scheme-option', 'tell the scheme nothing')
    .option('--fault <text>', "what is done to each delivery, such as 'duplicate(2)'")
    .option('--no-fault', 'do nothing to them')
    .option('--ordered', 'strictly one delivery at a time, in event order')
    .option('--no-ordered', 'several at a time')
    .option('--concurrency <number>', 'how many attempts at a time', whole)
    .option('--no-concurrency', 'as many as the configuration says')
    .option('--timeout <duration>', 'how long an answer is waited for, such as 2s; 0 for ever', duration)
    .option('--no-timeout', 'as long as the configuration says')
    .option(
      '--retry-delays <list>',
      'the waits between attempts, such as 1m,5m,1h; none for one attempt alone',
      delays,
    )
    .option('--no-retry-delays', 'those of the configuration')
    .action(async (id, flags, context) => {
      const { to, event, description, enable, disable, scheme, schemeOption } = flags
      if (enable && disable) throw bothGiven('--enable and --disable')
      await change(
        id,
        {
          fields: given({
            url: to,
            events: event.length > 0 ? event : undefined,
            description,
            status: enable ? 'STATUS_ENABLED' : disable ? 'STATUS_DISABLED' : undefined,
          }),
          settings: given({
            scheme,
            scheme_options:
              schemeOption === false ? {} : schemeOption && readSets(schemeOption, '--scheme-option'),
            fault: offAsNull(flags.fault),
            ordered: flags.ordered,
            concurrency: offAsNull(flags.concurrency),
            timeout_ms: offAsNull(flags.timeout),
            retry_delays: offAsNull(flags.retryDelays),
          }),
        },
        context,
      )
    })

  speaking('rotate', 'give a subscription a new secret')
    .argument('<subscription>', whichOne)
    .option('--overlap <duration>', 'how long the old secret also signs, such as 10m; a day without it')
    .action(async (id, { overlap }, { client, terminal, json, tell }) => {
      const path = `${listPath}/${encodeURIComponent(id)}/rotate-secret`
      const answer = await client.post<{ subscription: Subscription }>(path, 'subscription', { overlap })
      const { subscription } = answer
      // Before anything else is asked: it is in force.
      tell(answer, () => [subscription.secret])
      if (json) return
      const { clock } = await client.get<{ clock: Clock }>('/sandbox/clock', 'clock')
      printLines(terminal, oldSecretLines(subscription, clock))
    })
}

/** All of all identities, oldest first. */
const readAll = (client: Client) => client.all<Subscription>(listPath, 'subscriptions')

/** The one with this id; refused where there is none. */
async function readOne(client: Client, id: string): Promise<Subscription> {
  const found = (await readAll(client)).find((one) => one.id === id.toLowerCase())
  if (found) return found
  const fix = leadOf(id, 'subscription') ?? 'GET /sandbox/subscriptions lists them.'
  throw new Refusal(`No subscription has the id ${id}.`, client.inCommands(fix))
}

/** Calls the platform about a subscription, as its owner would. */
async function callAsOwner(
  client: Client,
  { id, identity }: Subscription,
  how: { method: 'PATCH' | 'DELETE'; body?: object },
) {
  const { platform } = await client.get<Health>('/sandbox/health', 'platform')
  return client.call<{ webhook_subscription: unknown }>(`/webhooks/${id}`, {
    member: 'webhook_subscription',
    caller: { authorization: platform.authorization, identity },
    ...how,
  })
}

/** Prints one with all of its settings. */
async function tellOne(id: string, { client, tell }: CommandContext) {
  const subscription = await readOne(client, id)
  const { clock } = await client.get<{ clock: Clock }>('/sandbox/clock', 'clock')
  tell({ subscription }, () => [subscriptionLine(subscription), ...subscriptionDetails(subscription, clock)])
}

/** Changes the platform's own fields of a subscription by its API, what that lacks by the sandbox's. */
async function change(
  id: string,
  { fields, settings }: { fields: object; settings: object },
  context: CommandContext,
) {
  const done = Object.keys(settings)
  if (done.length + Object.keys(fields).length === 0)
    throw new StartError(
      'Nothing says what to change.',
      'Give an option, such as --event, --to or --disable.',
    )
  const { client, terminal } = context
  const before = await readOne(client, id)
  // First, so that they hold for whatever a new address or --enable lets out.
  if (done.length > 0)
    await client.patch<{ subscription: Subscription }>(`${listPath}/${before.id}`, 'subscription', settings)
  if (Object.keys(fields).length > 0) {
    const changing = callAsOwner(client, before, { method: 'PATCH', body: fields })
    const { warning } = await changing.catch((error: unknown) => {
      if (!(error instanceof StartError) || done.length === 0) throw error
      throw new StartError(error.message, `${error.fix} Changed already: ${done.join(', ')}.`)
    })
    if (warning !== null) logLines(terminal, [warning])
  }
  await tellOne(before.id, context)
}

/** `… http://127.0.0.1:3000/ card*, kyc* by standard-webhooks with secret …3kQ9 of demo; enabled, fault drop` */
function subscriptionLine(subscription: Subscription): string {
  const { id, url, events, scheme, secret, identity } = subscription
  const { status, disabled_reason, fault, ordered, concurrency } = subscription
  const stands = [
    disabled_reason === null ? status : `${status}: ${disabled_reason}`,
    fault !== null && `fault ${fault}`,
    // Its concurrency waits until it is ordered no more.
    ordered ? 'in order, one at a time' : concurrency !== null && `${concurrency} at a time`,
  ].filter((part) => part !== false)
  return `${id} ${url} ${events.join(', ')} by ${scheme} with secret …${secret.slice(-4)} of ${identity}; ${stands.join(', ')}`
}

/** `whsec_… signs until 2026-01-01T09:10:00.000000Z`, or `signed until …` where that is past. */
const oldSecretLines = ({ old_secrets }: Subscription, { now }: Clock): string[] =>
  old_secrets.map(({ secret, until }) => `  ${secret} ${until > now ? 'signs' : 'signed'} until ${until}`)

/** What the line leaves out, one a line. */
function subscriptionDetails(subscription: Subscription, clock: Clock): string[] {
  const { description, secret, public_key, scheme_options } = subscription
  const { timeout_ms, retry_delays } = subscription
  return [
    ...(description === '' ? [] : [`  ${description}`]),
    `  secret ${secret}`,
    ...(public_key === null ? [] : [`  public key ${public_key}`]),
    ...oldSecretLines(subscription, clock),
    ...(Object.keys(scheme_options).length === 0
      ? []
      : [`  scheme options ${JSON.stringify(scheme_options)}`]),
    ...(timeout_ms === null
      ? []
      : [`  waits ${timeout_ms === 0 ? 'for ever' : sayDuration(timeout_ms)} for an answer`]),
    ...(retry_delays === null
      ? []
      : [
          `  ${retry_delays.length === 0 ? 'never tried again' : `tried again after ${retry_delays.join(', ')}`}`,
        ]),
  ]
}
