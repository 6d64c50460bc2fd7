import {
  type FaultRuleAddFlags,
  type FaultRuleFlags,
  type FaultRuleRemoveFlags,
  faultRuleAdd,
  faultRuleList,
  faultRuleRemove,
} from './fault-rules.ts'
import type { Making, ProgramNeeds } from './making.ts'
import { fraction, whole } from './values.ts'

/** The commands below `fault-rule`. */
export function addFaultRuleCommands({ speaking, group }: Making, needs: ProgramNeeds) {
  const rules = group('fault-rule', 'standing rules that put faults on new deliveries')
  speaking('list', 'list the standing rules, oldest first', rules)
    .option('--json', 'print each as one line of JSON')
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
    .option('--json', 'print each as one line of JSON')
    .action((id: string | undefined, flags: FaultRuleRemoveFlags) => faultRuleRemove(id, flags, needs))
}
