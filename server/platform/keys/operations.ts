/** The operation that creates temporary credentials. */
import { z } from 'zod'
import type { Books } from '../books.ts'
import { refuse } from '../errors.ts'
import { text, uuid } from '../fields.ts'
import { type OperationRow, operation } from '../operation.ts'
import type { TemporaryKeys } from './store.ts'

const askKey = z
  .object({
    customer_id: text(100).optional().meta({ description: 'The customer it is for; must exist if given' }),
  })
  .meta({ id: 'AskTemporaryKey' })
const temporaryKey = z
  .object({
    Identity: uuid('The value for the header Identity'),
    Authorization: z.string().meta({
      description: 'The value for the header Authorization',
      example: 'temporary_3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10',
    }),
  })
  .meta({ id: 'TemporaryKey' })

export function keyOperations(
  needs: Pick<Books, 'customers'> & { temporaryKeys: TemporaryKeys },
): OperationRow[] {
  return [
    operation({
      method: 'POST',
      path: '/auth/key/temporary',
      operationId: 'createTemporaryKey',
      summary: 'Create temporary credentials',
      description: 'They are valid for five calls or five minutes.',
      body: askKey,
      example: {},
      success: {
        status: 201,
        description: 'The credentials, named like their headers',
        schema: temporaryKey,
      },
      errors: ['customer_dne'],
      run(call) {
        if (call.isTemporary) refuse('auth_err', 'A temporary key cannot create another')
        if (call.body.customer_id !== undefined) needs.customers.named(call, call.body.customer_id)
        const { identity, authorization } = needs.temporaryKeys.issue(call.identity, call.now)
        return { Identity: identity, Authorization: authorization }
      },
    }),
  ]
}
