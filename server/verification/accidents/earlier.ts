/** Signatures that were computed for an earlier request. */
import { type Content, contentOf } from '../../signing/content.ts'
import { methods } from '../../signing/methods.ts'
import type { Recipe } from '../../signing/recipe.ts'
import type { EarlierRequest } from '../input.ts'
import { headerMap } from '../read.ts'
import type { FrameTurn } from '../search/accident.ts'

/** A larger body is left out, because an explanation holds all of them at once. */
const largest = 1_000_000

/** Each earlier request with this request's id and timestamp, and whole. */
export function earlierTurns(
  recipe: Recipe,
  content: Content,
  earlier: readonly EarlierRequest[] = [],
): FrameTurn[] {
  return earlier.flatMap(({ captureId, headers, body }): FrameTurn[] => {
    if (body.length > largest) return []
    const map = headerMap(headers)
    const { id, timestamp } = contentOf({ body }, map, methods[recipe.method].present(recipe, map))
    const isOther = !body.equals(content.body)
    const turn = (differing: readonly string[], change: Partial<Content>): FrameTurn => ({
      rank: 0,
      content: change,
      accident: {
        cause: 'earlier_signature',
        // A rewriting that explains the difference is more specific.
        weight: 1.3,
        detail: `The signature is that of the earlier capture ${captureId}, with another ${differing.join(' and ')}.`,
      },
    })
    const others = [
      ...(isOther ? ['body'] : []),
      ...(id !== content.id ? ['id'] : []),
      ...(timestamp !== content.timestamp ? ['timestamp'] : []),
    ]
    return [
      ...(isOther ? [turn(['body'], { body })] : []),
      ...(others.some((one) => one !== 'body') ? [turn(others, { body, id, timestamp })] : []),
    ]
  })
}
