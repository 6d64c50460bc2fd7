import type { FixedReply, HeaderPair, Reply } from '../../wire.ts'
import { type Asking, holds } from './asking.ts'
import { type ChosenReply, replyOf } from './chosen.ts'

/** What of an endpoint its answers go by. */
interface Replying {
  reply: Reply | null
  /** Answers given since it was set. */
  replies: number
  /** The same for each rule, by its place. */
  ruleReplies: Readonly<Record<string, number>>
}

const nothingSet = replyOf({ rule: 'none set: 200', status: 200, step: 'own' })

/** Chooses the answer of an endpoint. */
export function chooseReply({ reply, replies, ruleReplies }: Replying, asking: Asking): ChosenReply {
  if (reply === null) return nothingSet
  if (!isRules(reply)) return stepOf(reply, replies, { step: 'own' })
  const at = reply.rules.findIndex(({ when }) => holds(when, asking))
  const rule = reply.rules[at]
  if (rule) {
    const name = `rule ${at + 1}${rule.name === undefined ? '' : ` “${rule.name}”`}`
    return stepOf(rule.reply, ruleReplies[at] ?? 0, { name, step: at })
  }
  if (reply.otherwise === undefined) return { ...nothingSet, rule: 'no rule holds: 200' }
  return stepOf(reply.otherwise, replies, { name: 'no rule holds: otherwise', step: 'own' })
}

/** What an endpoint remembers of the answers it has given, with this one. */
export function counted({ replies, ruleReplies }: Replying, { step }: ChosenReply) {
  if (step === null) return { replies, ruleReplies }
  if (step === 'own') return { replies: replies + 1, ruleReplies }
  return { replies, ruleReplies: { ...ruleReplies, [step]: (ruleReplies[step] ?? 0) + 1 } }
}

const isRules = (reply: Reply): reply is Extract<Reply, { rules: unknown }> => 'rules' in reply

/** @param given how often the step in turn was taken before */
function stepOf(
  answers: FixedReply | readonly FixedReply[],
  given: number,
  { name, step }: { name?: string; step: 'own' | number },
): ChosenReply {
  if (isSteps(answers)) {
    const at = Math.min(given, answers.length - 1)
    const words = `step ${at + 1} of ${answers.length}`
    return fixed(answers[at] ?? { status: 200 }, { rule: name ? `${name}: ${words}` : words, step })
  }
  return fixed(answers, { rule: name ?? 'fixed', step })
}
const isSteps = (answers: FixedReply | readonly FixedReply[]): answers is readonly FixedReply[] =>
  Array.isArray(answers)

const pairsOf = (headers: FixedReply['headers'] = []): readonly HeaderPair[] =>
  Array.isArray(headers) ? headers : Object.entries(headers)

function fixed(reply: FixedReply, { rule, step }: { rule: string; step: 'own' | number }): ChosenReply {
  const { outcome, delay_ms: delayMs = 0 } = reply
  if (outcome !== undefined)
    return replyOf({ rule: `${rule}: ${outcome}`, status: 0, outcome, delayMs, step })
  return {
    rule,
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
