/** The routes for the catalogue of faults and for fault rules. */
import { z } from 'zod'
import { plainListRoute } from '../../api/lists.ts'
import { type ControlRoute, route } from '../../api/route.ts'
import { failUnknown } from '../../api/unknown-id.ts'
import type { Writer } from '../../database/writer.ts'
import { listFaults } from '../../faults/expectation.ts'
import { readFault } from '../../faults/grammar.ts'
import { newRule } from '../../faults/rule-fields.ts'
import type { SubscriptionStore } from '../../subscriptions/store.ts'
import * as wire from '../../wire.ts'
import { type RuleStore, ruleWire } from './rule-store.ts'
import type { Rulebook } from './rulebook.ts'

const one = z.object({ fault_rule: wire.faultRule })

function problemOf(text: string): { message: string; fix: string } | null {
  const read = text.trim() === '' ? null : readFault(text)
  return read !== null && 'problem' in read ? { message: read.problem, fix: read.fix } : null
}

/** The catalogue of faults, and the fault rules that apply them to deliveries. */
export function faultRoutes(needs: {
  writer: Writer
  subscriptions: SubscriptionStore
  rules: RuleStore
  rulebook: Rulebook
}): ControlRoute[] {
  const { writer, subscriptions, rules, rulebook } = needs
  const found = (id: string) => rules.find(id) ?? failUnknown('fault_rule_unknown', id)

  return [
    route({
      method: 'GET',
      path: '/catalogue/faults',
      operationId: 'listFaults',
      summary: 'Every fault that a delivery can be given, and the modifier sticky',
      query: z.strictObject({
        fault: z.string().optional().meta({
          description: 'A text to check; `problem` says why it is not a fault',
          example: 'duplicate(2) | delay(500ms)',
        }),
      }),
      success: {
        status: 200,
        description: 'The faults',
        schema: z.object({
          faults: z.array(wire.catalogueFault),
          problem: z.object({ message: z.string(), fix: z.string() }).nullable().meta({
            description: 'Why the text in `fault` is not a fault; null if it is one, or without a text',
          }),
        }),
      },
      run: ({ query }) => ({ faults: listFaults(), problem: problemOf(query.fault ?? '') }),
    }),
    plainListRoute({
      path: '/fault-rules',
      operationId: 'listFaultRules',
      summary: 'The fault rules, newest first, including used-up rules',
      row: wire.faultRule,
      page: rules.page,
      told: ruleWire,
    }),
    route({
      method: 'POST',
      path: '/fault-rules',
      operationId: 'makeFaultRule',
      summary: 'Add a fault rule',
      description:
        'New deliveries that match get the fault, until the rule or the subscription that it names is deleted.',
      body: newRule,
      success: { status: 201, description: 'The created rule', schema: one },
      errors: ['fault_invalid', 'subscription_unknown'],
      run: ({ body }) =>
        writer.write((tx) => {
          const { subscription_id: id } = body
          if (id !== undefined && !subscriptions.find(id)) failUnknown('subscription_unknown', id)
          return { fault_rule: ruleWire(rulebook.make(tx, body)) }
        }),
    }),
    route({
      method: 'DELETE',
      path: '/fault-rules/{id}',
      operationId: 'deleteFaultRule',
      summary: 'Delete a fault rule',
      description: 'Existing deliveries keep their fault.',
      success: { status: 200, description: 'The deleted rule', schema: one },
      errors: ['fault_rule_unknown'],
      run: ({ params }) =>
        writer.write((tx) => {
          const record = found(params.id ?? '')
          rulebook.remove(tx, record)
          return { fault_rule: ruleWire(record) }
        }),
    }),
  ]
}
