/** The operations on statements. */
import type { Books } from '../books.ts'
import { pageOf } from '../fields.ts'
import { type Call, type OperationRow, operation } from '../operation.ts'
import * as schemas from './schemas.ts'

const errors = ['account_dne', 'statement_args_schema', 'statement_dne'] as const

export function statementOperations(needs: Pick<Books, 'accounts' | 'statements'>): OperationRow[] {
  const ofPath = (call: Call<unknown>, page?: { page: number; perPage: number }) =>
    needs.statements.found(call, needs.accounts.found(call, call.params.account_id ?? ''), call.params, page)
  return [
    operation({
      method: 'GET',
      path: '/accounts/{account_id}/statements/{yyyy}/{mm}',
      operationId: 'getStatement',
      summary: 'Read the statement of a past month',
      query: schemas.getStatement,
      malformed: 'statement_args_schema',
      success: { status: 200, description: 'The statement', schema: schemas.statement },
      errors,
      run: (call) => ofPath(call, pageOf(call.query)),
    }),
    operation({
      method: 'POST',
      path: '/accounts/{account_id}/statements/{yyyy}/{mm}/email',
      operationId: 'emailStatement',
      summary: 'Send a statement by e-mail',
      description: 'The sandbox sends no e-mail.',
      body: schemas.emailStatement,
      example: { email: 'ada@example.com' },
      malformed: 'email_args_schema',
      success: { status: 200, description: 'Accepted; nothing is sent', schema: schemas.emailed },
      errors,
      run: (call) => ({
        statement_id: ofPath(call).statement_id,
        email: call.body.email,
        status: 'sent' as const,
      }),
    }),
  ]
}
