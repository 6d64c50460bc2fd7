/** Names the mistake of a receiver that refuses what is valid: sends it what receivers with known mistakes accept. */
import type { Recipes } from '../signing/recipes.ts'
import type { Post } from './post.ts'
import type { Exchange, Kit, Probe } from './probe.ts'
import type { Mistaken } from './record.ts'

export async function explainRefusal(
  _probe: Probe,
  _refused: readonly Exchange[],
  _needs: { kit: Kit; post: Post; recipes: Recipes; signal: AbortSignal },
): Promise<Mistaken | null> {
  return null
}
