import { z } from 'zod'
import { type Faked, kind, uuid } from './envelope.ts'

const documentType = z.enum(['government_id', 'proof_of_address', 'social_security_card'])
const document = z.object({
  document_type: documentType.meta({ description: 'What is asked for' }),
  status: z
    .enum(['requested', 'submitted', 'approved', 'rejected'])
    .meta({ description: 'How far it has come' }),
  upload_link: z.url().meta({ description: 'Where the customer sends it' }),
})

/** Most of these events tell whose verification it was, and nothing else. */
const ended = <const Name extends `kyc.verification.${string}`>(
  event: Name,
  told: { description: string; causedBy: string },
) =>
  kind(event, {
    ...told,
    keys: { customer_id: uuid('The customer') },
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
    causedBy:
      'The checks of a customer end well: by themselves, with the documents that were asked for, or by hand.',
  }),
  'kyc.verification.failure': ended('kyc.verification.failure', {
    description: 'A KYC verification failed.',
    causedBy: 'The checks of a customer end badly, by themselves or by hand.',
  }),
  'kyc.verification.error': ended('kyc.verification.error', {
    description: 'A KYC verification ended in an error.',
    causedBy: 'The checks of a customer cannot be carried out; a decision by hand says so.',
  }),
  'kyc.verification.timeout': ended('kyc.verification.timeout', {
    description: 'A KYC verification timed out.',
    causedBy:
      'Documents that were asked for do not come within three days, or a source does not answer in time.',
  }),
  'kyc.verification.under_review': ended('kyc.verification.under_review', {
    description: 'A KYC verification waits for a person to look at it.',
    causedBy: 'The checks of a customer leave a doubt, at first or with the documents that were asked for.',
  }),
  'kyc.verification.document_required': kind('kyc.verification.document_required', {
    description: 'A KYC verification needs documents of the customer.',
    causedBy: 'The checks cannot tell from the data alone who the customer is.',
    keys: {
      customer_id: uuid('The customer'),
      inquiry_id: uuid('The request for documents'),
      documents: z.array(document).meta({ description: 'What is asked for' }),
    },
    build: ({ fake }) => ({ customer_id: fake.uuid(), ...fakeDocuments(fake) }),
  }),
  'kyc.verification.reenter_information': kind('kyc.verification.reenter_information', {
    description: 'A KYC verification needs some data of the customer once more.',
    causedBy: 'Documents are asked for, and data of the customer do not go together.',
    keys: {
      customer_id: uuid('The customer'),
      incorrect_information: z.object({
        description: z.string().meta({ description: 'What is wrong, in words' }),
        fields: z
          .array(z.string())
          .meta({ description: 'The names of the fields to enter again', examples: [['dob', 'ssn']] }),
      }),
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
