import type { Command } from 'commander'
import { type DeliveriesFlags, deliveries } from './deliveries.ts'
import {
  type DeliveryAct,
  type DeliveryActFlags,
  deliveryAct,
  deliveryActs,
  isManyAct,
} from './delivery-act.ts'
import {
  type FaultRuleAddFlags,
  type FaultRuleFlags,
  type FaultRuleRemoveFlags,
  faultRuleAdd,
  faultRuleList,
  faultRuleRemove,
} from './fault-rules.ts'
import type { Making, ProgramNeeds } from './making.ts'
import { type ResendFlags, resend } from './resend.ts'
import { type RotateFlags, rotate } from './rotate.ts'
import { type SubscribeFlags, subscribe } from './subscribe.ts'
import { type SubscriptionsFlags, subscriptions } from './subscriptions.ts'
import { collect, collectHeader, fraction, whole } from './values.ts'

/** The commands that look at deliveries and change what becomes of them. */
export function addDeliveryCommands({ speaking, group }: Making, needs: ProgramNeeds) {
  /** The filters of the list of deliveries. */
  const filtered = (command: Command) =>
    command
      .option('--state <state>', 'only those in this state, such as failed; commas between several')
      .option('--event <pattern>', 'only those of this event; * stands for any run')
      .option('--subscription <id>', 'only those to this subscription')
      .option('-q, --q <words>', 'only those that hold all these words, bodies included')

  filtered(
    speaking('deliveries', 'print the newest deliveries, the newest last, or one with its attempts').argument(
      '[id]',
      'what trigger printed, such as dlv_…',
    ),
  )
    .option('--follow', 'go on with those that come or change, until Ctrl-C')
    .option('--limit <number>', 'how many to begin with, at most 500', whole, 20)
    .option('--json', 'print each as one line of JSON')
    .action((id: string | undefined, flags: DeliveriesFlags) => deliveries(id, flags, needs))

  filtered(
    speaking('resend', 'send deliveries again: those named, or all that match a filter').argument(
      '[id...]',
      'what deliveries printed',
    ),
  )
    .option('--since <time>', 'only those made since this time, or in so long, such as 2h')
    .option('--body <text>', 'another body; @FILE from a file, - from standard input')
    .option('--header <name: value>', 'another value of a header; may be repeated', collectHeader, [])
    .option('--to <url>', 'to another address')
    .option('--fault <text>', "what is done to them, such as 'tamper(signature)'")
    .option('--wait', 'wait until all have ended; exit code 1 unless each ended well')
    .option('--json', 'print what was sent as JSON')
    .action((ids: string[], flags: ResendFlags) => resend(ids, flags, needs))

  for (const [act, description] of Object.entries(deliveryActs) as [DeliveryAct, string][]) {
    const command = speaking(act, description).argument(
      isManyAct(act) ? '[id...]' : '<id...>',
      'what deliveries printed',
    )
    if (isManyAct(act))
      filtered(command).option('--since <time>', 'only those made since this time, or in so long, such as 2h')
    command
      .option('--json', 'print each as one line of JSON')
      .action((ids: string[], flags: DeliveryActFlags) => deliveryAct({ act, ids }, flags, needs))
  }

  speaking('subscribe', 'subscribe a receiver, and print the secret that it verifies with')
    .argument('<url>', 'its address, such as http://127.0.0.1:3000/webhooks')
    .option(
      '--event <pattern>',
      'which events; * stands for any run; all without it; may be repeated',
      collect,
      [],
    )
    .option('--identity <identity>', "whose subscription it is; the sandbox's own without it")
    .option('--json', 'print the answer as JSON')
    .action((url: string, flags: SubscribeFlags) => subscribe(url, flags, needs))

  speaking(
    'subscriptions',
    'list who wants which events, where, signed how, and how each stands; oldest first',
  )
    .option('--json', 'print each as one line of JSON')
    .action((flags: SubscriptionsFlags) => subscriptions(flags, needs))

  speaking('rotate', 'give a subscription a new secret')
    .argument('<subscription>', 'its id, which subscriptions prints')
    .option('--overlap <duration>', 'how long the old secret also signs, such as 10m')
    .option('--json', 'print the subscription as JSON')
    .action((id: string, flags: RotateFlags) => rotate(id, flags, needs))

  const rules = group('fault-rule', 'standing rules that put faults on new deliveries')
  speaking('list', 'list the standing rules, oldest first', rules)
    .option('--json', 'print them as JSON')
    .action((flags: FaultRuleFlags) => faultRuleList(flags, needs))
  speaking('add', 'put a fault on new deliveries that match, until the rule is removed', rules)
    .argument('<fault>', "such as drop or 'duplicate(2) | delay(500ms)'")
    .option('--event <pattern>', 'only those of this event; * stands for any run')
    .option('--subscription <id>', 'only those to this subscription')
    .option('--every <number>', 'only each so-manieth match', whole)
    .option('--first <number>', 'only the first so many matches', whole)
    .option(
      '--probability <number>',
      'how likely it is, above 0 and at most 1; drawn from the seed',
      fraction,
    )
    .option('--json', 'print the answer as JSON')
    .action((fault: string, flags: FaultRuleAddFlags) => faultRuleAdd(fault, flags, needs))
  speaking('remove', 'remove a standing rule', rules)
    .argument('[id]', 'what list printed')
    .option('--all', 'every rule that stands')
    .option('--json', 'print what was removed as JSON')
    .action((id: string | undefined, flags: FaultRuleRemoveFlags) => faultRuleRemove(id, flags, needs))
}
