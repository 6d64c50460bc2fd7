import type { Clock, Subscription } from '../../wire.ts'
import { jsonLine, printable } from '../../words/printable.ts'
import { createClient, type TargetFlags } from '../client.ts'
import type { Making, ProgramNeeds } from '../making.ts'
import type { Shell } from '../terminal.ts'
import { address, also, collect, delays, duration, whole } from '../values.ts'
import {
  type SubscriptionFlags,
  type SubscriptionSetFlags,
  subscriptionSet,
  subscriptionShow,
  subscriptions,
  unsubscribe,
} from './acts.ts'
import { type SubscribeFlags, subscribe } from './subscribe.ts'
import { oldSecretLines } from './words.ts'

const whichOne = 'its id, which subscriptions prints'

/** The commands that say who wants which events. */
export function addSubscriptionCommands({ speaking, group }: Making, needs: ProgramNeeds) {
  speaking('subscribe', 'subscribe a receiver, and print the secret that it verifies with')
    .argument('<url>', 'its address, such as http://127.0.0.1:3000/webhooks', address)
    .option(
      '--event <pattern>',
      'which events; * stands for any run; all without it; may be repeated',
      collect,
      [],
    )
    .option('--identity <identity>', "whose subscription it is; the sandbox's own without it")
    .option('--json', 'print the answer as JSON')
    .action((url: string, flags: SubscribeFlags) => subscribe(url, flags, needs))

  speaking('unsubscribe', 'end subscriptions; what still waits for them is cancelled')
    .argument('<subscription...>', whichOne)
    .option('--json', 'print each as one line of JSON')
    .action((ids: string[], flags: SubscriptionFlags) => unsubscribe(ids, flags, needs))

  speaking(
    'subscriptions',
    'list who wants which events, where, signed how, and how each stands; oldest first',
  )
    .option('--json', 'print each as one line of JSON')
    .action((flags: SubscriptionFlags) => subscriptions(flags, needs))

  const subscription = group('subscription', 'one subscription: what it wants, and how it is delivered')
  speaking('show', 'print one with its secret and all of its settings', subscription)
    .argument('<subscription>', whichOne)
    .option('--json', 'print it as JSON')
    .action((id: string, flags: SubscriptionFlags) => subscriptionShow(id, flags, needs))
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
    .option('--json', 'print it as JSON')
    .action((id: string, flags: SubscriptionSetFlags) => subscriptionSet(id, flags, needs))

  speaking('rotate', 'give a subscription a new secret')
    .argument('<subscription>', whichOne)
    .option('--overlap <duration>', 'how long the old secret also signs, such as 10m; a day without it')
    .option('--json', 'print the subscription as JSON')
    .action((id: string, flags: RotateFlags) => rotate(id, flags, needs))
}

interface RotateFlags extends TargetFlags {
  overlap?: string
  json?: true
}

/** Gives a subscription a new secret and prints it; the old one also signs until the overlap is over. */
async function rotate(id: string, flags: RotateFlags, { terminal, environment }: Shell) {
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
