/** The operations that issue, read and search cards. */
import type { Books } from '../books.ts'
import { addDays, readDay } from '../dates.ts'
import { refuse } from '../errors.ts'
import { isFirstPage, pageOf, shown } from '../fields.ts'
import * as moneySchemas from '../money/schemas.ts'
import { toldTransaction } from '../money/transactions.ts'
import { type Call, type OperationRow, operation } from '../operation.ts'
import type { CardProgram } from '../programs/store.ts'
import * as schemas from './schemas.ts'
import { type Card, toldCard } from './store.ts'

/** The most transactions that a search may find. Source: the platform's reference, section 8. */
const transactionsMax = 250

/** Issues, reads and searches cards. */
export function cardOperations(
  needs: Pick<Books, 'cards' | 'accounts' | 'programs' | 'transactions'>,
): OperationRow[] {
  const { cards: book, accounts, programs, transactions } = needs
  const { cards } = book

  /** Refuses what the program of a new card does not allow. */
  function checkProgram(
    call: Call<{ parent_card_id?: string | undefined; bin?: string | undefined }>,
    program: CardProgram,
    accountId: string,
  ): Card | undefined {
    const { parent_card_id, bin } = call.body
    if (bin !== undefined && bin !== program.bin)
      refuse('invalid_bin', `bin: ${shown(bin)} is not the one of the program, ${program.bin}`)
    const parent = parent_card_id === undefined ? undefined : book.found(call, parent_card_id)
    if (parent) book.requireOpen(parent)
    if (parent && parent.account_id !== accountId)
      refuse('invalid_reference', 'parent_card_id: the parent card is of another account')
    if (parent && parent.program_id !== program.program_id)
      refuse('program_mismatch', `program_id: the parent card is of the program ${parent.program_id}`)
    if (parent && !program.parent_child)
      refuse('program_not_configured', `parent_card_id: the program ${program.program_id} has no child cards`)
    const open = book.openOf(call, accountId).filter((card) => card.program_id === program.program_id)
    if (open.length >= program.max_cards)
      refuse(
        'max_cards',
        `The account has ${open.length} open cards of the program, which allows ${program.max_cards}`,
      )
    return parent
  }

  function dayIn(name: 'from' | 'to', text: string | undefined): number | undefined {
    if (text === undefined) return undefined
    return readDay(text) ?? refuse('invalid_date', `${name}: ${shown(text)} is not a date such as 2026-01-31`)
  }

  return [
    operation({
      method: 'POST',
      path: '/cards',
      operationId: 'createCard',
      summary: 'Issue a card',
      body: schemas.createCard,
      example: { account_id: '3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10', card_type: 'virtual' },
      malformed: 'create_card_schema',
      success: { status: 201, description: 'The card', schema: schemas.card },
      errors: [
        'card_account_dne',
        'card_program_dne',
        'invalid_program',
        'invalid_bin',
        'card_dne',
        'closed_card',
        'card_fraud',
        'invalid_reference',
        'program_mismatch',
        'program_not_configured',
        'max_cards',
        'resource_conflict',
      ],
      emits: ['card.created'],
      run(call) {
        const { account_id, program_id, card_type = 'virtual' } = call.body
        const account = accounts.found(call, account_id, 'card_account_dne', 'account_id')
        accounts.requireOpen(account)
        const program = programs.found(program_id)
        const parent = checkProgram(call, program, account.id)
        return toldCard(book.issue(call, account, { program, card_type, parent_card_id: parent?.id ?? null }))
      },
    }),
    operation({
      method: 'GET',
      path: '/cards',
      operationId: 'listCards',
      summary: 'List cards in order of creation',
      description: 'For a customer without cards the response is 404.',
      query: schemas.listCards,
      malformed: 'invalid_request',
      success: { status: 200, description: 'A page of cards', schema: schemas.cards },
      errors: ['no_card_for_customer'],
      run(call) {
        const { customer_id: owner, account_id: parent } = call.query
        const found = cards
          .list(call, { owner, parent, ...pageOf(call.query) })
          .filter((card) => owner === undefined || card.customer_id !== null)
        if (owner !== undefined && found.length === 0 && isFirstPage(call.query))
          refuse('no_card_for_customer', `customer_id: ${shown(owner)} has no card`)
        return { cards: found.map(toldCard) }
      },
    }),
    operation({
      method: 'GET',
      path: '/cards/{card_id}',
      operationId: 'getCard',
      summary: 'Read a card',
      success: { status: 200, description: 'The card', schema: schemas.card },
      errors: ['card_dne'],
      run: (call) => toldCard(book.found(call, call.params.card_id ?? '')),
    }),
    operation({
      method: 'GET',
      path: '/cards/{card_id}/transactions',
      operationId: 'listCardTransactions',
      summary: `Search the transactions of a card`,
      description: `More than ${transactionsMax} results are refused.`,
      query: schemas.searchTransactions,
      malformed: 'invalid_request',
      success: { status: 200, description: 'In order of time', schema: moneySchemas.transactions },
      errors: ['card_dne', 'invalid_date', 'no_trans', 'no_trans_set', 'too_many_trans'],
      run(call) {
        const card = book.found(call, call.params.card_id ?? '')
        const from = dayIn('from', call.query.from)
        const lastDay = dayIn('to', call.query.to)
        const to = lastDay === undefined ? undefined : addDays(lastDay, 1)
        const found = transactions.ofCard(card.id, {
          from,
          to,
          state: call.query.state,
          limit: transactionsMax + 1,
        })
        if (found.length > transactionsMax)
          refuse(
            'too_many_trans',
            `More than ${transactionsMax} transactions are found; narrow it with from, to or state`,
          )
        if (found.length > 0) return { transactions: found.map(toldTransaction) }
        if (transactions.ofCard(card.id, { limit: 1 }).length === 0)
          return refuse('no_trans', `The card ${card.id} has no transactions`)
        return refuse('no_trans_set', `The card ${card.id} has no transactions for this search`)
      },
    }),
  ]
}
