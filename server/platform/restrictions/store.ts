/** Stores the restrictions of cards. */
import type { Kept } from '../objects/store.ts'
import type { World } from '../world.ts'

interface RestrictionData {
  card_id: string
  restriction_type: 'amount'
  max_cents: number
}
export type Restriction = Kept<RestrictionData>

/** What a card may not pay. */
export function createRestrictions({ collection }: World) {
  const restrictions = collection<RestrictionData>('restriction', { parent: 'card_id' })
  return {
    restrictions,
    /** The first restriction that a payment of this amount violates. */
    met: (call: { identity: string }, cardId: string, cents: number): Restriction | undefined =>
      restrictions.list(call, { parent: cardId }).find(({ max_cents }) => cents > max_cents),
  }
}
export type Restrictions = ReturnType<typeof createRestrictions>
