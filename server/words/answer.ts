/** Says what a response to a call means, from its body: `Deposit account •••• 0660. Balance: $978.07. Status: active.` */
import { money } from './money.ts'
import { objectTitle } from './object.ts'
import { plural } from './plural.ts'

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textIn = (fields: Fields, name: string): string | undefined => {
  const value = fields[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The objects by the fields that only they have. */
const objects = [
  ['transaction', 'transaction_type'],
  ['card', 'last_four'],
  ['account', 'account_number'],
  ['customer', 'names'],
] as const

/** The title of the platform's object that a response shows. */
function titleOf(fields: Fields): string | undefined {
  const [kind] = objects.find(([, field]) => field in fields) ?? []
  return kind === undefined ? textIn(fields, 'summary') : objectTitle(kind, fields)
}

/** The facts that people ask for, with their labels. Secrets are none of them. */
const facts = [
  ['Balance', 'balance', money],
  ['Available', 'available_balance', money],
  ['KYC', 'kyc_status', inWords],
  ['Status', 'status', inWords],
  ['State', 'state', inWords],
  ['Reason', 'decline_reason', inWords],
  ['Verdict', 'result', inWords],
] as const
function inWords(code: string): string {
  return code.replaceAll('_', ' ')
}

/** The responses of the sandbox hold their record under its name. */
const wrappers = [
  'subscription',
  'delivery',
  'event',
  'verdict',
  'capture',
  'run',
  'endpoint',
  'error',
] as const
const mostNamed = 3

/** `2 transactions: Deposit $100.00; Purchase $21.93 · Corner Books` */
function listed(name: string, list: readonly unknown[]): string {
  const titles = list.flatMap((one) => (isFields(one) ? (titleOf(one) ?? []) : []))
  const said = plural(list.length, name.replace(/s$/, ''))
  return titles.length === 0 || titles.length > mostNamed ? said : `${said}: ${titles.join('; ')}`
}

/** What a response means, in short sentences. Null if its body has nothing that people ask for. */
export function answerWords(answer: unknown): string | null {
  if (!isFields(answer)) return null
  const inner = wrappers.map((name) => answer[name]).find(isFields)
  const fields = inner ?? answer
  const code = textIn(fields, 'Code') ?? textIn(fields, 'code')
  const message = textIn(fields, 'Message') ?? textIn(fields, 'message')
  const refusal = [code, message].filter((part) => part !== undefined).join(': ')
  // An account without holds has one balance.
  const isSame = fields.available_balance === fields.balance
  const said =
    refusal !== ''
      ? [refusal]
      : [
          titleOf(fields),
          ...facts.flatMap(([label, name, say]) => {
            const value = textIn(fields, name)
            return value === undefined || (name === 'available_balance' && isSame)
              ? []
              : `${label}: ${say(value) ?? value}`
          }),
          ...['transactions', 'documents'].flatMap((name) => {
            const list = fields[name]
            return Array.isArray(list) && list.length > 0 ? listed(name, list) : []
          }),
        ]
  return said.flatMap((part) => (part === undefined ? [] : `${part.replace(/\.$/, '')}.`)).join(' ') || null
}
