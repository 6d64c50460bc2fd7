import type { EventName } from '../../events/builders.ts'
import { accountActs } from './accounts.ts'
import { autopayActs } from './autopay.ts'
import { cardActs } from './cards.ts'
import { customerActs } from './customers.ts'
import { kybActs } from './kyb.ts'
import { kycActs } from './kyc.ts'
import type { Act } from './scene.ts'
import { statementActs } from './statements.ts'
import { transactionActs } from './transactions.ts'

/** How each event of the catalogue is brought about. */
export const acts: Record<EventName, Act> = {
  ...cardActs,
  ...kycActs,
  ...kybActs,
  ...accountActs,
  ...statementActs,
  ...autopayActs,
  ...transactionActs,
  ...customerActs,
}
