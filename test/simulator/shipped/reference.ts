import type { EventName } from '../../../server/events/builders.ts'

interface Told {
  /** Every event of the scenario, in order. */
  events: EventName[]
  /** How many requests reach its receiver: as many as there are events, unless it is about that. */
  requests?: number
}

/** What each scenario has to do, written from the platform's reference and not from what came out. */
export const reference: Record<string, Told> = {
  'onboarding-passes': { events: ['kyc.verification.success', 'card.created', 'transactions'] },
  'kyc-asks-for-documents': {
    events: ['kyc.verification.document_required', 'kyc.verification.success'],
  },
  'kyc-fails': {
    events: ['kyc.verification.failure', 'kyc.verification.failure', 'kyc.verification.failure'],
  },
  'kyc-times-out': { events: ['kyc.verification.document_required', 'kyc.verification.timeout'] },
  'kyc-reviewed-by-hand': { events: ['kyc.verification.under_review', 'kyc.verification.success'] },
  'virtual-card-spends': {
    events: [
      'kyc.verification.success',
      'card.created',
      // Money comes in, a payment is held and settles, another is declined.
      'transactions',
      'transactions',
      'transactions',
      'transactions',
    ],
  },
  'physical-card-ships': {
    events: [
      'kyc.verification.success',
      'card.created',
      // Money comes in, and a payment is declined: the card was not activated.
      'transactions',
      'transactions',
      'card.status.active',
      'transactions',
    ],
  },
  'card-lost-and-reissued': {
    events: [
      'kyc.verification.success',
      'card.created',
      'transactions',
      'card.status.inactive',
      'transactions',
      'card.status.reissue',
      'card.status.active',
      'transactions',
    ],
  },
  'account-history': {
    events: [
      'kyc.verification.success',
      'card.created',
      'transactions',
      'transactions',
      'account.history.ready',
    ],
  },
  'statement-and-autopay': {
    events: [
      'kyc.verification.success',
      'card.created',
      'transactions',
      'card.created',
      'account.autopay.changed',
      'transactions',
      'account.statements.generated',
      'account.statements.ready',
      'account.autopay.scheduled',
      // Paid from one account to the other: each has a transaction of it.
      'transactions',
      'transactions',
      'account.autopay.processed',
      'transactions',
      'account.statements.generated',
      'account.statements.ready',
      'account.autopay.scheduled',
      'account.autopay.failed',
      'account.statements.late_payment',
    ],
  },
  'disorder-and-duplicates': {
    events: [
      'kyc.verification.success',
      'card.created',
      'transactions',
      'transactions',
      'transactions',
      'transactions',
      'transactions',
      'transactions',
    ],
    // Each of the six transactions comes twice.
    requests: 14,
  },
  // Eight attempts, and the ninth after it was sent again.
  'retry-ladder': { events: ['kyc.verification.success'], requests: 9 },
  'secret-rotation': { events: ['customer.updated', 'kyc.verification.success', 'card.created'] },
}
