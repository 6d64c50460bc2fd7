import { StartError } from '../failures.ts'
import type { FaultRule } from '../wire.ts'
import type { Making } from './command.ts'
import { fraction, whole } from './values.ts'

const rulesPath = '/sandbox/fault-rules'

/** The commands below `fault-rule`. */
export function addFaultRuleCommands({ speaking, group }: Making) {
  const rules = group('fault-rule', 'standing rules that put faults on new deliveries')

  speaking('list', 'list the standing rules, oldest first', rules).action(
    async (_flags, { client, tellEach }) => {
      const all = await client.all<FaultRule>(rulesPath, 'fault_rules')
      // In the order in which deliveries are held against them.
      const isOfConfig = ({ source }: FaultRule) => Number(source === 'config')
      tellEach(
        all.toSorted((a, b) => isOfConfig(b) - isOfConfig(a)),
        ruleLine,
        [`no rule stands; ${client.command('fault-rule add <fault>')} makes one`],
      )
    },
  )

  speaking('add', 'put a fault on new deliveries that match, until the rule is removed', rules)
    .argument('<fault>', "such as drop or 'duplicate(2) | delay(500ms)'")
    .option('--event <pattern>', 'only those of this event; * stands for any run')
    .option('--subscription <id>', 'only those to this subscription')
    .option('--every <number>', 'only every Nth match', whole)
    .option('--first <number>', 'only the first N matches', whole)
    .option(
      '--probability <number>',
      'how likely it is, above 0 and at most 1; drawn from the seed',
      fraction,
    )
    .action(async (fault, { subscription: subscription_id, ...conditions }, { client, tell }) => {
      const order = { fault, subscription_id, ...conditions }
      const answer = await client.post<{ fault_rule: FaultRule }>(rulesPath, 'fault_rule', order)
      const { fault_rule } = answer
      tell(
        answer,
        () => [ruleLine(fault_rule)],
        () => [`remove it: ${client.command(`fault-rule remove ${fault_rule.id}`)}`],
      )
    })

  speaking('remove', 'remove a standing rule', rules)
    .argument('[id]', 'what list printed')
    .option('--all', 'every rule that stands')
    .action(async (id, { all }, { client, terminal, json, tell }) => {
      if ((id !== undefined) === (all === true))
        throw new StartError(
          id === undefined ? 'Nothing says which rule to remove.' : 'An id and --all were both given.',
          `Give an id or --all; ${client.command('fault-rule list')} lists them.`,
        )
      const ids =
        id === undefined
          ? (await client.all<FaultRule>(rulesPath, 'fault_rules')).map((rule) => rule.id)
          : [id]
      for (const one of ids) {
        const path = `${rulesPath}/${encodeURIComponent(one)}`
        const answer = await client.delete<{ fault_rule: FaultRule }>(path, 'fault_rule')
        tell(answer, () => [`${ruleLine(answer.fault_rule)}, removed`])
      }
      if (ids.length === 0 && !json) terminal.log('no rule stands')
    })
}

/** `flt_… drop at card.*, within the first 3 matches; matched 2, fired 1` */
function ruleLine(rule: FaultRule): string {
  const { id, fault, event, subscription_id, every, first, probability, source, matched, fired } = rule
  const when = [
    `at ${event === '*' ? 'every event' : event}`,
    subscription_id !== null && `to ${subscription_id}`,
    every !== null && every > 1 && `once every ${every} matches`,
    first !== null && (first === 1 ? 'at the first match only' : `within the first ${first} matches`),
    probability !== null && `with probability ${probability}`,
    source === 'config' && 'from the config',
  ].filter((part) => part !== false)
  return `${id} ${fault} ${when.join(', ')}; matched ${matched}, fired ${fired}`
}
