/** Makes each rewritten body once and charges its cost to the budget. */
import type { BodyTurn } from '../search/accident.ts'
import type { Budget } from '../search/budget.ts'
import { bodyForms } from './body-forms.ts'
import { forming, timeOf } from './work.ts'

/** The maximum decompressed size. */
const mostGrown = 4_000_000
const perGrown = 0.002

/** The minimum cost of any other rewriting, in microseconds. */
export const perTurn = 2

/** The forms that a rewriting needs. */
const formsFor = (needs: BodyTurn['needs']) =>
  needs === 'sorted' ? (['tree', 'sorted'] as const) : needs ? [needs] : []

/** The rewritten bodies of a search. The budget is charged once per body and once per form. */
export function createMadeBodies(bytes: Buffer, budget: Budget) {
  const forms = bodyForms(bytes)
  const paid = new Set<keyof typeof forming>()
  /** The made bodies by length, because a search makes a thousand. */
  const known = new Map([[bytes.length, [bytes]]])
  const made = new Map<BodyTurn, Buffer | undefined>()

  function timeFor({ needs, work }: BodyTurn): number {
    const counts = forms.counts()
    const unpaid = formsFor(needs).filter((form) => !paid.has(form))
    return unpaid.reduce((time, form) => time + timeOf(forming[form], counts), timeOf(work, counts))
  }

  function rewritten(turn: BodyTurn): Buffer | undefined {
    const most = Math.min(mostGrown, budget.bytesAt(perGrown))
    try {
      return turn.make(forms, { most, wasExceeded: () => budget.take(most * perGrown) })
    } catch (error) {
      // JSON.parse accepts deeper nesting than JSON.stringify.
      if (error instanceof RangeError) return undefined
      throw error
    }
  }

  return {
    forms,
    timeFor,
    /** The body from the cache. */
    made: (turn: BodyTurn): Buffer | undefined => made.get(turn),
    /** Makes a body; undefined if impossible or identical to another rewriting's. */
    by(turn: BodyTurn): Buffer | undefined {
      if (made.has(turn)) return made.get(turn)
      made.set(turn, undefined)
      if (turn.applies?.(forms) === false) return undefined
      if (!budget.take(perTurn + timeFor(turn))) return undefined
      for (const form of formsFor(turn.needs)) paid.add(form)
      const other = rewritten(turn)
      const alike = (other && known.get(other.length)) ?? []
      if (!other || alike.some((one) => one.equals(other))) return undefined
      if (other.length > bytes.length && !budget.take((other.length - bytes.length) * perGrown))
        return undefined
      known.set(other.length, [...alike, other])
      made.set(turn, other)
      return other
    },
  }
}
export type MadeBodies = ReturnType<typeof createMadeBodies>
