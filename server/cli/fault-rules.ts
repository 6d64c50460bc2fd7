/** The commands below `fault-rule`: list, add and remove rules that put faults on new deliveries. */
import { StartError } from '../failures.ts'
import type { FaultRule } from '../wire.ts'
import { type Making, rowsAsJson } from './command.ts'
import { actOnEach } from './one-by-one.ts'
import { printLines } from './print-lines.ts'
import { fraction, whole } from './values.ts'

const rulesPath = '/sandbox/fault-rules'

export function addFaultRuleCommands({ speaking, group }: Making) {
  const rules = group('fault-rule', 'list, add or remove rules that put faults on new deliveries')

  speaking('list', 'list the rules, oldest first', rules)
    .json(rowsAsJson)
    .action(async (_flags, { client, tellEach }) => {
      const all = await client.all<FaultRule>(rulesPath, 'fault_rules')
      // In the order in which rules are applied to a delivery.
      const isOfConfig = ({ source }: FaultRule) => Number(source === 'config')
      tellEach(
        all.toSorted((a, b) => isOfConfig(b) - isOfConfig(a)),
        ruleLine,
        ['There are no fault rules.', `Add a rule with: ${client.command('fault-rule add FAULT')}`],
      )
    })

  speaking('add', 'put a fault on new deliveries that match, until the rule is removed', rules)
    .argument('<fault>', "fault to inject, such as drop or 'duplicate(2) | delay(500ms)'")
    .option('--event <pattern>', 'only deliveries of this event, such as card.*; * matches any characters')
    .option('--subscription <id>', 'only deliveries to this subscription')
    .option('--every <number>', 'only every Nth matching delivery', whole)
    .option('--first <number>', 'only the first N matching deliveries', whole)
    .option(
      '--probability <number>',
      'chance of the fault, above 0 and at most 1, such as 0.5; the seed decides which deliveries',
      fraction,
    )
    .action(async (fault, { subscription: subscription_id, ...conditions }, { client, tell }) => {
      const order = { fault, subscription_id, ...conditions }
      const answer = await client.post<{ fault_rule: FaultRule }>(rulesPath, 'fault_rule', order)
      const { fault_rule } = answer
      tell(
        answer,
        () => [ruleLine(fault_rule)],
        () => [`Remove the rule with: ${client.command(`fault-rule remove ${fault_rule.id}`)}`],
      )
    })

  speaking('remove', 'remove a rule', rules)
    .argument('[id]', 'id of the rule, as list prints it')
    .option('--all', 'remove every rule')
    .action(async (id, { all }, context) => {
      const { client, terminal } = context
      if ((id !== undefined) === (all === true))
        throw new StartError(
          id === undefined ? 'An id or --all is required.' : 'An id and --all cannot be combined.',
          `Give one of them. List the rules with: ${client.command('fault-rule list')}`,
        )
      const ids =
        id === undefined
          ? (await client.all<FaultRule>(rulesPath, 'fault_rules')).map((rule) => rule.id)
          : [id]
      if (ids.length === 0) terminal.log('There are no fault rules.')
      await actOnEach(
        ids,
        async (one) => {
          const path = `${rulesPath}/${encodeURIComponent(one)}`
          const { fault_rule } = await client.delete<{ fault_rule: FaultRule }>(path, 'fault_rule')
          printLines(terminal, [`${ruleLine(fault_rule)}, removed`])
          return fault_rule
        },
        { ...context, one: 'fault_rule', all: 'fault_rules', isAll: id === undefined },
      )
    })
}

/** `flt_… drop on card.*, first 3 matches; matched 2, fired 1` */
function ruleLine(rule: FaultRule): string {
  const { id, fault, event, subscription_id, every, first, probability, source, matched, fired } = rule
  const when = [
    `on ${event === '*' ? 'every event' : event}`,
    subscription_id !== null && `to ${subscription_id}`,
    every !== null && every > 1 && `1 of every ${every} matches`,
    first !== null && (first === 1 ? 'first match' : `first ${first} matches`),
    probability !== null && `with probability ${probability}`,
    source === 'config' && 'from the configuration',
  ].filter((part) => part !== false)
  return `${id} ${fault} ${when.join(', ')}; matched ${matched}, fired ${fired}`
}
