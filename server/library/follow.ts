/** Looks at a record of the sandbox until it has ended. */
import type { Outside } from '../outside.ts'
import type { Ask } from './ask.ts'

/** How often a record is looked at, ms. */
const everyMs = 10

/**
 * Reads a path until its answer is over, or the time is up.
 * @param how.first what was answered before
 */
export async function follow<Answer>(
  { ask, outside }: { ask: Pick<Ask, 'get'>; outside: Outside },
  path: string,
  { first, isOver, forMs }: { first: Answer; isOver(answer: Answer): boolean; forMs?: number },
): Promise<Answer> {
  const endsAt = outside.elapsed() + (forMs ?? Number.POSITIVE_INFINITY)
  let answer = first
  while (!isOver(answer) && outside.elapsed() < endsAt) {
    await new Promise<void>((resolve) => outside.after(everyMs, resolve))
    answer = await ask.get<Answer>(path)
  }
  return answer
}
