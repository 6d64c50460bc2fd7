import { StartError } from '../failures.ts'
import type { FaultRule } from '../wire.ts'
import { jsonLine, printable } from '../words/printable.ts'
import { commandLine, createClient, type TargetFlags } from './client.ts'
import type { Making, ProgramNeeds } from './making.ts'
import type { Shell } from './terminal.ts'
import { fraction, whole } from './values.ts'

export interface FaultRuleFlags extends TargetFlags {
  json?: true
}
export interface FaultRuleAddFlags extends FaultRuleFlags {
  event?: string
  subscription?: string
  every?: number
  first?: number
  probability?: number
}
export interface FaultRuleRemoveFlags extends FaultRuleFlags {
  all?: true
}

const rulesPath = '/sandbox/fault-rules'
const rulePath = (id: string) => `${rulesPath}/${encodeURIComponent(id)}`

/** Lists the standing rules in the order in which deliveries are held against them: those of the config, then the oldest. */
async function faultRuleList(flags: FaultRuleFlags, { terminal, environment }: Shell) {
  const all = await createClient(flags, environment).all<FaultRule>(rulesPath, 'fault_rules')
  const isOfConfig = ({ source }: FaultRule) => Number(source === 'config')
  const rules = all.toSorted((a, b) => isOfConfig(b) - isOfConfig(a))
  if (rules.length === 0 && !flags.json)
    return terminal.log(`no rule stands; ${commandLine('fault-rule add <fault>', flags)} makes one`)
  for (const rule of rules) terminal.out(flags.json ? jsonLine(rule) : ruleLine(rule))
}

/** Puts a fault on new deliveries that match, until the rule is removed. */
async function faultRuleAdd(fault: string, flags: FaultRuleAddFlags, { terminal, environment }: Shell) {
  const { url: _, data: __, json, subscription, ...conditions } = flags
  const answer = await createClient(flags, environment).post<{ fault_rule: FaultRule }>(
    rulesPath,
    'fault_rule',
    { fault, ...conditions, ...(subscription !== undefined && { subscription_id: subscription }) },
  )
  if (json) return terminal.out(jsonLine(answer))
  terminal.out(ruleLine(answer.fault_rule))
  terminal.log(`remove it: ${commandLine(`fault-rule remove ${answer.fault_rule.id}`, flags)}`)
}

/** Removes one standing rule, or all. */
async function faultRuleRemove(id: string | undefined, flags: FaultRuleRemoveFlags, shell: Shell) {
  const { terminal, environment } = shell
  if ((id !== undefined) === (flags.all === true))
    throw new StartError(
      id === undefined ? 'Nothing says which rule to remove.' : 'An id and --all were both given.',
      `Give an id or --all; ${commandLine('fault-rule list', flags)} lists them.`,
    )
  const client = createClient(flags, environment)
  const listed = id === undefined ? await client.all<FaultRule>(rulesPath, 'fault_rules') : []
  for (const one of id === undefined ? listed.map((rule) => rule.id) : [id]) {
    const answer = await client.delete<{ fault_rule: FaultRule }>(rulePath(one), 'fault_rule')
    terminal.out(flags.json ? jsonLine(answer) : `${ruleLine(answer.fault_rule)}, removed`)
  }
  if (id === undefined && listed.length === 0 && !flags.json) terminal.log('no rule stands')
}

/** `flt_… drop at card.*, within the first 3 matches; matched 2, fired 1` */
function ruleLine({
  id,
  fault,
  event,
  subscription_id,
  every,
  first,
  probability,
  source,
  ...counts
}: FaultRule) {
  const when = [
    `at ${event === '*' ? 'every event' : event}`,
    subscription_id !== null && `to ${subscription_id}`,
    every !== null && every > 1 && `once every ${every} matches`,
    first !== null && (first === 1 ? 'at the first match only' : `within the first ${first} matches`),
    probability !== null && `with probability ${probability}`,
    source === 'config' && 'from the config',
  ].filter((part) => part !== false)
  return printable(`${id} ${fault} ${when.join(', ')}; matched ${counts.matched}, fired ${counts.fired}`)
}

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
