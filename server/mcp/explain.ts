/** Explains a delivery to an assistant: what happened, the cause, the fix, and the tools that help. */
import { adviceFor, movesAfter } from '../findings/advice.ts'
import { judge } from '../findings/judge.ts'
import type { Ask } from '../library/ask.ts'
import type { Delivery, Subscription, Verified } from '../wire.ts'
import { type Move, type MoveKind, moveSentence, receiverWords, sentWords } from '../words/advice.ts'
import { deliveryHeadline, quoted, sentOnPurpose } from '../words/delivery.ts'
import { endedWell, outcomeDetail } from '../words/delivery-lines.ts'
import { outcomeWord } from '../words/short.ts'

/** The lines about a delivery, after another look at what was sent. */
export async function explain(delivery: Delivery, ask: Ask): Promise<string[]> {
  const advice = adviceFor(delivery)
  const { finding, refused } = advice
  const sandbox = {
    subscriptions: () => ask.all<Subscription>('/sandbox/subscriptions', 'subscriptions'),
    verify: (request: object) => ask.post<Verified>('/sandbox/verify', request),
  }
  const judged = refused && (await judge(sandbox, delivery, refused))
  const sent = judged ? sentWords(judged, (secret) => secret.slice(-4)) : undefined
  const { findings, attempts } = delivery
  const answered = attempts.findLast(({ outcome }) => outcome !== null)
  const causes = [...findings.map(({ summary, detail }) => `${summary}. ${detail}`), ...(sent?.causes ?? [])]
  const fixes = [
    ...findings.flatMap(({ fix }) => fix || []),
    ...(sent?.fixes ?? []),
    ...(finding ? [receiverWords(finding, delivery, delivery.url).fix] : []),
    ...movesAfter(advice, judged).flatMap((move) => moveWords(move, delivery) ?? []),
  ]
  return [
    deliveryHeadline(delivery, answered?.response),
    ...[sentOnPurpose(delivery) ?? []].flat(),
    ...causes.map((cause) => `${endedWell(delivery) ? 'Found' : 'Cause'}: ${cause}`),
    ...fixes.map((fix) => `Fix: ${fix}`),
    ...attempts.slice(-5).map(({ number, outcome, response }) => {
      const came = outcome === null ? 'under way' : (outcomeDetail(outcome) ?? outcomeWord(outcome))
      return `Attempt ${number}: ${[came, quoted(response)].filter((part) => part !== undefined).join(' ')}`
    }),
    ...(sent?.evidence ?? []),
  ]
}

/** A move as the call of the tool that makes it. */
function moveWords(move: Move, { id, event, subscription_id }: Delivery): string | undefined {
  const calls: Partial<Record<MoveKind, string>> = {
    attempt_now: 'advance_clock',
    resend: `resend with id ${id}`,
    resend_right: `resend with id ${id}`,
    change_address: 'subscribe_receiver with another url',
    show_secret: 'status',
    set_scheme: 'subscribe_receiver with another scheme',
    check: `check_receiver with subscription_id ${subscription_id}`,
    write_handler: `write_receiver with language node-express and subscription_id ${subscription_id}`,
    try_tampered: `trigger_event with event ${event}, subscription_id ${subscription_id} and fault tamper(signature)`,
    wait_longer: 'subscribe_receiver with timeout_ms 60000',
  }
  const call = calls[move.kind]
  return call && moveSentence(move, call)
}
