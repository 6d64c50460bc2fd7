import type { TestSandbox } from '../helpers/sandbox.ts'

type Fields = Record<string, unknown>
/** Sends a call to the emulated API and answers the body; throws when it is refused. */
export type Do = (method: string, path: string, body?: Fields) => Promise<Record<string, string>>

export const doerOf =
  ({ call }: Pick<TestSandbox, 'call'>, identity = 'demo'): Do =>
  async (method, path, body) => {
    const headers = { authorization: 'demo', identity }
    const answer = await call<Record<string, string>>(method, path, body, headers)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }

const ada = { dob: '1990-04-12', names: [{ first_name: 'Ada', last_name: 'Quill' }] }

/** Objects of the platform in the states that something needs, each made through the API. */
export function createMakers(act: Do) {
  const idOf = async (made: Promise<Record<string, string>>, name: string) => (await made)[name] ?? ''

  const customer = (over: Fields = {}) => idOf(act('POST', '/customers/', { ...ada, ...over }), 'customer_id')
  async function passed() {
    const customer_id = await customer({ ssn: '123-45-6789' })
    await act('POST', '/simulate/kyc-pass', { customer_id })
    return customer_id
  }
  const business = () =>
    idOf(act('POST', '/businesses', { legal_name: 'Quill & Daughters', ein: '12-3456789' }), 'business_id')
  const account = async (over: Fields = {}) =>
    idOf(
      act('POST', '/accounts', { customer_id: over.customer_id ?? (await passed()), ...over }),
      'account_id',
    )
  async function card(over: Fields = {}) {
    const account_id = (over.account_id as string | undefined) ?? (await account())
    return { account_id, card_id: await idOf(act('POST', '/cards', { account_id, ...over }), 'card_id') }
  }
  /** Money comes to the account of a card. */
  const fund = (card_id: string, amount = '1000.00') =>
    act('POST', '/simulate/settlement', { card_id, amount, type: 'deposit' })
  async function funded() {
    const made = await card()
    await fund(made.card_id)
    return made
  }
  async function payment(state: 'pending' | 'settled') {
    const { card_id } = await funded()
    const paid =
      state === 'settled'
        ? act('POST', '/simulate/settlement', { card_id, amount: '20.00' })
        : act('POST', '/simulate/authorization', { card_id, amount: '20.00' })
    return { card_id, transaction_id: await idOf(paid, 'transaction_id') }
  }
  async function transfer() {
    const { card_id } = await funded()
    return idOf(act('POST', '/core/transfer', { card_id, amount: '5.00' }), 'transfer_id')
  }
  async function external(over: Fields = {}) {
    const account_id = await account()
    const numbers = { routing_number: '110000000', account_number: '000123456789' }
    const made = act('POST', '/accounts/external', { account_id, ...numbers, ...over })
    return { account_id, linked_account_id: await idOf(made, 'linked_account_id') }
  }
  async function restriction() {
    const { card_id } = await card()
    const body = { restriction_type: 'amount', max_amount: '50.00' }
    const made = act('POST', `/cards/${card_id}/restrictions`, body)
    return { card_id, restriction_id: await idOf(made, 'restriction_id') }
  }
  async function related() {
    const customer_id = await customer()
    return { customer_id, p_id: await idOf(act('POST', `/customers/${customer_id}/related`, ada), 'p_id') }
  }
  async function webhook() {
    const { webhook_subscription: made } = (await act('POST', '/webhooks', {
      url: 'http://localhost:9/hook',
      events: ['card*'],
      status: 'STATUS_DISABLED',
    })) as unknown as { webhook_subscription: { id: string } }
    return made.id
  }
  /** A verification that was begun; how it ends, the number decides. */
  async function verification(ssn: string) {
    const customer_id = await customer()
    await act('POST', `/customers/${customer_id}/verification-kyc`, { ssn })
    return customer_id
  }

  return {
    act,
    customer,
    passed,
    business,
    account,
    card,
    fund,
    funded,
    payment,
    transfer,
    external,
    restriction,
    related,
    webhook,
    verification,
  }
}
export type Makers = ReturnType<typeof createMakers>
