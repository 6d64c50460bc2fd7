/** The operations on accounts. */
import type { Books } from '../books.ts'
import { refuse } from '../errors.ts'
import { isFirstPage, pageOf, shown } from '../fields.ts'
import { sayCents } from '../money/amounts.ts'
import { answerOf, timesOf } from '../objects/store.ts'
import { type Call, type OperationRow, operation } from '../operation.ts'
import * as schemas from './schemas.ts'
import { type Account, digitsOf } from './store.ts'

/** A routing number that no bank has, with a valid checksum. */
const routingNumber = '110000000'

export function accountOperations(
  needs: Pick<
    Books,
    | 'accounts'
    | 'autopay'
    | 'customers'
    | 'kyc'
    | 'businesses'
    | 'cards'
    | 'external'
    | 'histories'
    | 'statements'
    | 'transactions'
  >,
): OperationRow[] {
  const { accounts: book, customers, kyc, businesses, transactions } = needs
  const { accounts } = book
  const ofPath = (call: Pick<Call, 'identity' | 'params'>) => book.found(call, call.params.account_id ?? '')

  const told = (account: Account) =>
    answerOf(schemas.account, {
      ...account,
      ...timesOf(account),
      account_id: account.id,
      balance: sayCents(transactions.balance(account.id)),
      available_balance: sayCents(book.available(account)),
      credit_limit: account.credit_limit === 0 ? null : sayCents(account.credit_limit),
      currency: 'USD',
      routing_number: routingNumber,
      account_number: digitsOf(account.id, 10),
    })

  /** A customer who has passed KYC, as an account requires. */
  function verifiedCustomer(call: { identity: string }, id: string): string {
    const customer = customers.named(call, id)
    const check = kyc.of(call, customer.id)
    if (!check) return refuse('customer_bsa', `KYC was never started for the customer ${customer.id}`)
    if (check.status !== 'success')
      return refuse('kyc_dne', `The customer ${customer.id} has not passed KYC: it is ${check.status}`)
    return customer.id
  }

  function verifiedBusiness(call: { identity: string }, id: string): string {
    const business = businesses.found(call, id, 'business_id')
    if (business.kyb_status !== 'approved')
      refuse(
        'kyb_dne',
        `The business ${business.id} has not passed KYB: it is ${business.kyb_status ?? 'not started'}`,
      )
    return business.id
  }

  return [
    operation({
      method: 'POST',
      path: '/accounts',
      operationId: 'createAccount',
      summary: 'Open an account for a customer who has passed KYC, or for a business that has passed KYB',
      body: schemas.createAccount,
      example: { customer_id: '3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10', type: 'deposit' },
      malformed: 'create_account_schema',
      success: { status: 201, description: 'The account', schema: schemas.account },
      errors: [
        'customer_dne',
        'customer_bsa',
        'kyc_dne',
        'business_dne',
        'kyb_dne',
        'apr_decline',
        'service_disabled',
        'invalid_amount',
        'large_amount',
      ],
      // At the end of each month of a credit account.
      emits: ['account.statements.generated', 'account.statements.ready'],
      run(call) {
        const {
          customer_id,
          business_id,
          type = 'deposit',
          apr,
          credit_limit,
          description = null,
        } = call.body
        const account = book.open(call, {
          customer_id: customer_id === undefined ? null : verifiedCustomer(call, customer_id),
          business_id: business_id === undefined ? null : verifiedBusiness(call, business_id),
          type,
          apr: book.permittedApr(type, apr),
          credit_limit: book.creditLimit(type, credit_limit),
          description,
        })
        needs.statements.begin(call, account)
        return told(account)
      },
    }),
    operation({
      method: 'GET',
      path: '/accounts',
      operationId: 'listAccounts',
      summary: 'List accounts in order of creation',
      description: 'If there are none, the response is 404.',
      query: schemas.listAccounts,
      malformed: 'invalid_request',
      success: { status: 200, description: 'A page of accounts', schema: schemas.accounts },
      errors: ['query_params'],
      run(call) {
        const { customer_id, business_id } = call.query
        const found = accounts
          .list(call, { owner: customer_id ?? business_id, ...pageOf(call.query) })
          .filter(
            (account) =>
              isOf(account, 'customer_id', customer_id) && isOf(account, 'business_id', business_id),
          )
        if (found.length === 0 && isFirstPage(call.query))
          refuse('query_params', `No accounts are in this set: ${saidOf(call.query)}`)
        return { accounts: found.map(told) }
      },
    }),
    operation({
      method: 'GET',
      path: '/accounts/{account_id}',
      operationId: 'getAccount',
      summary: 'Read an account and its balances',
      success: { status: 200, description: 'The account', schema: schemas.account },
      errors: ['account_dne'],
      run: (call) => told(ofPath(call)),
    }),
    operation({
      method: 'PATCH',
      path: '/accounts/{account_id}',
      operationId: 'editAccount',
      summary: 'Change an account',
      body: schemas.editAccount,
      example: { description: 'Holiday account' },
      malformed: 'edit_account_schema',
      success: { status: 200, description: 'The account after the change', schema: schemas.account },
      errors: ['account_dne', 'apr_decline', 'service_disabled', 'resource_conflict'],
      // If automatic payment is on: at the end of each month, and on the due day of the statement.
      emits: [
        'account.autopay.changed',
        'account.autopay.scheduled',
        'account.autopay.processed',
        'account.autopay.failed',
        'transactions',
      ],
      run(call) {
        const account = ofPath(call)
        book.requireOpen(account)
        const { apr, autopay, description, load_funds } = call.body
        if (autopay !== undefined && account.type !== 'credit')
          refuse('service_disabled', `autopay: not enabled for ${account.type} accounts, only for credit`)
        const changed = accounts.change(call, account, {
          ...(description !== undefined && { description }),
          ...(load_funds !== undefined && { load_funds }),
          ...(apr !== undefined && { apr: book.permittedApr(account.type, apr) }),
        })
        return told(autopay === undefined ? changed : needs.autopay.turn(call, changed, autopay))
      },
    }),
    operation({
      method: 'DELETE',
      path: '/accounts/{account_id}',
      operationId: 'closeAccount',
      summary: 'Close an account',
      description: 'Its balance must be zero and its cards closed.',
      success: { status: 200, description: 'The closed account', schema: schemas.account },
      errors: ['account_dne', 'resource_conflict'],
      run(call) {
        const account = ofPath(call)
        book.requireOpen(account)
        book.requireClear(account)
        const open = needs.cards.openOf(call, account.id)[0]
        if (open) refuse('resource_conflict', `The card ${open.id} of the account is open; close it first`)
        call.forgetLater(account.id)
        return told(accounts.change(call, account, { status: 'closed' }))
      },
    }),
    operation({
      method: 'GET',
      path: '/accounts/{account_id}/history',
      operationId: 'getAccountHistory',
      summary: 'Read the history of an account',
      description: 'The first call starts its preparation.',
      query: schemas.history,
      malformed: 'account_history_schema',
      success: { status: 200, description: 'The history', schema: schemas.accountHistory },
      errors: [
        'account_dne',
        'linked_dne',
        'linked_closed',
        'account_not_linked_error',
        'invalid_account_id',
      ],
      emits: ['account.history.ready'],
      run(call) {
        const account = ofPath(call)
        const { linked_account_id: linked } = call.query
        const linkedId = linked === undefined ? null : needs.external.readable(call, linked, account.id).id
        return needs.histories.read(call, account, linkedId, pageOf(call.query))
      },
    }),
  ]
}

const isOf = (account: Account, field: 'customer_id' | 'business_id', id: string | undefined) =>
  id === undefined || account[field] === id.toLowerCase()

/** The filters of a query in words. */
const saidOf = (query: Record<string, unknown>) =>
  Object.entries(query)
    .map(([name, value]) => `${name} ${shown(String(value))}`)
    .join(', ') || 'there are none'
