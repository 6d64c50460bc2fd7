/** The events of the verification of businesses (KYB). */
import { kind, uuid } from './envelope.ts'

const business = <const Name extends `kyb.verification.${string}`>(
  event: Name,
  told: { description: string; causedBy: string },
) =>
  kind(event, {
    ...told,
    keys: { business_id: uuid('The business') },
    build: ({ fake }) => ({ business_id: fake.uuid() }),
  })

export const kyb = {
  'kyb.verification.initiated': business('kyb.verification.initiated', {
    description: 'A KYB verification began.',
    causedBy: 'Starting the checks of a business.',
  }),
  'kyb.verification.approved': business('kyb.verification.approved', {
    description: 'A business passed its KYB verification.',
    causedBy: 'The checks of a business succeed, or one day of manual review has passed.',
  }),
  'kyb.verification.rejected': business('kyb.verification.rejected', {
    description: 'A business failed its KYB verification.',
    causedBy: 'The checks of a business fail.',
  }),
  'kyb.verification.warning': business('kyb.verification.warning', {
    description: 'A KYB verification has a finding to investigate.',
    causedBy: 'A check of a business has an inconclusive result.',
  }),
  'kyb.verification.error': business('kyb.verification.error', {
    description: 'A KYB verification ended in an error.',
    causedBy: 'The checks of a business cannot be carried out.',
  }),
  'kyb.verification.under_review': business('kyb.verification.under_review', {
    description: 'A KYB verification waits for manual review.',
    causedBy: 'The checks of a business are inconclusive.',
  }),
}
