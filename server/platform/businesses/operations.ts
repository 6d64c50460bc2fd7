/** The operations on businesses and their verification (KYB). */
import { z } from 'zod'
import type { Books } from '../books.ts'
import { text, times, uuid } from '../fields.ts'
import { answerOf, timesOf } from '../objects/store.ts'
import { type OperationRow, operation } from '../operation.ts'
import { type Business, kybStatuses } from './store.ts'

const createBusiness = z
  .object({
    legal_name: text().meta({ example: 'Quill & Daughters LLC' }),
    ein: z
      .string('must be a string')
      .regex(/^\d{2}-?\d{7}$/, 'must be nine digits such as 12-3456789')
      .optional()
      .meta({
        description:
          'Some numbers choose how KYB ends: 00-0000000 under_review, then approved a day later; 77-7777777 warning; 88-8888888 error; 99-9999999 rejected',
        example: '12-3456789',
      }),
  })
  .meta({ id: 'CreateBusiness' })
const business = z
  .object({
    business_id: uuid('The id of the business'),
    legal_name: z.string(),
    ein: z.string().nullable(),
    kyb_status: z.enum(kybStatuses).nullable().meta({ description: 'null before KYB starts' }),
    ...times,
  })
  .meta({ id: 'Business' })

const told = (one: Business) => answerOf(business, { ...one, ...timesOf(one), business_id: one.id })

export function businessOperations({ businesses: book }: Pick<Books, 'businesses'>): OperationRow[] {
  return [
    operation({
      method: 'POST',
      path: '/businesses',
      operationId: 'createBusiness',
      summary: 'Create a business',
      body: createBusiness,
      example: { legal_name: 'Quill & Daughters LLC', ein: '12-3456789' },
      success: { status: 201, description: 'The business', schema: business },
      run: (call) =>
        told(
          book.businesses.create(call, {
            legal_name: call.body.legal_name,
            ein: call.body.ein ?? null,
            kyb_status: null,
          }),
        ),
    }),
    operation({
      method: 'GET',
      path: '/businesses/{business_id}',
      operationId: 'getBusiness',
      summary: 'Read a business and its KYB status',
      success: { status: 200, description: 'The business', schema: business },
      errors: ['business_dne'],
      run: (call) => told(book.found(call, call.params.business_id ?? '')),
    }),
    operation({
      method: 'POST',
      path: '/businesses/{business_id}/verification-kyb',
      operationId: 'startKyb',
      summary: 'Start the verification of a business',
      description: 'An event reports the result.',
      success: { status: 201, description: 'The business with its KYB initiated', schema: business },
      errors: ['business_dne', 'resource_conflict'],
      emits: [
        'kyb.verification.initiated',
        'kyb.verification.approved',
        'kyb.verification.rejected',
        'kyb.verification.warning',
        'kyb.verification.error',
        'kyb.verification.under_review',
      ],
      run: (call) => told(book.startKyb(call, book.found(call, call.params.business_id ?? ''))),
    }),
  ]
}
