/** Sends the handshake of a subscription, and enables or disables the subscription by the verdict. */
import { failUnknown } from '../../api/unknown-id.ts'
import { type AttemptSender, wholeAnswer } from '../../client/send.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Config } from '../../config.ts'
import type { Ids } from '../../database/ids.ts'
import type { Writer } from '../../database/writer.ts'
import { fail } from '../../failures.ts'
import type { Outside } from '../../outside.ts'
import { recipeWith } from '../../signing/options.ts'
import type { Recipes } from '../../signing/recipes.ts'
import { type HandshakeRecord, type SubscriptionRecord, secretsOf } from '../../subscriptions/record.ts'
import type { SubscriptionService } from '../../subscriptions/service.ts'
import { toIso } from '../../words/time.ts'
import { compose } from '../compose.ts'
import { settingsFor } from '../settings.ts'
import { handshakes } from './kinds.ts'

/** How much of the answer is stored, in bytes. */
const keepBytes = 4096

/**
 * Verifies addresses as vendors do.
 * @param needs.sender undefined where a recorded session is played: nothing is sent, and every receiver passes
 */
export function createShake(needs: {
  config: Config
  version: string
  clock: Clock
  outside: Outside
  ids: Ids
  writer: Writer
  recipes: Recipes
  service: SubscriptionService
  sender: AttemptSender | undefined
}) {
  const { config, clock, outside, ids, recipes, service } = needs

  async function ask(record: SubscriptionRecord, sender: AttemptSender): Promise<HandshakeRecord> {
    const kind =
      record.handshake ?? fail('handshake_unset', `The subscription ${record.id} has no handshake.`)
    const { limitMs, isSigned, ask, judge } = handshakes[kind]
    const at = clock.now()
    const now = config.delivery.timestamps === 'wall' ? outside.wallTime() : at
    const token = ids.uuidOf(`handshake:${record.id}:${at}`)
    const question = ask({ url: record.url, token, nowMs: Math.floor(now / 1000) })
    const body = Buffer.from(question.body)
    const { request } = compose({
      url: question.url,
      event: kind,
      eventId: token,
      body,
      edits: question.headers,
      recipe: isSigned ? recipeWith(recipes, record.scheme, record.schemeOptions) : recipes.none,
      secrets: secretsOf(record, at),
      signedAt: Math.floor(now / 1_000_000),
      userAgent: `webhook-sandbox/${needs.version}`,
    })
    const method = question.method ?? 'POST'
    // Without a body there is no type, unless the sender sets one.
    const isTyped = body.length > 0 || question.headers.some(([name]) => name === 'content-type')
    const headers = request.headers.filter(([name]) => isTyped || name !== 'content-type')
    const { timeoutMs } = settingsFor(config.delivery, record)
    const limits = [timeoutMs, limitMs ?? 0].filter((ms) => ms > 0)
    const sent = await sender.send(
      { ...request, method, headers, keepBytes },
      {
        timeoutMs: limits.length > 0 ? Math.min(...limits) : 0,
        attempt: { id: token, deliveryId: token },
      },
    ).done
    const answer = wholeAnswer(sent)
    const { response } = sent
    return {
      kind,
      at: toIso(at),
      duration_ms: sent.durationMs,
      verdict: answer ? judge(answer, { token, secret: record.secret }) : { code: 'no_answer' },
      outcome: sent.outcome,
      request: { method, url: request.url, headers, body: question.body },
      response: response && {
        status: response.status,
        headers: [...response.headers],
        body: response.body.toString('utf8'),
        size: response.size,
      },
    }
  }

  /** Sends the handshake of a subscription once, and returns the subscription with the result. */
  return async (record: SubscriptionRecord): Promise<SubscriptionRecord> => {
    const last = needs.sender === undefined ? null : await ask(record, needs.sender)
    return needs.writer.write((tx) => {
      const present = service.find(record.id)
      if (present?.seq !== record.seq) return failUnknown('subscription_unknown', record.id)
      // The change of the address sent a handshake of its own.
      const isOther = present.url !== record.url || present.handshake !== record.handshake
      return isOther ? present : service.shaken(tx, present, last)
    })
  }
}
export type Shake = ReturnType<typeof createShake>
