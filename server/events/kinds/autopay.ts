import { z } from 'zod'
import {
  type BuildContext,
  dayOf,
  decimal,
  type Faked,
  kind,
  money,
  month,
  monthBefore,
  uuid,
} from './envelope.ts'

const details = z.object({
  account_id: uuid(),
  type: z.literal('credit'),
  statement_id: uuid().nullable(),
  statement_month: month.nullable(),
  amount: decimal.nullable(),
  payment_date: z.iso.date().nullable(),
  enabled: z.boolean(),
})

/** A payment of a statement, so many days after the event. */
const fakePayment = ({ occurredAt, fake }: BuildContext, days = 0): z.infer<typeof details> => ({
  account_id: fake.uuid(),
  type: 'credit',
  statement_id: fake.uuid(),
  statement_month: monthBefore(occurredAt),
  amount: money(fake.integer(2_500, 250_000)),
  payment_date: dayOf(occurredAt, days),
  enabled: true,
})

/** Turned on or off: there is no payment yet. */
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
    causedBy: 'A new statement of a credit account that pays by itself; here only a trigger does this.',
    keys: { details },
    build: (context) => ({ details: fakePayment(context, 20) }),
  }),
  'account.autopay.processed': kind('account.autopay.processed', {
    description: 'A scheduled payment was made.',
    causedBy: 'The day of a scheduled payment comes; here only a trigger does this.',
    keys: { details },
    build: (context) => ({ details: fakePayment(context) }),
  }),
  'account.autopay.failed': kind('account.autopay.failed', {
    description: 'A scheduled payment could not be made.',
    causedBy:
      'The account that pays has too little money, is closed, or its bank returns the payment; here only a trigger does this.',
    keys: { details: details.extend({ reason: z.string() }) },
    build: (context) => ({
      details: {
        ...fakePayment(context),
        reason: context.fake.pick(['insufficient_funds', 'account_closed', 'returned_by_bank']),
      },
    }),
  }),
  'account.autopay.changed': kind('account.autopay.changed', {
    description: 'The automatic payment of an account was turned on or off.',
    causedBy: 'Changing the automatic payment of a credit account.',
    keys: { details },
    build: ({ fake }) => ({ details: fakeSwitch(fake) }),
  }),
}
