/** Finds mistakes in a request besides its signature, such as duplicates and unknown events. */
import type { Recipe } from '../signing/recipe.ts'
import type { Recipes, SchemeName } from '../signing/recipes.ts'
import { signerOf } from '../verification/input.ts'
import type { Mistake, Verdict } from '../wire.ts'
import { duplicate, outOfOrder, stale } from '../words/mistake.ts'
import { fromIso } from '../words/time.ts'
import type { EndpointRecord } from './endpoints.ts'
import { createPayloadCheck, occurrenceIn } from './mistakes/payload.ts'
import type { Seen, SeenStore } from './mistakes/seen-store.ts'
import type { Payload } from './payload.ts'
import type { Occurrence } from './record.ts'

/** The facts about a request that are examined. Times are in microseconds. */
export interface Looked {
  endpoint: EndpointRecord
  receivedAt: number
  verdict: Verdict
  webhookId: string | null
  /** The delivery that sent it, or null for another sender. */
  deliveryId: string | null
  /** null if it is not stored. */
  body: Buffer | null
  bodyCut: boolean
  payload: Payload | undefined
}

/** Compares a request with earlier captures and with the catalogue of events. */
export function createMistakes(needs: { seen: SeenStore; recipes: Recipes; judge: { now(): number } }) {
  const { seen, recipes, judge } = needs
  const checkPayload = createPayloadCheck()

  /** Returns the mistakes, and the occurrence that later requests are compared with. */
  return function look(looked: Looked): { mistakes: Mistake[]; occurrence: Occurrence | null } {
    const { endpoint, receivedAt, verdict, webhookId, body, bodyCut } = looked
    const mistakes: (Mistake | undefined)[] = []
    const payload = bodyCut ? undefined : looked.payload
    const earlier = webhookId === null ? undefined : seen.newest(webhookId, endpoint.name)
    if (earlier && webhookId !== null) {
      // A cut or unstored body cannot be compared.
      const same_body = body === null || bodyCut || seen.hasBody(earlier, body)
      mistakes.push(
        duplicate(webhookId, {
          capture_id: earlier.id,
          times: timesSeen(earlier) + 1,
          apart_us: Math.max(0, receivedAt - earlier.receivedAt),
          answered: earlier.replyStatus,
          same_body,
        }),
      )
    }
    const occurrence = payload && occurrenceIn(payload.value)
    // An event that was accepted before is a repeat and not out of order.
    const later =
      occurrence && !(earlier && wasAccepted(earlier)) ? seen.later(occurrence, endpoint) : undefined
    if (occurrence && later)
      mistakes.push(
        outOfOrder({ apart_us: later.happened_at - occurrence.happened_at, capture_id: later.id }),
      )
    mistakes.push(staleOf(verdict, recipes[verdict.scheme as SchemeName], judge.now()))
    if (payload)
      mistakes.push(
        checkPayload(payload.value, {
          bytes: payload.bytes,
          // Only this sandbox, and a test that knows the secret, signs with a subscription's secret.
          isOurs: looked.deliveryId !== null || signerOf(verdict) !== undefined,
        }),
      )
    return {
      mistakes: mistakes.filter((one) => one !== undefined),
      // An unverified event must not make later ones look late.
      occurrence: occurrence !== undefined && verdict.result !== 'failed' ? occurrence : null,
    }
  }
}
export type Mistakes = ReturnType<typeof createMistakes>

/** How often the event had arrived when an earlier capture came. */
const timesSeen = ({ mistakes }: Seen) => mistakes.find(({ mistake }) => mistake === 'duplicate')?.times ?? 1

/** Whether the sender got a success status for it. */
const wasAccepted = ({ replyStatus }: Seen) => replyStatus >= 200 && replyStatus < 300

/**
 * A mistake if the timestamp is older than the scheme allows, whether or not the signature matches. A scheme without a limit
 * has no stale requests.
 * @param now in microseconds
 */
function staleOf(verdict: Verdict, recipe: Recipe | undefined, now: number): Mistake | undefined {
  // A matching signature was judged by its own limits.
  if (verdict.result === 'verified') return undefined
  const proved = verdict.causes.find(({ cause }) => cause === 'stale')
  if (proved) return { mistake: 'stale', detail: proved.detail, capture_id: null, times: null }
  const signedAt = verdict.signed_at === null ? undefined : fromIso(verdict.signed_at)
  const limitS = recipe?.toleranceS ?? null
  if (recipe === undefined || signedAt === undefined || limitS === null) return undefined
  const ageS = Math.floor((now - signedAt) / 1_000_000)
  return ageS <= limitS ? undefined : stale(recipe.scheme, { age_s: ageS, limit_s: limitS })
}
