import type { z } from 'zod'
import { sayMonth } from '../dates.ts'
import { timesOf } from '../objects.ts'
import type * as schemas from './schemas.ts'
import type { Card } from './store.ts'

/** A card as the platform tells it. */
export const toldCard = (card: Card): z.infer<typeof schemas.card> => ({
  card_id: card.id,
  account_id: card.account_id,
  customer_id: card.customer_id,
  business_id: card.business_id,
  program_id: card.program_id,
  parent_card_id: card.parent_card_id,
  card_type: card.card_type,
  status: card.status,
  close_reason: card.close_reason,
  last_four: card.last_four,
  expiry: sayMonth(card.expires_at - 1),
  aac: card.aac,
  ...timesOf(card),
})
