import type { BodyTurn } from '../search/accident.ts'
import type { Budget } from '../search/budget.ts'
import { bodyForms } from './body-forms.ts'
import { forming, timeOf } from './work.ts'

/** What a compressed body may grow into at most, and what each byte of it takes. */
const mostGrown = 4_000_000
const perGrown = 0.002

/** What making any other body takes at least, in microseconds. */
export const perTurn = 2

/** The forms that a turn is made of. */
const formsFor = (needs: BodyTurn['needs']) =>
  needs === 'sorted' ? (['tree', 'sorted'] as const) : needs ? [needs] : []

/** The other bodies of a search: each is made once, and paid for with the forms that nothing else has paid for yet. */
export function createMadeBodies(bytes: Buffer, budget: Budget) {
  const forms = bodyForms(bytes)
  const paid = new Set<keyof typeof forming>()
  const known = [bytes]
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
      // JSON.parse takes what is nested deeper than JSON.stringify follows.
      if (error instanceof RangeError) return undefined
      throw error
    }
  }

  return {
    forms,
    timeFor,
    /** What a turn has made before. */
    made: (turn: BodyTurn): Buffer | undefined => made.get(turn),
    /** Another body by a turn; undefined where it cannot be, or is one that is known by another name. */
    by(turn: BodyTurn): Buffer | undefined {
      if (made.has(turn)) return made.get(turn)
      made.set(turn, undefined)
      if (turn.applies?.(forms) === false) return undefined
      if (!budget.take(perTurn + timeFor(turn))) return undefined
      for (const form of formsFor(turn.needs)) paid.add(form)
      const other = rewritten(turn)
      if (!other || known.some((one) => one.equals(other))) return undefined
      if (other.length > bytes.length && !budget.take((other.length - bytes.length) * perGrown))
        return undefined
      known.push(other)
      made.set(turn, other)
      return other
    },
  }
}
export type MadeBodies = ReturnType<typeof createMadeBodies>
