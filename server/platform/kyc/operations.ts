/** The operations of customer verification (KYC). */
import type { Books } from '../books.ts'
import { noSuchPerson } from '../customers/schemas.ts'
import { refuseNoUuid } from '../customers/store.ts'
import { refuse } from '../errors.ts'
import { answerOf, timesOf } from '../objects/store.ts'
import { type OperationRow, operation } from '../operation.ts'
import * as schemas from './schemas.ts'
import type { KycCheck } from './store.ts'

/** The domain of reviewers who may approve a verification. */
const reviewerDomain = 'bank.example'

/** A verification in API responses. */
export const toldKyc = (check: KycCheck) =>
  answerOf(schemas.kyc, { ...check, ...timesOf(check), kyc_id: check.id })

const ends = { approved: 'success', declined: 'failure', error: 'error' } as const

export function kycOperations({ kyc, customers }: Pick<Books, 'kyc' | 'customers'>): OperationRow[] {
  const noneYet = (customerId: string) =>
    refuse('kyc_dne', `KYC was never started for the customer ${customerId}`)

  return [
    operation({
      method: 'POST',
      path: '/customers/{customer_id}/verification-kyc',
      operationId: 'startKyc',
      summary: 'Start the verification of a customer',
      description: 'An event reports the result.',
      checkPath: refuseNoUuid,
      body: schemas.startKyc,
      example: { ssn: '123-45-6789' },
      malformed: 'create_kyc_schema',
      success: { status: 201, description: 'The submitted verification', schema: schemas.kyc },
      errors: ['customer_invalid_uuid4', 'customer_dne', 'kyc_requests', 'kyc_retries'],
      emits: [
        'kyc.verification.success',
        'kyc.verification.failure',
        'kyc.verification.timeout',
        'kyc.verification.under_review',
        'kyc.verification.document_required',
        'kyc.verification.reenter_information',
      ],
      run(call) {
        const customer = customers.ofPath(call)
        kyc.requireStartable(call, customer.id)
        const ssn = call.body.ssn ?? customer.ssn
        if (ssn === null) return refuse('create_kyc_schema', 'Missing Required Field(s): ssn')
        customers.customers.change(call, customer, { ssn })
        return toldKyc(kyc.start(call, customer.id, ssn))
      },
    }),
    operation({
      method: 'GET',
      path: '/customers/{customer_id}/verification-kyc',
      operationId: 'getKyc',
      summary: 'Read the status of a customer verification',
      query: schemas.getKyc,
      malformed: 'get_kyc_schema',
      success: { status: 200, description: 'The verification', schema: schemas.kyc },
      errors: ['customer_dne', 'kyc_dne'],
      otherBodies: [noSuchPerson],
      run(call) {
        const { id } = customers.ofPath(call)
        return toldKyc(kyc.of(call, id) ?? noneYet(id))
      },
    }),
    operation({
      method: 'POST',
      path: '/customers/{customer_id}/verification-kyc/documents',
      operationId: 'sendKycDocuments',
      summary: 'Send the documents that a verification asks for',
      checkPath: refuseNoUuid,
      body: schemas.sendDocuments,
      example: { government_id: { file_name: 'licence.png', image: 'iVBORw0KGgo=' } },
      malformed: 'create_kyc_schema',
      success: { status: 200, description: 'The verification', schema: schemas.kyc },
      errors: ['customer_invalid_uuid4', 'customer_dne', 'kyc_dne', 'kyc_requests'],
      emits: ['kyc.verification.success', 'kyc.verification.under_review'],
      run(call) {
        const { id } = customers.ofPath(call)
        const types = schemas.documentTypes.filter((type) => call.body[type] !== undefined)
        return toldKyc(kyc.takeDocuments(call, kyc.of(call, id) ?? noneYet(id), types))
      },
    }),
    operation({
      method: 'POST',
      path: '/kyc/webhook',
      operationId: 'decideKyc',
      summary: 'The webhook of the verification vendor',
      description: 'Ends a verification that is under way.',
      body: schemas.webhook,
      example: { customer_id: '3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10', decision: 'approved' },
      malformed: 'kyc_webhook_schema',
      success: { status: 200, description: 'The verification', schema: schemas.kyc },
      errors: ['customer_dne', 'kyc_dne', 'email_error'],
      emits: ['kyc.verification.success', 'kyc.verification.failure', 'kyc.verification.error'],
      run(call) {
        const { customer_id, decision, reviewer_email } = call.body
        const customer = customers.named(call, customer_id)
        if (!kyc.isUnderWay(kyc.of(call, customer.id)))
          refuse('kyc_dne', `No verification of the customer ${customer.id} is under way`)
        if (reviewer_email !== undefined && !reviewer_email.toLowerCase().endsWith(`@${reviewerDomain}`))
          refuse('email_error', `reviewer_email: ${reviewer_email} is not of ${reviewerDomain}`)
        return toldKyc(kyc.settle(call, customer.id, ends[decision]))
      },
    }),
  ]
}
