/** Says what an event means for the business in one short line, from its payload: `$21.93 declined · Corner Books`. */
import { money } from './money.ts'
import { plural } from './plural.ts'
import { printable } from './printable.ts'

type Payload = Readonly<Record<string, unknown>>
type Part = string | undefined

export const longestSummary = 60
/** Longer values, such as the name of a merchant, are cut. */
const longestValue = 30

/** The letters are counted as readers do, so that no letter is cut in half. */
function cut(text: string, longest: number): string {
  // Each character has at most two code units.
  const letters = [...text.slice(0, 2 * longest + 2)]
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : text
}

const isObject = (value: unknown): value is Payload => typeof value === 'object' && value !== null
/** A member of an object, or an empty object. */
const inside = (payload: Payload, name: string): Payload => {
  const value = payload[name]
  return isObject(value) ? value : {}
}
const text = (payload: Payload, name: string): Part => {
  const value = payload[name]
  return typeof value === 'string' && value.trim() !== ''
    ? cut(printable(value.trim()), longestValue)
    : undefined
}
/** A code of the platform as words: `insufficient_funds` is "insufficient funds". */
const words = (payload: Payload, name: string): Part => text(payload, name)?.replaceAll('_', ' ')
const capital = (line: string) => line.charAt(0).toUpperCase() + line.slice(1)

/** `customer 3f2a`: the first signs of an id, enough to recognize the object. */
const object = (name: string, payload: Payload, member = `${name}_id`): Part => {
  const id = text(payload, member)
  return id === undefined ? undefined : `${name} ${[...id].slice(0, 4).join('')}`
}

/** The words beside an amount say which way the money goes. */
const amountIn = (payload: Payload, name: string, currency?: string): Part =>
  money(text(payload, name) ?? '', currency)?.replace('-', '')

/** Parts of a sentence, without those that are missing. */
const said = (...parts: Part[]): Part => parts.filter((part) => part !== undefined).join(' ') || undefined
/** A sentence and the details that fit beside it. */
const line = (sentence: Part, ...details: Part[]): string =>
  details.reduce<string>(
    (so, part) =>
      part === undefined || so.length + part.length + 3 > longestSummary ? so : `${so} · ${part}`,
    cut(capital(sentence ?? ''), longestSummary),
  )
/** A word before a part, if there is the part. */
const before = (word: string, part: Part): Part => (part === undefined ? undefined : `${word} ${part}`)

/** `names, dob` for a list of field names. */
function names(payload: Payload, name: string): Part {
  const list = payload[name]
  if (!Array.isArray(list)) return undefined
  const fields = list.filter((one) => typeof one === 'string').slice(0, 10)
  return fields.length === 0
    ? undefined
    : cut(printable(fields.join(', ').replaceAll('_', ' ')), longestValue)
}

const card = (what: string) => (payload: Payload) => {
  const own = inside(payload, 'card')
  return line(said('Card', before('••••', text(own, 'last_four')), what), object('customer', own))
}
const wallets: Record<string, string> = { apple_pay: 'Apple Pay', google_pay: 'Google Pay' }
const wallet = (what: string) => (payload: Payload) => {
  const phone = inside(payload, 'wallet')
  const provider = wallets[text(phone, 'wallet_provider') ?? ''] ?? 'a wallet'
  return line(card(`${what} to ${provider}`)(payload), words(phone, 'reason'))
}

const kyc = (what: string) => (payload: Payload) => line(`KYC ${what}`, object('customer', payload))
const kyb = (what: string) => (payload: Payload) => line(`KYB ${what}`, object('business', payload))

/** Which statement, and its balance or its due payment. */
const statement = (what: string, detail: (details: Payload) => Part) => (payload: Payload) => {
  const details = inside(payload, 'details')
  const of = said('Statement', text(details, 'statement_month'), what)
  return line(of, detail(details) ?? object('account', details))
}
function balance(details: Payload): Part {
  const amount = amountIn(details, 'closing_balance')
  const isOwed = text(details, 'closing_balance')?.startsWith('-')
  return amount === undefined ? undefined : `${amount} ${isOwed ? 'owed' : 'balance'}`
}
const minimum = (due: string) => (details: Payload) => {
  const amount = amountIn(details, 'minimum_payment')
  return amount === undefined ? undefined : said(amount, before(due, text(details, 'payment_due_date')))
}

const autopay = (say: (details: Payload, amount: Part) => [Part, Part?]) => (payload: Payload) => {
  const details = inside(payload, 'details')
  return line(...say(details, amountIn(details, 'amount')), object('account', details))
}

const paid: Record<string, string> = { ach: 'ACH', check: 'check' }
/** The purchase is the usual transaction, and only others name their type. */
function typeOf(transaction: Payload): Part {
  const type = words(transaction, 'transaction_type')
  if (type === 'purchase') return undefined
  const leaves = text(transaction, 'amount')?.startsWith('-')
  if (type === 'transfer') return `transfer ${leaves ? 'out' : 'in'}`
  return said(paid[text(transaction, 'payment_type') ?? ''], type)
}
function transaction(payload: Payload): string {
  const own = inside(payload, 'transaction')
  const details = inside(own, 'details')
  const amount = amountIn(own, 'amount', text(own, 'currency'))
  const where = text(details, 'merchant') ?? object('account', own)
  return line(
    said(amount, typeOf(own), words(own, 'state')) ?? 'Transaction',
    where,
    words(details, 'decline_reason'),
  )
}

/** The line of each event of the catalogue. Every member of a payload may be missing, since users may edit payloads. */
export const eventSummaries: Readonly<Record<string, (payload: Payload) => string>> = {
  'card.created': card('created'),
  'card.status.active': card('activated'),
  'card.status.inactive': card('paused'),
  'card.status.closed': card('closed'),
  'card.status.reissue': card('reissued'),
  'card.wallet.add': wallet('added'),
  'card.wallet.add_failure': wallet('not added'),
  'kyc.verification.success': kyc('passed'),
  'kyc.verification.failure': kyc('failed'),
  'kyc.verification.error': kyc('ended in an error'),
  'kyc.verification.timeout': kyc('timed out'),
  'kyc.verification.under_review': kyc('under review'),
  'kyc.verification.document_required': (payload) => {
    const { documents } = payload
    const count = Array.isArray(documents) ? plural(documents.length, 'document') : 'documents'
    return kyc(`needs ${count}`)(payload)
  },
  'kyc.verification.reenter_information': (payload) => {
    const fields = names(inside(payload, 'incorrect_information'), 'fields') ?? 'data'
    return kyc(`needs ${fields} again`)(payload)
  },
  'kyb.verification.initiated': kyb('started'),
  'kyb.verification.approved': kyb('passed'),
  'kyb.verification.rejected': kyb('failed'),
  'kyb.verification.warning': kyb('has a warning'),
  'kyb.verification.error': kyb('ended in an error'),
  'kyb.verification.under_review': kyb('under review'),
  'account.history.ready': (payload) => {
    const details = inside(payload, 'details')
    return line(
      'Account history ready',
      object('external account', details, 'linked_account_id') ?? object('account', details),
    )
  },
  'account.statements.generated': statement('created', balance),
  'account.statements.ready': statement('ready', minimum('due')),
  'account.statements.late_payment': statement('overdue', minimum('was due')),
  'account.autopay.scheduled': autopay((details, amount) => [
    said('Autopay', before('of', amount), 'scheduled', before('for', text(details, 'payment_date'))),
  ]),
  'account.autopay.processed': autopay((_, amount) => [said('Autopay paid', amount)]),
  'account.autopay.failed': autopay((details, amount) => [
    said('Autopay', before('of', amount), 'failed'),
    words(details, 'reason'),
  ]),
  'account.autopay.changed': autopay(({ enabled }) => [
    enabled === true ? 'Autopay turned on' : enabled === false ? 'Autopay turned off' : 'Autopay changed',
  ]),
  transactions: transaction,
  'customer.updated': (payload) =>
    line(
      said(capital(object('customer', payload) ?? 'Customer'), 'changed'),
      names(inside(payload, 'details'), 'fields'),
    ),
}

/** The meaning of an event in at most 60 letters; the details that do not fit are left out. Null for an event that is not in the catalogue. */
export const eventSummary = (event: string, payload: Payload): string | null =>
  Object.hasOwn(eventSummaries, event) ? (eventSummaries[event]?.(payload) ?? null) : null
