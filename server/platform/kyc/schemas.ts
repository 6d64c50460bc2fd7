/** The requests and responses of customer verification (KYC). */
import { z } from 'zod'
import { ssn } from '../customers/schemas.ts'
import { oneOf, text, times, uuid } from '../fields.ts'

export const documentTypes = ['government_id', 'proof_of_address', 'social_security_card'] as const

const withoutEffect = { description: 'Accepted without effect' }
export const startKyc = z
  .object({
    ssn: ssn().optional().meta({ description: 'Required unless the customer has one' }),
    program_id: text(100).optional().meta(withoutEffect),
  })
  .meta({ id: 'StartKyc' })
export const getKyc = z.object({
  program_id: z.uuid('must be a UUID').optional().meta(withoutEffect),
})
const document = z
  .object({
    file_name: text().optional().meta({ example: 'licence.png' }),
    image: z.string('must be text in base64').min(1, 'must not be empty').meta({ example: 'iVBORw0KGgo=' }),
  })
  .optional()
export const sendDocuments = z
  .object({ government_id: document, proof_of_address: document, social_security_card: document })
  .refine((body) => documentTypes.some((type) => body[type] !== undefined), {
    message: `must contain one of ${documentTypes.join(', ')}`,
    path: ['government_id'],
  })
  .meta({ id: 'SendKycDocuments' })
export const webhook = z
  .object({
    customer_id: text(100),
    decision: oneOf(['approved', 'declined', 'error']).meta({ example: 'approved' }),
    reviewer_email: text().regex(/@/, 'must be an e-mail address').optional().meta({
      description: 'The reviewer; must belong to the bank',
      example: 'review@bank.example',
    }),
  })
  .meta({ id: 'KycDecision' })

export const kyc = z
  .object({
    kyc_id: uuid('The id of the verification'),
    customer_id: uuid('The customer'),
    status: z
      .enum(['submitted', 'success', 'failure', 'error', 'timeout', 'under_review', 'document_required'])
      .meta({ example: 'submitted' }),
    attempts: z.int().meta({ description: 'How often the verification was started', example: 1 }),
    inquiry_id: z.string().nullable(),
    documents: z.array(
      z.object({
        document_type: z.enum(documentTypes),
        status: z.enum(['requested', 'submitted']),
        upload_link: z.string().meta({
          description: 'Where the customer would upload it; the sandbox has no page there',
          example: 'https://documents.example/inquiries/3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10/government_id',
        }),
      }),
    ),
    incorrect_information: z
      .object({ description: z.string(), fields: z.array(z.string()) })
      .nullable()
      .meta({ description: 'What the customer should enter again; the sandbox does not wait for it' }),
    ...times,
  })
  .meta({ id: 'Kyc' })
