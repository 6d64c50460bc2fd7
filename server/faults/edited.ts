import { compiled, signedHeaderNames } from '../signing/compiled.ts'
import type { Recipe } from '../signing/recipe.ts'
import type { HeaderPair } from '../wire.ts'
import type { Fault, FaultPart } from './fault.ts'

/**
 * A fault and the edited header that would go out in place of what the fault sets there: the attempt's record would tell of
 * what never left, and its verdict be that on another request. Undefined where the two can stand together.
 */
export function editedAway(
  fault: Fault,
  recipe: Recipe,
  edits: readonly HeaderPair[],
): { fault: string; header: string } | undefined {
  for (const part of fault.parts) {
    const set = headersSet(part, recipe).map((name) => name.toLowerCase())
    const found = edits.find(([name]) => set.includes(name.toLowerCase()))
    if (found) return { fault: part.text, header: found[0] }
  }
  return undefined
}

/** The headers that say what a fault does. One that spoils what was edited, or leaves the headers alone, has none. */
function headersSet({ name }: FaultPart, recipe: Recipe): readonly string[] {
  const { signature } = signedHeaderNames(recipe)
  const holding = (slot: string) =>
    compiled(recipe).headers.flatMap((header) => (header.template.slots.includes(slot) ? header.name : []))
  switch (name) {
    case 'skew':
      return [...holding('ts'), ...signature]
    case 'replay':
      return [...holding('id'), ...holding('event'), ...holding('ts'), ...signature]
    case 'wrong_secret':
    case 'unsigned':
      return signature
    case 'unknown_event':
      return holding('event')
    case 'content_type':
    case 'charset':
      return ['content-type']
    default:
      return []
  }
}
