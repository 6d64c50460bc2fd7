import { z } from 'zod'
import { type BuildContext, dayOf, decimal, kind, money, month, monthBefore, uuid } from './envelope.ts'

const details = z.object({
  account_id: uuid(),
  type: z.enum(['credit', 'deposit', 'prepaid']),
  statement_id: uuid(),
  statement_month: month,
  closing_balance: decimal,
  minimum_payment: decimal,
  payment_due_date: z.iso.date(),
})

/** `dueIn`: how many days after the event the payment is due. */
function fakeStatement({ occurredAt, fake }: BuildContext, dueIn: number): z.infer<typeof details> {
  const balance = fake.integer(10_000, 250_000)
  return {
    account_id: fake.uuid(),
    type: 'credit',
    statement_id: fake.uuid(),
    statement_month: monthBefore(occurredAt),
    closing_balance: money(balance),
    minimum_payment: money(Math.max(2_500, Math.ceil(balance / 50))),
    payment_due_date: dayOf(occurredAt, dueIn),
  }
}

const statement = <const Name extends `account.statements.${string}`>(
  event: Name,
  told: { description: string; causedBy: string; dueIn: number },
) =>
  kind(event, {
    ...told,
    keys: { details },
    build: (context) => ({ details: fakeStatement(context, told.dueIn) }),
  })

export const statements = {
  'account.statements.generated': statement('account.statements.generated', {
    description: 'A statement of an account was made.',
    causedBy: 'The end of a month.',
    dueIn: 25,
  }),
  'account.statements.ready': statement('account.statements.ready', {
    description: 'A statement of an account is ready to be read.',
    causedBy: 'A statement was made.',
    dueIn: 25,
  }),
  'account.statements.late_payment': statement('account.statements.late_payment', {
    description: 'A statement was not paid in time.',
    causedBy: 'The day the payment was due passes without it; here only a trigger does this.',
    dueIn: -1,
  }),
}
