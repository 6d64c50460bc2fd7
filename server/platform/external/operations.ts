/** The operations on external accounts. */
import type { z } from 'zod'
import type { Books } from '../books.ts'
import { refuse } from '../errors.ts'
import { pageOf, shown } from '../fields.ts'
import { answerOf, timesOf } from '../objects/store.ts'
import { type Call, type OperationRow, operation } from '../operation.ts'
import * as schemas from './schemas.ts'
import { type ExternalAccount, flawOfRoutingNumber } from './store.ts'

const told = (one: ExternalAccount) =>
  answerOf(schemas.external, {
    ...one,
    ...timesOf(one),
    linked_account_id: one.id,
    mask: one.account_number?.slice(-4) ?? null,
  })

export function externalOperations(needs: Pick<Books, 'external' | 'accounts'>): OperationRow[] {
  const { external: book, accounts } = needs
  const { externals } = book
  const ofPath = (call: Pick<Call, 'identity' | 'params'>) =>
    book.found(call, call.params.linked_account_id ?? '')

  function checkNumbers(call: { identity: string }, body: z.infer<typeof schemas.createExternal>) {
    const { routing_number = '', account_number = '' } = body
    const flaw = flawOfRoutingNumber(routing_number)
    if (flaw) refuse('routing_invalid', `routing_number: ${shown(routing_number)} ${flaw}`)
    if (!/^\d{4,17}$/.test(account_number))
      refuse('invalid_bank_info', `account_number: ${shown(account_number)} must be 4 to 17 digits`)
    const twin = externals
      .list(call, { parent: body.account_id.toLowerCase() })
      .find(
        (one) =>
          one.status === 'active' &&
          one.routing_number === routing_number &&
          one.account_number === account_number,
      )
    if (twin) refuse('duplicate_account', `The account with these numbers is linked already, as ${twin.id}`)
  }

  return [
    operation({
      method: 'POST',
      path: '/accounts/external',
      operationId: 'createExternalAccount',
      summary: 'Link an account at another bank, by its numbers or through the vendor',
      body: schemas.createExternal,
      example: {
        account_id: '3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10',
        routing_number: '110000000',
        account_number: '000123456789',
      },
      malformed: 'account_post_schema',
      success: { status: 201, description: 'The external account', schema: schemas.external },
      errors: ['acc_dne', 'routing_invalid', 'invalid_bank_info', 'duplicate_account', 'resource_conflict'],
      run(call) {
        const { body } = call
        const account = accounts.found(call, body.account_id, 'acc_dne', 'account_id')
        accounts.requireOpen(account)
        const isManual = body.link_type !== 'vendor'
        if (isManual) checkNumbers(call, body)
        return told(
          externals.create(call, {
            account_id: account.id,
            link_type: isManual ? 'manual' : 'vendor',
            status: 'active',
            verification_status: isManual ? 'verified' : 'pending_automatic_verification',
            has_token: false,
            bank_name: body.bank_name ?? null,
            account_type: body.account_type ?? 'checking',
            routing_number: body.routing_number ?? null,
            account_number: body.account_number ?? null,
          }),
        )
      },
    }),
    operation({
      method: 'GET',
      path: '/accounts/external',
      operationId: 'listExternalAccounts',
      summary: 'List external accounts, in order of creation',
      query: schemas.listExternal,
      malformed: 'list_external_accounts_schema',
      success: { status: 200, description: 'A page of external accounts', schema: schemas.externals },
      errors: ['ext_acc_unknown'],
      run(call) {
        const { account_id } = call.query
        const account =
          account_id === undefined
            ? undefined
            : accounts.found(call, account_id, 'ext_acc_unknown', 'account_id')
        return {
          external_accounts: externals.list(call, { parent: account?.id, ...pageOf(call.query) }).map(told),
        }
      },
    }),
    operation({
      method: 'POST',
      path: '/accounts/external/token-exchange',
      operationId: 'exchangeToken',
      summary: "Finish linking an external account with the vendor's token",
      body: schemas.exchangeToken,
      example: {
        linked_account_id: '3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10',
        public_token: 'public-sandbox-1',
      },
      malformed: 'token_exchange_post_schema',
      success: { status: 200, description: 'The external account', schema: schemas.external },
      errors: ['linked_dne', 'linked_closed'],
      run(call) {
        const one = book.found(call, call.body.linked_account_id)
        const isGood = !call.body.public_token.startsWith('fail')
        return told(
          externals.change(call, one, {
            has_token: isGood,
            verification_status: isGood ? 'verified' : 'verification_failed',
          }),
        )
      },
    }),
    operation({
      method: 'POST',
      path: '/accounts/migrate',
      operationId: 'migrateAccount',
      summary: 'Move a manually linked external account to the vendor',
      body: schemas.migrate,
      example: {
        linked_account_id: '3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10',
        access_token: 'access-sandbox-1',
      },
      malformed: 'migrate_account_schema',
      success: { status: 200, description: 'The external account', schema: schemas.external },
      errors: ['linked_dne', 'linked_closed'],
      run: (call) =>
        told(
          externals.change(call, book.found(call, call.body.linked_account_id), {
            link_type: 'vendor',
            has_token: true,
            verification_status: 'verified',
          }),
        ),
    }),
    operation({
      method: 'GET',
      path: '/accounts/external/{linked_account_id}',
      operationId: 'getExternalAccount',
      summary: 'Read an external account',
      success: { status: 200, description: 'The external account', schema: schemas.external },
      errors: ['linked_dne', 'linked_closed'],
      run: (call) => told(ofPath(call)),
    }),
    operation({
      method: 'PATCH',
      path: '/accounts/external/{linked_account_id}',
      operationId: 'editExternalAccount',
      summary: 'Change an external account',
      body: schemas.patchExternal,
      example: { bank_name: 'Harbour Savings' },
      malformed: 'account_patch_schema',
      success: {
        status: 200,
        description: 'The external account after the change',
        schema: schemas.external,
      },
      errors: ['linked_dne', 'linked_closed'],
      run(call) {
        const { bank_name, account_type } = call.body
        return told(
          externals.change(call, ofPath(call), {
            ...(bank_name !== undefined && { bank_name }),
            ...(account_type !== undefined && { account_type }),
          }),
        )
      },
    }),
    operation({
      method: 'DELETE',
      path: '/accounts/external/{linked_account_id}',
      operationId: 'removeExternalAccount',
      summary: 'Close an external account',
      success: { status: 200, description: 'The closed external account', schema: schemas.external },
      errors: ['linked_dne', 'linked_closed'],
      run: (call) => told(externals.change(call, ofPath(call), { status: 'closed' })),
    }),
    operation({
      method: 'POST',
      path: '/accounts/external/{linked_account_id}/reinitialize',
      operationId: 'reinitializeExternalAccount',
      summary: 'Restart the linking of an external account',
      success: {
        status: 200,
        description: 'The external account with pending verification',
        schema: schemas.external,
      },
      errors: ['linked_dne', 'linked_closed', 'invalid_account_status'],
      run(call) {
        const one = ofPath(call)
        if (one.verification_status === 'verified')
          refuse(
            'invalid_account_status',
            `The external account ${one.id} is verified; its linking cannot restart`,
          )
        return told(
          externals.change(call, one, {
            has_token: false,
            verification_status: 'pending_automatic_verification',
          }),
        )
      },
    }),
  ]
}
