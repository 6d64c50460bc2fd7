/** Finds an edited header that would overwrite a fault's header. */
import { compiled, signedHeaderNames } from '../signing/compiled.ts'
import type { Recipe } from '../signing/recipe.ts'
import type { HeaderPair } from '../wire.ts'
import type { Fault, FaultPart } from './fault.ts'

/**
 * The fault and the edited header that would overwrite the fault's header. The attempt's record would then describe a
 * change that was not sent. Undefined if there is no conflict.
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

/** The headers that a fault sets. Faults that change existing values set none. */
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
