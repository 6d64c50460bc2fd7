/** The events of the verification of customers (KYC). */
import { z } from 'zod'
import { type Faked, kind, uuid } from './envelope.ts'

const documentType = z.enum(['government_id', 'proof_of_address', 'social_security_card'])
const document = z.object({
  document_type: documentType.meta({ description: 'The type of the requested document' }),
  status: z
    .enum(['requested', 'submitted', 'approved', 'rejected'])
    .meta({ description: 'The progress of the request' }),
  upload_link: z.url().meta({ description: 'Where the customer uploads the document' }),
})

/** Most of these events only contain the customer. */
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
      'The checks of a customer succeed: automatically, with the requested documents, or by manual decision.',
  }),
  'kyc.verification.failure': ended('kyc.verification.failure', {
    description: 'A KYC verification failed.',
    causedBy: 'The checks of a customer fail, automatically or by manual decision.',
  }),
  'kyc.verification.error': ended('kyc.verification.error', {
    description: 'A KYC verification ended in an error.',
    causedBy: 'The checks of a customer cannot be completed, by manual decision.',
  }),
  'kyc.verification.timeout': ended('kyc.verification.timeout', {
    description: 'A KYC verification timed out.',
    causedBy: 'Requested documents do not arrive within three days, or a source does not answer in time.',
  }),
  'kyc.verification.under_review': ended('kyc.verification.under_review', {
    description: 'A KYC verification waits for manual review.',
    causedBy: 'The checks of a customer are inconclusive, without or with the requested documents.',
  }),
  'kyc.verification.document_required': kind('kyc.verification.document_required', {
    description: 'A KYC verification needs documents of the customer.',
    causedBy: 'The data alone does not prove the identity of the customer.',
    keys: {
      customer_id: uuid('The customer'),
      inquiry_id: uuid('The request for documents'),
      documents: z.array(document).meta({ description: 'The requested documents' }),
    },
    build: ({ fake }) => ({ customer_id: fake.uuid(), ...fakeDocuments(fake) }),
  }),
  'kyc.verification.reenter_information': kind('kyc.verification.reenter_information', {
    description: 'A KYC verification needs some customer data again.',
    causedBy: 'Documents are requested, and some customer data is inconsistent.',
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
