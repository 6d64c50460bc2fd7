import type { Recipe } from '../signing/recipe.ts'
import type { Recipes, SchemeName } from '../signing/recipes.ts'
import { signerOf } from '../verification/input.ts'
import type { Mistake, Verdict } from '../wire.ts'
import { duplicate, outOfOrder, stale } from '../words/mistake.ts'
import { fromIso } from '../words/time.ts'
import type { EndpointRecord } from './endpoints.ts'
import { createPayloadCheck, occurredAt } from './mistakes/payload.ts'
import type { Seen, SeenStore } from './mistakes/seen-store.ts'
import type { Payload } from './payload.ts'

/** What a request is looked at for. Times in microseconds. */
export interface Looked {
  endpoint: EndpointRecord
  /** The id that its own capture gets. */
  captureId: string
  receivedAt: number
  verdict: Verdict
  webhookId: string | null
  /** The delivery that brought it; null where it is none of the sandbox. */
  deliveryId: string | null
  /** null where it is not kept. */
  body: Buffer | null
  bodyCut: boolean
  payload: Payload | undefined
}

/** The newest event that an endpoint was told, and the capture that told it. */
type Newest = Pick<EndpointRecord, 'newestEventAt' | 'newestEventBy'>

/** Looks for what is wrong with a request beside its signature, by what came before it and by the catalogue of events. */
export function createMistakes(needs: { seen: SeenStore; recipes: Recipes; judge: { now(): number } }) {
  const { seen, recipes, judge } = needs
  const checkPayload = createPayloadCheck()

  /** Answers the mistakes, and what its endpoint is to remember for those that follow. */
  return function look(looked: Looked): { mistakes: Mistake[]; newest: Newest } {
    const { endpoint, captureId, receivedAt, verdict, webhookId, body, bodyCut } = looked
    const mistakes: (Mistake | undefined)[] = []
    const payload = bodyCut ? undefined : looked.payload
    const earlier = webhookId === null ? undefined : seen.newest(webhookId, endpoint.name)
    if (earlier && webhookId !== null) {
      // What is cut short or not kept cannot be compared.
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
    const at = payload && occurredAt(payload.value)
    const { newestEventAt, newestEventBy } = endpoint
    const isNewest = at !== undefined && (newestEventAt === null || at >= newestEventAt)
    // What was accepted when it first came changes the order of nothing.
    if (at !== undefined && newestEventAt !== null && !isNewest && !(earlier && wasAccepted(earlier)))
      mistakes.push(outOfOrder({ apart_us: newestEventAt - at, capture_id: newestEventBy }))
    mistakes.push(staleOf(verdict, recipes[verdict.scheme as SchemeName], judge.now()))
    if (payload)
      mistakes.push(
        checkPayload(payload.value, {
          bytes: payload.bytes,
          // Only this sandbox, and who plays it, signs with the secret of a subscription.
          isOurs: looked.deliveryId !== null || signerOf(verdict) !== undefined,
        }),
      )
    return {
      mistakes: mistakes.filter((one) => one !== undefined),
      // What nobody vouches for must not make all that follows look late.
      newest:
        isNewest && verdict.result !== 'failed'
          ? { newestEventAt: at, newestEventBy: captureId }
          : { newestEventAt, newestEventBy },
    }
  }
}
export type Mistakes = ReturnType<typeof createMistakes>

/** How often its id had come when an earlier capture came. */
const timesSeen = ({ mistakes }: Seen) => mistakes.find(({ mistake }) => mistake === 'duplicate')?.times ?? 1

/** Whether the sender was told that it had come. */
const wasAccepted = ({ replyStatus }: Seen) => replyStatus >= 200 && replyStatus < 300

/**
 * Of a request whose timestamp is older than the scheme lets it be, whether or not the signature fits. A scheme that
 * sets no limit has no stale requests.
 * @param now in microseconds
 */
function staleOf(verdict: Verdict, recipe: Recipe | undefined, now: number): Mistake | undefined {
  // A signature that fits was judged by its own limits.
  if (verdict.result === 'verified') return undefined
  const proved = verdict.causes.find(({ cause }) => cause === 'stale')
  if (proved) return { mistake: 'stale', detail: proved.detail, capture_id: null, times: null }
  const signedAt = verdict.signed_at === null ? undefined : fromIso(verdict.signed_at)
  const limitS = recipe?.toleranceS ?? null
  if (recipe === undefined || signedAt === undefined || limitS === null) return undefined
  const ageS = Math.floor((now - signedAt) / 1_000_000)
  return ageS <= limitS ? undefined : stale(recipe.scheme, { age_s: ageS, limit_s: limitS })
}
