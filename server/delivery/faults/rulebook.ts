import type { Clock } from '../../clock.ts'
import type { Config } from '../../config.ts'
import type { Transaction } from '../../database/writer.ts'
import type { Ids } from '../../ids.ts'
import type { FaultRule } from '../../wire.ts'
import { parseFault } from './grammar.ts'
import { type RuleStore, ruleWire } from './rule-store.ts'
import { fires, isMeantFor, type RuleRecord } from './rules.ts'
import type { NewRule } from './schemas.ts'

/** The standing rules: making them, putting their faults on deliveries, taking them back. */
export function createRulebook(needs: { config: Config; rules: RuleStore; ids: Ids; clock: Clock }) {
  const { config, rules, ids, clock } = needs

  /** Refuses with `fault_invalid` a fault that is none. */
  function make(tx: Transaction, order: NewRule, source: FaultRule['source'] = 'api'): RuleRecord {
    const record: RuleRecord = {
      fault: parseFault(order.fault).text,
      seq: tx.seq(),
      id: ids.next('flt'),
      event: order.event,
      subscriptionId: order.subscription_id ?? null,
      every: order.every ?? null,
      probability: order.probability ?? null,
      first: order.first ?? null,
      source,
      matched: 0,
      fired: 0,
      createdAt: clock.now(),
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
    /** Takes away those that name a subscription, which is gone: none of them could ever fire again. */
    removeNaming(tx: Transaction, subscriptionId: string) {
      for (const record of rules.naming(subscriptionId)) remove(tx, record)
    },
    /** Makes what the config says, in place of what it made before. */
    makeConfigured(tx: Transaction) {
      for (const record of rules.ofConfig()) remove(tx, record)
      for (const fields of config.fault_rules) make(tx, fields, 'config')
    },
    /**
     * The fault that a new delivery gets, null for none. Counts the delivery at every rule that is meant for it, in their
     * order, until one fires.
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
