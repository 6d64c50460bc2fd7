import { z } from 'zod'
import type { Books } from '../books.ts'
import { refuse } from '../errors.ts'
import { text, uuid } from '../fields.ts'
import { type OperationRow, operation } from '../operation.ts'
import type { TemporaryKeys } from './store.ts'

const askKey = z
  .object({
    customer_id: text(100)
      .optional()
      .meta({ description: 'For whom it is asked; must exist if it is given' }),
  })
  .meta({ id: 'AskTemporaryKey' })
const temporaryKey = z
  .object({
    Identity: uuid('What the header Identity says'),
    Authorization: z.string().meta({
      description: 'What the header Authorization says',
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
      summary: 'Ask for a pair of credentials that is good for five calls or five minutes',
      body: askKey,
      example: {},
      success: { status: 201, description: 'The pair, as its headers are named', schema: temporaryKey },
      errors: ['customer_dne'],
      run(call) {
        if (call.isTemporary) refuse('auth_err', 'A temporary key cannot ask for another')
        if (call.body.customer_id !== undefined) needs.customers.named(call, call.body.customer_id)
        const { identity, authorization } = needs.temporaryKeys.issue(call.identity, call.now)
        return { Identity: identity, Authorization: authorization }
      },
    }),
  ]
}
