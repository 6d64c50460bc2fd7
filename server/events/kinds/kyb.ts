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
    causedBy: 'The checks of a business end well, or a day of review by hand is over.',
  }),
  'kyb.verification.rejected': business('kyb.verification.rejected', {
    description: 'A business did not pass its KYB verification.',
    causedBy: 'The checks of a business end badly.',
  }),
  'kyb.verification.warning': business('kyb.verification.warning', {
    description: 'A KYB verification came upon something to look into.',
    causedBy: 'A check of a business has a result that decides nothing by itself.',
  }),
  'kyb.verification.error': business('kyb.verification.error', {
    description: 'A KYB verification ended in an error.',
    causedBy: 'The checks of a business cannot be carried out.',
  }),
  'kyb.verification.under_review': business('kyb.verification.under_review', {
    description: 'A KYB verification waits for a person to look at it.',
    causedBy: 'The checks of a business leave a doubt.',
  }),
}
