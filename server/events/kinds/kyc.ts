import { z } from 'zod'
import { type Faked, kind, uuid } from './envelope.ts'

const documentType = z.enum(['government_id', 'proof_of_address', 'social_security_card'])
const document = z.object({
  document_type: documentType,
  status: z.enum(['requested', 'submitted', 'approved', 'rejected']),
  upload_link: z.url(),
})

/** Most of these events tell whose verification it was, and nothing else. */
const ended = <const Name extends `kyc.verification.${string}`>(
  event: Name,
  told: { description: string; causedBy: string },
) =>
  kind(event, {
    ...told,
    keys: { customer_id: uuid() },
    build: ({ fake }) => ({ customer_id: fake.uuid() }),
  })

/** The lists of a fake always have the same length, so that a path into one fits each of many events. */
function fakeDocuments(fake: Faked) {
  const inquiry = fake.uuid()
  const asked = (type: z.infer<typeof documentType>): z.infer<typeof document> => ({
    document_type: type,
    status: 'requested',
    upload_link: `https://documents.example/inquiries/${inquiry}/${type}`,
  })
  const second = fake.pick(['proof_of_address', 'social_security_card'] as const)
  return { inquiry_id: inquiry, documents: [asked('government_id'), asked(second)] }
}

export const kyc = {
  'kyc.verification.success': ended('kyc.verification.success', {
    description: 'A KYC verification succeeded.',
    causedBy: 'The checks of a customer ended well.',
  }),
  'kyc.verification.failure': ended('kyc.verification.failure', {
    description: 'A KYC verification failed.',
    causedBy: 'The checks of a customer ended badly.',
  }),
  'kyc.verification.error': ended('kyc.verification.error', {
    description: 'A KYC verification ended in an error.',
    causedBy: 'The checks could not be carried out.',
  }),
  'kyc.verification.timeout': ended('kyc.verification.timeout', {
    description: 'A KYC verification timed out.',
    causedBy: 'Documents that were asked for did not come in time.',
  }),
  'kyc.verification.under_review': ended('kyc.verification.under_review', {
    description: 'A KYC verification waits for a person to look at it.',
    causedBy: 'The checks of a customer left a doubt.',
  }),
  'kyc.verification.document_required': kind('kyc.verification.document_required', {
    description: 'A KYC verification needs documents of the customer.',
    causedBy: 'The checks could not tell from the data alone who the customer is.',
    keys: { customer_id: uuid(), inquiry_id: uuid(), documents: z.array(document) },
    build: ({ fake }) => ({ customer_id: fake.uuid(), ...fakeDocuments(fake) }),
  }),
  'kyc.verification.reenter_information': kind('kyc.verification.reenter_information', {
    description: 'A KYC verification needs some data of the customer once more.',
    causedBy: 'Data of the customer that no source could confirm.',
    keys: {
      customer_id: uuid(),
      incorrect_information: z.object({ description: z.string(), fields: z.array(z.string()) }),
    },
    build: ({ fake }) => ({
      customer_id: fake.uuid(),
      incorrect_information: {
        description: 'No source confirms these data of the customer.',
        fields: fake.pick([
          ['names', 'dob'],
          ['dob', 'ssn'],
        ]),
      },
    }),
  }),
}
