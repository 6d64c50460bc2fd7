/** The events of automatic payments. */
import { z } from 'zod'
import {
  type BuildContext,
  day,
  dayOf,
  decimal,
  described,
  type Faked,
  kind,
  money,
  month,
  monthBefore,
  uuid,
  uuidOrNull,
} from './envelope.ts'

const details = z.object({
  account_id: uuid('The credit account that is paid'),
  type: z.literal('credit').meta({ description: 'The type of the account' }),
  statement_id: uuidOrNull('The statement; null without a payment, like the fields after it'),
  statement_month: described(month.nullable(), 'The month of the statement'),
  amount: described(
    decimal.nullable(),
    'The paid amount: the closing balance owed, less payments since then',
  ),
  payment_date: described(day.nullable(), 'The due day of the statement, which is the day of the payment'),
  enabled: z.boolean().meta({ description: 'Whether automatic payment is on' }),
})
/** Why a payment failed. */
export const failureReasons = ['insufficient_funds', 'account_closed', 'returned_by_bank'] as const

/** A payment of a statement, `days` days after the event. */
const fakePayment = ({ occurredAt, fake }: BuildContext, days = 0): z.infer<typeof details> => ({
  account_id: fake.uuid(),
  type: 'credit',
  statement_id: fake.uuid(),
  statement_month: monthBefore(occurredAt),
  amount: money(fake.integer(2_500, 250_000)),
  payment_date: dayOf(occurredAt, days),
  enabled: true,
})

/** Autopay was turned on or off, and there is no payment yet. */
const fakeSwitch = (fake: Faked): z.infer<typeof details> => ({
  account_id: fake.uuid(),
  type: 'credit',
  statement_id: null,
  statement_month: null,
  amount: null,
  payment_date: null,
  enabled: fake.pick([true, false]),
})

export const autopay = {
  'account.autopay.scheduled': kind('account.autopay.scheduled', {
    description: 'A payment of a statement was scheduled.',
    causedBy: 'The end of a month in which a credit account with automatic payment has a balance owed.',
    keys: { details },
    build: (context) => ({ details: fakePayment(context, 25) }),
  }),
  'account.autopay.processed': kind('account.autopay.processed', {
    description: 'A scheduled payment succeeded.',
    causedBy: 'The due day of a statement, if the paying account has enough money.',
    keys: { details },
    build: (context) => ({ details: fakePayment(context) }),
  }),
  'account.autopay.failed': kind('account.autopay.failed', {
    description: 'A scheduled payment failed.',
    causedBy: 'The due day of a statement, if the paying account has too little money or is closed.',
    keys: {
      details: details.extend({
        reason: z.enum(failureReasons).meta({
          description: 'Why the payment failed; only a trigger can make an external bank return it',
        }),
      }),
    },
    build: (context) => ({
      details: {
        ...fakePayment(context),
        reason: context.fake.pick(failureReasons),
      },
    }),
  }),
  'account.autopay.changed': kind('account.autopay.changed', {
    description: 'The automatic payment of an account was turned on or off.',
    causedBy: 'Turning the automatic payment of a credit account on or off.',
    keys: { details },
    build: ({ fake }) => ({ details: fakeSwitch(fake) }),
  }),
}
