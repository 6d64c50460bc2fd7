/** The commands that make, list, show, change and remove subscriptions. */

import { StartError } from '../../failures.ts'
import type { Clock, LastHandshake, Subscription } from '../../wire.ts'
import { duration as sayDuration } from '../../words/duration.ts'
import { sayHealth } from '../../words/health.ts'
import { receiverNamer } from '../../words/receiver.ts'
import { receiverSecret } from '../../words/receiver-secret.ts'
import { sameAddressWords } from '../../words/same-address.ts'
import { type CommandContext, type Making, rowsAsJson } from '../command.ts'
import { readSubscriptions } from '../known-subscriptions.ts'
import { actOnEach } from '../one-by-one.ts'
import { logLines, printLines } from '../print-lines.ts'
import { given } from '../sets.ts'
import { address, collect } from '../values.ts'
import { bothGiven } from '../wrong-call.ts'
import { addSettingOptions, settingsIn } from './settings.ts'
import { type Changed, subscribeOnce, subscriptionsPath } from './subscribe.ts'

const whichOne = 'its id, the beginning of its id, last for the newest, or its URL'

export function addSubscriptionCommands({ speaking, group }: Making) {
  const subscribe = speaking('subscribe', 'subscribe a receiver, and print its signing secret')
    .argument('<url>', 'address of the receiver, such as http://127.0.0.1:3000/webhooks', address)
    .option(
      '--event <pattern>',
      'events to send, such as card*; every event by default; repeatable',
      collect,
      [],
    )
    .option('--identity <identity>', "owner of the subscription; the sandbox's own identity by default")
  addSettingOptions(subscribe.command)
  subscribe.action(async (url, { event, identity }, { client, terminal, tell }) => {
    const events = event.length > 0 ? event : ['*']
    const settings = settingsIn(subscribe.command.opts())
    const { isNew, ...answer } = await subscribeOnce(client, { url, events, identity, settings })
    const { id, last_handshake, status } = answer.subscription
    // The secret alone goes to stdout, so that a script can pass it on.
    tell(answer, () => [receiverSecret(answer.subscription)])
    logLines(terminal, [
      ...answer.warnings,
      `${isNew ? 'Subscribed' : 'Already subscribed'} ${url} to ${events.join(', ')}: ${id}. Set WEBHOOK_SECRET of your receiver to this secret.`,
      ...(last_handshake && status === 'enabled' ? [last_handshake.summary] : []),
      ...(status === 'enabled'
        ? [`Send an event: ${client.command(`trigger card.created --subscription ${id}`)}`]
        : []),
    ])
    if (status !== 'enabled' && last_handshake?.fix)
      throw new StartError(
        'The subscription is disabled until its receiver passes the handshake.',
        `Try again with: ${client.command(`subscription handshake ${id}`)}`,
      )
  })

  speaking('unsubscribe', 'remove subscriptions, and cancel the deliveries that wait for them')
    .argument('<subscription...>', whichOne)
    .action((ids, _flags, context) =>
      actOnEach(
        ids,
        async (id) => {
          const path = pathOf(id)
          const { subscription } = await context.client.delete<{ subscription: Subscription }>(
            path,
            'subscription',
          )
          printLines(context.terminal, [`${subscriptionLine(subscription)}, removed`])
          return subscription
        },
        { ...context, one: 'subscription', all: 'subscriptions' },
      ),
    )

  speaking('subscriptions', 'list all subscriptions, oldest first')
    .json(rowsAsJson)
    .action(async (_flags, { client, tellEach }) => {
      const all = await readSubscriptions(client)
      const receiverName = receiverNamer(all, client.base)
      tellEach(all, (one) => namedLine(one, receiverName({ subscription_id: one.id, url: one.url })), [
        'There are no subscriptions.',
        `Subscribe a receiver: ${client.command('subscribe URL')}`,
      ])
    })

  const subscription = group('subscription', 'show or change one subscription')
  speaking('show', 'print a subscription with its secret and its settings', subscription)
    .argument('<subscription>', whichOne)
    .action(async (id, _flags, context) =>
      tellOne(await context.client.get<{ subscription: Subscription }>(pathOf(id), 'subscription'), context),
    )
  const set = speaking('set', 'change a subscription', subscription)
    .argument('<subscription>', whichOne)
    .option(
      '--to <url>',
      'new address, such as http://127.0.0.1:3000/hook; waiting deliveries go there, too',
      address,
    )
    .option('--event <pattern>', 'events to send from now on, such as card*; repeatable', collect, [])
    .option('--description <text>', 'what the subscription is for')
    .option('--enable', 'send to it again')
    .option('--disable', 'send nothing to it, and cancel what waits')
  addSettingOptions(set.command)
    .option('--no-scheme-option', 'remove the options of the scheme')
    .option('--no-fault', 'send without faults')
    .option('--no-ordered', 'deliver several events at a time')
    .option('--no-concurrency', 'as many attempts at a time as the configuration says')
    .option('--no-timeout', 'the time limit of the configuration')
    .option('--no-retry-delays', 'the waits of the configuration')
    .option('--no-handshake', 'require no handshake')
  set.action(async (id, { to, event, description, enable, disable }, context) => {
    if (enable && disable) throw bothGiven('--enable and --disable')
    const changes = given({
      url: to,
      events: event.length > 0 ? event : undefined,
      description,
      status: enable ? 'enabled' : disable ? 'disabled' : undefined,
      ...settingsIn(set.command.opts()),
    })
    if (Object.keys(changes).length === 0)
      throw new StartError(
        'There is nothing to change.',
        'Give an option, such as --event, --to or --disable.',
      )
    const { client, terminal } = context
    const answer = await client.patch<Changed>(pathOf(id), 'subscription', changes)
    logLines(terminal, answer.warnings)
    await tellOne(answer, context)
  })

  speaking(
    'handshake',
    'send the handshake of a subscription again; exit code 1 if its receiver fails',
    subscription,
  )
    .argument('<subscription>', whichOne)
    .action(async (id, _flags, { client, tell }) => {
      const path = `${pathOf(id)}/handshake`
      const answer = await client.post<{ subscription: Subscription }>(path, 'subscription', {})
      const last = answer.subscription.last_handshake
      tell(answer, () => (last === null || last.fix !== null ? [] : handshakeLines(last)))
      if (last !== null && last.fix !== null) throw new StartError(last.summary, last.fix)
    })

  speaking('rotate', 'give a subscription a new secret')
    .argument('<subscription>', whichOne)
    .option('--overlap <duration>', 'how long the old secret also signs, such as 10m; a day by default')
    .action(async (id, { overlap }, { client, terminal, json, tell }) => {
      const path = `${pathOf(id)}/rotate-secret`
      const answer = await client.post<{ subscription: Subscription }>(path, 'subscription', { overlap })
      const { subscription } = answer
      // The new secret is in force: print it before any further request can fail.
      tell(answer, () => [subscription.secret])
      if (json) return
      const { clock } = await client.get<{ clock: Clock }>('/sandbox/clock', 'clock')
      printLines(terminal, oldSecretLines(subscription, clock))
    })
}

const pathOf = (id: string) => `${subscriptionsPath}/${encodeURIComponent(id)}`

/** Prints a subscription with all of its settings. */
async function tellOne(answer: { subscription: Subscription }, { client, tell }: CommandContext) {
  const { subscription } = answer
  const { clock } = await client.get<{ clock: Clock }>('/sandbox/clock', 'clock')
  tell(answer, () => [subscriptionLine(subscription), ...subscriptionDetails(subscription, clock)])
}

/** The line of a subscription, with the name of its receiver unless the address shows it. */
const namedLine = (subscription: Subscription, name: string): string =>
  subscriptionLine(subscription, subscription.url.endsWith(name) ? '' : `${name}: `)

/** `… http://127.0.0.1:3000/ card*, kyc* by standard-webhooks with secret …3kQ9 of demo; enabled, fault drop` */
function subscriptionLine(subscription: Subscription, name = ''): string {
  const { id, url, events, scheme, secret, identity } = subscription
  const { status, disabled_reason, fault, ordered, concurrency, same_address } = subscription
  const state = [
    disabled_reason === null ? status : `${status}: ${disabled_reason}`,
    fault !== null && `fault ${fault}`,
    // The concurrency has no effect while the subscription is ordered.
    ordered ? 'in order, one at a time' : concurrency !== null && `${concurrency} at a time`,
    same_address.length > 0 && sameAddressWords(same_address),
  ].filter((part) => part !== false)
  return `${id} ${name}${url} ${events.join(', ')} by ${scheme} with secret …${secret.slice(-4)} of ${identity}; ${state.join(', ')}`
}

/** `whsec_… signs until 2026-01-01T09:10:00.000000Z`, or `signed until …` in the past. */
const oldSecretLines = ({ old_secrets }: Subscription, { now }: Clock): string[] =>
  old_secrets.map(({ secret, until }) => `  ${secret} ${until > now ? 'signs' : 'signed'} until ${until}`)

/** The verdict about the last handshake, and what to change. */
const handshakeLines = ({ at, summary, fix }: LastHandshake): string[] => [
  `  ${at} ${summary}`,
  ...(fix === null ? [] : [`  ${fix}`]),
]

/** The settings that the line leaves out, a line each. */
function subscriptionDetails(subscription: Subscription, clock: Clock): string[] {
  const { description, secret, public_key, scheme_options } = subscription
  const { timeout_ms, retry_delays } = subscription
  return [
    description !== '' && `  ${description}`,
    `  ${sayHealth(subscription.health)}`,
    `  secret ${secret}`,
    public_key !== null && `  public key ${public_key}`,
    ...oldSecretLines(subscription, clock),
    Object.keys(scheme_options).length > 0 && `  scheme options ${JSON.stringify(scheme_options)}`,
    timeout_ms !== null && `  timeout ${timeout_ms === 0 ? 'none' : sayDuration(timeout_ms)}`,
    retry_delays !== null &&
      (retry_delays.length === 0 ? '  no retries' : `  retries after ${retry_delays.join(', ')}`),
    subscription.handshake !== null && `  handshake ${subscription.handshake}`,
    ...(subscription.last_handshake === null ? [] : handshakeLines(subscription.last_handshake)),
  ].filter((line) => line !== false)
}
