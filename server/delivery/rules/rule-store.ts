/** Reads and writes the table of fault rules. */
import type { Database } from '../../database/open.ts'
import { faultWire } from '../../faults/read-once.ts'
import type { FaultRule } from '../../wire.ts'
import { toIso } from '../../words/time.ts'
import type { RuleRecord } from './rules.ts'

/** A fault rule as JSON. */
export const ruleWire = (rule: RuleRecord): FaultRule => ({
  ...rule,
  ...faultWire(rule.fault),
  created_at: toIso(rule.created_at),
})

/** How many used-up rules stay listed. */
const spentKept = 1000

export function createRuleStore(database: Database) {
  const insert = database.prepare(
    `INSERT INTO fault_rules (seq, id, fault, event, subscription_id, every, probability, first, source, matched, fired, created_at)
     VALUES (@seq, @id, @fault, @event, @subscription_id, @every, @probability, @first, @source, @matched, @fired, @created_at)`,
  )
  const count = database.prepare('UPDATE fault_rules SET matched = @matched, fired = @fired WHERE seq = @seq')
  const live = database.prepare<[], RuleRecord>(
    "SELECT * FROM fault_rules WHERE first IS NULL OR matched < first ORDER BY source <> 'config', seq",
  )
  const one = database.prepare<[string], RuleRecord>('SELECT * FROM fault_rules WHERE id = ?')
  const page = database.prepare<[number, number], RuleRecord>(
    'SELECT * FROM fault_rules WHERE seq < ? ORDER BY seq DESC LIMIT ?',
  )
  const prune = database.prepare(
    `DELETE FROM fault_rules WHERE seq IN
     (SELECT seq FROM fault_rules WHERE matched >= first ORDER BY seq DESC LIMIT -1 OFFSET ?)`,
  )
  const ofConfig = database.prepare<[], RuleRecord>(
    "SELECT * FROM fault_rules WHERE source = 'config' ORDER BY seq",
  )
  const naming = database.prepare<[string], RuleRecord>(
    'SELECT * FROM fault_rules WHERE subscription_id = ? ORDER BY seq',
  )
  const remove = database.prepare('DELETE FROM fault_rules WHERE seq = ?')
  return {
    insert: (rule: RuleRecord) => void insert.run(rule),
    /** Deletes the oldest used-up rules. */
    prune: () => void prune.run(spentKept),
    /** Records how often the rule matched and fired. */
    count: ({ seq, matched, fired }: RuleRecord) => void count.run({ seq, matched, fired }),
    /**
     * The rules that may still fire: those of the config first, since a restart creates them again, then
     * oldest first. Without rules this takes less than a microsecond.
     */
    live: (): RuleRecord[] => live.all(),
    find: (id: string): RuleRecord | undefined => one.get(id),
    /** Newest first. */
    page: (before: number, limit: number): RuleRecord[] => page.all(before, limit),
    /** The rules of the config. */
    ofConfig: (): RuleRecord[] => ofConfig.all(),
    /** The rules that name this subscription. */
    naming: (subscriptionId: string): RuleRecord[] => naming.all(subscriptionId),
    remove: ({ seq }: RuleRecord) => void remove.run(seq),
  }
}
export type RuleStore = ReturnType<typeof createRuleStore>
