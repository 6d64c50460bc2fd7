import type { Recipe } from '../../signing/recipe.ts'
import type { Mistake, Verdict } from '../../wire.ts'
import { stale } from '../../words/mistake.ts'
import { fromIso } from '../../words/time.ts'

/**
 * Of a request whose timestamp is older than the scheme lets it be, whether or not the signature fits. A scheme that
 * sets no limit has no stale requests.
 * @param now in microseconds
 */
export function staleOf(verdict: Verdict, recipe: Recipe | undefined, now: number): Mistake | undefined {
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
