import { expect } from 'vitest'
import type { EventName } from '../../server/events/builders.ts'
import type { TestSandbox } from '../helpers/sandbox.ts'

export interface Payload {
  event: string
  customer_id: string
  business_id: string
  card: Record<string, string | null>
  transaction: Record<string, string | null> & { details: Record<string, string | null> }
  details: Record<string, unknown> & { account_id: string; fields: string[] }
  inquiry_id: string
  documents: unknown[]
  incorrect_information: unknown
}

/** What the API says of an object; it has to exist. */
export async function read(sandbox: TestSandbox, path: string): Promise<Record<string, unknown>> {
  const { status, body } = await sandbox.call('GET', path)
  expect(status, `${path}: ${JSON.stringify(body)}`).toBe(200)
  return body
}

/** Whether what an event tells is what the API says. */
export async function agrees(sandbox: TestSandbox, name: EventName, payload: Payload) {
  if (name.startsWith('card.')) return agreesOnCard(sandbox, payload)
  if (name.startsWith('kyc.')) return agreesOnKyc(sandbox, name, payload)
  if (name.startsWith('kyb.'))
    return expect(await read(sandbox, `/businesses/${payload.business_id}`)).toMatchObject({
      kyb_status: name.split('.').at(-1),
    })
  if (name === 'transactions') return agreesOnTransaction(sandbox, payload)
  if (name === 'customer.updated') {
    const customer = await read(sandbox, `/customers/${payload.customer_id}`)
    expect(Object.keys(customer)).toEqual(expect.arrayContaining(payload.details.fields))
    expect(customer.updated_time).not.toBe(customer.created_time)
    return
  }
  const account = await read(sandbox, `/accounts/${payload.details.account_id}`)
  if (name === 'account.history.ready')
    return expect(await read(sandbox, `/accounts/${account.account_id}/history`)).toMatchObject({
      status: 'ready',
    })
  expect(payload.details.type).toBe(account.type)
  if (name === 'account.autopay.changed') return expect(account.autopay).toBe(payload.details.enabled)
  const month = String(payload.details.statement_month).replace('-', '/')
  const statement = await read(sandbox, `/accounts/${account.account_id}/statements/${month}`)
  expect(statement.statement_id).toBe(payload.details.statement_id)
  if (name.startsWith('account.statements.')) {
    const { statement_id, statement_month, closing_balance, minimum_payment, payment_due_date } = statement
    return expect(payload.details).toMatchObject({
      statement_id,
      statement_month,
      closing_balance,
      minimum_payment,
      payment_due_date,
    })
  }
  const amount = Number(payload.details.amount)
  expect(amount).toBe(-Number(statement.closing_balance))
  expect(Number(account.balance)).toBe(name === 'account.autopay.processed' ? 0 : -amount)
}

async function agreesOnCard(sandbox: TestSandbox, { event, card }: Payload) {
  const said = await read(sandbox, `/cards/${card.card_id}`)
  expect(said).toMatchObject({ status: card.status?.toLowerCase(), last_four: card.last_four })
  if (event === 'card.created')
    expect(said).toMatchObject({ account_id: card.card_account_id, customer_id: card.customer_id })
  if (event === 'card.status.reissue') expect(said.aac).not.toBeNull()
  await read(sandbox, `/accounts/${said.account_id}`)
  expect(await read(sandbox, `/customers/${said.customer_id}`)).toMatchObject({ kyc_status: 'success' })
}

async function agreesOnKyc(sandbox: TestSandbox, name: EventName, payload: Payload) {
  const kyc = await read(sandbox, `/customers/${payload.customer_id}/verification-kyc`)
  const end = name.split('.').at(-1)
  expect(kyc.status).toBe(end === 'reenter_information' ? 'document_required' : end)
  const { inquiry_id, documents, incorrect_information } = kyc
  if (end === 'document_required') expect(payload).toMatchObject({ inquiry_id, documents })
  if (end === 'reenter_information') expect(payload).toMatchObject({ incorrect_information })
}

async function agreesOnTransaction(sandbox: TestSandbox, { transaction }: Payload) {
  const { account_id, customer_id, details } = transaction
  expect(await read(sandbox, `/accounts/${account_id}`)).toMatchObject({ customer_id })
  if (details.card_id === null) return
  const { transactions } = await read(sandbox, `/cards/${details.card_id}/transactions`)
  const kept = (transactions as Record<string, unknown>[]).find(
    (one) => one.transaction_id === transaction.transaction_id,
  )
  expect(kept).toMatchObject({
    amount: transaction.amount,
    state: transaction.state,
    account_id,
    merchant: details.merchant,
    decline_reason: details.decline_reason,
  })
}
