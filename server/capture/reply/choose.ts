/** Chooses the reply of an endpoint by its rules and steps. */
import type { FixedReply, HeaderPair, Reply, ReplyFacts } from '../../wire.ts'
import { type Asking, holds } from './asking.ts'
import { type ChosenReply, replyOf } from './chosen.ts'

/** The fields of an endpoint that decide its replies. */
interface Replying {
  reply: Reply | null
  /** The number of replies since the reply was set. */
  replies: number
  /** The number of replies of each rule, by its index. */
  ruleReplies: Readonly<Record<string, number>>
}

const nothingSet = replyOf({ why: { kind: 'default' }, status: 200, step: 'own' })

/** Chooses the reply of an endpoint. */
export function chooseReply({ reply, replies, ruleReplies }: Replying, asking: Asking): ChosenReply {
  if (reply === null) return nothingSet
  if (!isRules(reply)) return stepOf(reply, replies, { by: {}, step: 'own' })
  const at = reply.rules.findIndex(({ when }) => holds(when, asking))
  const rule = reply.rules[at]
  if (rule) return stepOf(rule.reply, ruleReplies[at] ?? 0, { by: { rule: rule.name ?? at + 1 }, step: at })
  if (reply.otherwise === undefined) return { ...nothingSet, why: { kind: 'default', no_rule: true } }
  return stepOf(reply.otherwise, replies, { by: { no_rule: true }, step: 'own' })
}

/** The endpoint's counters after this reply. */
export function counted({ replies, ruleReplies }: Replying, { step }: ChosenReply) {
  if (step === null) return { replies, ruleReplies }
  if (step === 'own') return { replies: replies + 1, ruleReplies }
  return { replies, ruleReplies: { ...ruleReplies, [step]: (ruleReplies[step] ?? 0) + 1 } }
}

const isRules = (reply: Reply): reply is Extract<Reply, { rules: unknown }> => 'rules' in reply

type By = Pick<ReplyFacts, 'rule' | 'no_rule' | 'step'>

/**
 *
 * @param given how often the steps were used before
 * @param taken what chose the reply, and whose step it uses
 */
function stepOf(
  answers: FixedReply | readonly FixedReply[],
  given: number,
  { by, step }: { by: By; step: 'own' | number },
): ChosenReply {
  if (isSteps(answers)) {
    const at = Math.min(given, answers.length - 1)
    const of = { ...by, step: { number: at + 1, of: answers.length } }
    return fixed(answers[at] ?? { status: 200 }, of, step)
  }
  return fixed(answers, by, step)
}
const isSteps = (answers: FixedReply | readonly FixedReply[]): answers is readonly FixedReply[] =>
  Array.isArray(answers)

const pairsOf = (headers: FixedReply['headers'] = []): readonly HeaderPair[] =>
  Array.isArray(headers) ? headers : Object.entries(headers)

function kindOf({ outcome, template }: FixedReply, { rule, step }: By): ReplyFacts['kind'] {
  if (outcome !== undefined) return outcome === 'reset' ? 'cut' : 'hang'
  if (rule !== undefined) return 'rule'
  if (step !== undefined) return 'step'
  return template === undefined ? 'fixed' : 'template'
}

function fixed(reply: FixedReply, by: By, step: 'own' | number): ChosenReply {
  const { outcome, delay_ms: delayMs = 0 } = reply
  const why = { kind: kindOf(reply, by), ...by }
  if (outcome !== undefined) return replyOf({ why, status: 0, outcome, delayMs, step })
  return {
    why,
    status: reply.status,
    headers: pairsOf(reply.headers),
    body: reply.body ?? '',
    template: reply.template ?? null,
    passed: null,
    delayMs,
    bodyMs: reply.body_ms ?? 0,
    outcome: null,
    step,
  }
}
