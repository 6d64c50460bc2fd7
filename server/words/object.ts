/** Names the platform's objects: their kinds, titles and amounts. */
import type { CallRow, DeliveryRow, EventRow, ObjectKind, PlatformObjectRow } from '../wire.ts'
import { money } from './money.ts'
import { type Line, span } from './spans.ts'

/** The name of each kind in the singular and in the plural. */
export const objectKindNames: Record<ObjectKind, readonly [one: string, many: string]> = {
  customer: ['Customer', 'Customers'],
  account: ['Account', 'Accounts'],
  card: ['Card', 'Cards'],
  transfer: ['Transfer', 'Transfers'],
  dispute: ['Dispute', 'Disputes'],
  transaction: ['Transaction', 'Transactions'],
  business: ['Business', 'Businesses'],
  kyc: ['KYC', 'KYC'],
  related_person: ['Related person', 'Related persons'],
  external_account: ['External account', 'External accounts'],
  restriction: ['Restriction', 'Restrictions'],
  check_deposit: ['Check deposit', 'Check deposits'],
  autopay: ['Automatic payment', 'Automatic payments'],
  history: ['Account history', 'Account histories'],
  hosted: ['Hosted flow', 'Hosted flows'],
}

type Fields = Readonly<Record<string, unknown>>

const textIn = (fields: Fields, name: string): string | undefined => {
  const value = fields[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
const amountIn = (fields: Fields, name = 'amount') => money(textIn(fields, name) ?? '0.00') ?? ''
const inWords = (code: string) => code.replaceAll('_', ' ')
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const masked = (name: string, lastFour: string | undefined) =>
  lastFour === undefined ? name : `${name} •••• ${lastFour}`

/** The legal name of a person, or the first one. */
function personName({ names }: Fields): string | undefined {
  if (!Array.isArray(names)) return undefined
  const all = names.filter((one): one is Fields => typeof one === 'object' && one !== null)
  const name = all.find((one) => one.is_legal_name === true) ?? all[0]
  return (
    name && ['first_name', 'middle_name', 'last_name'].flatMap((part) => textIn(name, part) ?? []).join(' ')
  )
}

/** The title of an object, from its fields as `GET /sandbox/objects/{id}` returns them. */
export function objectTitle(kind: ObjectKind, fields: Fields): string {
  const [name] = objectKindNames[kind]
  switch (kind) {
    case 'customer':
    case 'related_person':
      return personName(fields) ?? name
    case 'business':
      return textIn(fields, 'legal_name') ?? name
    case 'account':
      return masked(
        textIn(fields, 'description') ?? `${capital(textIn(fields, 'type') ?? '')} account`,
        textIn(fields, 'account_number')?.slice(-4),
      )
    case 'external_account':
      return masked(textIn(fields, 'bank_name') ?? name, textIn(fields, 'mask'))
    case 'card':
      return masked(name, textIn(fields, 'last_four'))
    case 'transfer':
    case 'check_deposit':
    case 'autopay':
      return `${name} ${amountIn(fields)}`
    case 'transaction': {
      const to = textIn(fields, 'merchant') ?? textIn(fields, 'description')
      // The type says which way the money goes.
      const amount = amountIn(fields).replace('-', '')
      return `${capital(textIn(fields, 'transaction_type') ?? name)} ${amount}${to === undefined ? '' : ` · ${to}`}`
    }
    case 'restriction':
      return `At most ${amountIn(fields, 'max_amount')}`
    case 'dispute':
      return `${name}: ${inWords(textIn(fields, 'reason') ?? 'other')}`
    case 'hosted':
      return `${name}: ${inWords(textIn(fields, 'flow') ?? '')}`
    case 'kyc':
    case 'history':
      return name
  }
}

/** The kind of an object for a place beside its title. Null if the title says it. */
export const kindBeside = ({ kind, title }: Pick<PlatformObjectRow, 'kind' | 'title'>): string | null => {
  const [name] = objectKindNames[kind]
  return title.toLowerCase().includes(name.toLowerCase()) ? null : name
}

/** The state of an object for people. A customer has the state of the KYC. */
export const objectState = ({ kind, state }: Pick<PlatformObjectRow, 'kind' | 'state'>): string | null =>
  state && `${kind === 'customer' ? 'KYC ' : ''}${inWords(state)}`

/** The fields of an object, each nested value on its own, without what is empty: `names[0].first_name` is "Ada". */
export const fieldTexts = (fields: Fields): [name: string, text: string][] =>
  Object.entries(fields).flatMap(([name, value]) => textsIn(name, value))
function textsIn(name: string, value: unknown): [string, string][] {
  if (value === null || value === undefined) return []
  if (typeof value !== 'object') return [[name, String(value)]]
  return Object.entries(value).flatMap(([inner, one]) =>
    textsIn(Array.isArray(value) ? `${name}[${inner}]` : `${name}.${inner}`, one),
  )
}

/** An object in one line. */
export function objectLine(row: PlatformObjectRow): Line {
  const { id, kind, title, balance, owner_name } = row
  return [
    span(`${objectKindNames[kind][0].padEnd(16)}  `, 'gray'),
    span(title, 'bold'),
    ...[objectState(row), balance && money(balance), owner_name].flatMap((part) =>
      part ? [span(`  ${part}`)] : [],
    ),
    span(`  ${id}`),
  ]
}

/** The records that name an object. */
interface Happened {
  calls: readonly CallRow[]
  events: readonly EventRow[]
  deliveries: readonly DeliveryRow[]
}
export type TimelineEntry =
  | { kind: 'call'; row: CallRow }
  | { kind: 'event'; row: EventRow }
  | { kind: 'delivery'; row: DeliveryRow }

/** What happened to an object, in order. */
export function timelineOf({ calls, events, deliveries }: Happened): TimelineEntry[] {
  // A call is stored when it ends, behind the events that it caused.
  const firstOf = new Map(events.toSorted((a, b) => b.seq - a.seq).map(({ call_id, seq }) => [call_id, seq]))
  const entries: { at: number; entry: TimelineEntry }[] = [
    ...calls.map((row) => ({
      at: (firstOf.get(row.id) ?? row.seq) - 0.5,
      entry: { kind: 'call', row } as const,
    })),
    ...events.map((row) => ({ at: row.seq, entry: { kind: 'event', row } as const })),
    ...deliveries.map((row) => ({ at: row.seq, entry: { kind: 'delivery', row } as const })),
  ]
  return entries.toSorted((a, b) => a.at - b.at).map(({ entry }) => entry)
}
