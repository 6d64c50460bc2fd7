/** Creates, applies and deletes fault rules. */
import type { Clock } from '../../clock/clock.ts'
import type { Config } from '../../config.ts'
import type { Ids } from '../../database/ids.ts'
import type { Transaction } from '../../database/writer.ts'
import { StartError } from '../../failures.ts'
import { parseFault } from '../../faults/grammar.ts'
import type { NewRule } from '../../faults/rule-fields.ts'
import type { SubscriptionStore } from '../../subscriptions/store.ts'
import type { FaultRule } from '../../wire.ts'
import { type RuleStore, ruleWire } from './rule-store.ts'
import { fires, isMeantFor, type RuleRecord } from './rules.ts'

/** Creates fault rules, applies their faults to deliveries, and deletes them. */
export function createRulebook(needs: {
  config: Config
  rules: RuleStore
  subscriptions: SubscriptionStore
  ids: Ids
  clock: Clock
  onTrouble(error: unknown): void
}) {
  const { config, rules, subscriptions, ids, clock, onTrouble } = needs

  /** Refuses an invalid fault with `fault_invalid`. */
  function make(tx: Transaction, order: NewRule, source: FaultRule['source'] = 'api'): RuleRecord {
    const record: RuleRecord = {
      fault: parseFault(order.fault).text,
      seq: tx.seq(),
      id: ids.next('flt'),
      event: order.event,
      subscription_id: order.subscription_id ?? null,
      every: order.every ?? null,
      probability: order.probability ?? null,
      first: order.first ?? null,
      source,
      matched: 0,
      fired: 0,
      created_at: clock.now(),
    }
    rules.prune()
    rules.insert(record)
    tx.announce('fault_rule', () => ruleWire(record), record.seq)
    return record
  }

  function remove(tx: Transaction, record: RuleRecord) {
    rules.remove(record)
    tx.announce('fault_rule', () => ({ id: record.id, deleted: true }))
  }

  return {
    make,
    remove,
    /** Deletes the rules that name a deleted subscription, since they can never fire again. */
    removeNaming(tx: Transaction, subscriptionId: string) {
      for (const record of rules.naming(subscriptionId)) remove(tx, record)
    },
    /**
     * Creates the rules of the config in place of earlier ones. They may name a subscription that does not
     * exist yet, since ids follow from the seed. A warning is needed, or nobody would learn why a rule never
     * fires.
     */
    makeConfigured(tx: Transaction) {
      for (const record of rules.ofConfig()) remove(tx, record)
      const made = config.fault_rules.map((fields) => make(tx, fields, 'config'))
      const ofNobody = made.filter(({ subscription_id: id }) => id !== null && !subscriptions.find(id))
      if (ofNobody.length === 0) return
      const named = ofNobody.map(({ fault, subscription_id: id }) => `${fault} at ${id}`).join(', ')
      const trouble = new StartError(
        `No subscription has these ids from the config's fault_rules, so the rules match nothing: ${named}.`,
        'Remove the rules, or name the id of a subscription.',
      )
      tx.afterCommit(() => onTrouble(trouble))
    },
    /**
     * The fault of a new delivery, or null. Counts the delivery at every rule that applies to it, in order,
     * until one fires.
     */
    choose(
      tx: Transaction,
      delivery: { event: string; subscriptionId: string; isOfRun: boolean },
    ): string | null {
      for (const rule of rules.live()) {
        if (!isMeantFor(rule, delivery)) continue
        const counted = { ...rule, matched: rule.matched + 1 }
        const hit = fires(counted, ids.fractionOf(`${rule.id}:${counted.matched}`))
        if (hit) counted.fired++
        rules.count(counted)
        tx.announce('fault_rule', () => ruleWire(counted))
        if (hit) return rule.fault
      }
      return null
    },
  }
}
export type Rulebook = ReturnType<typeof createRulebook>
