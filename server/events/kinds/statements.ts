/** The events of account statements. */
import { z } from 'zod'
import {
  type BuildContext,
  day,
  dayOf,
  decimal,
  described,
  kind,
  money,
  month,
  monthBefore,
  uuid,
} from './envelope.ts'

const details = z.object({
  account_id: uuid('The account'),
  type: z.enum(['credit', 'deposit', 'prepaid']).meta({ description: 'The type of the account' }),
  statement_id: uuid('The statement'),
  statement_month: described(month, 'The month of the statement'),
  closing_balance: described(decimal, 'The balance at the end of the month; a negative balance is owed'),
  minimum_payment: described(decimal, 'The minimum payment by the due date: a tenth of the balance owed'),
  payment_due_date: described(day, 'The due date'),
})

/** `dueIn`: how many days after the event the payment is due. */
function fakeStatement({ occurredAt, fake }: BuildContext, dueIn: number): z.infer<typeof details> {
  const owed = fake.integer(10_000, 250_000)
  return {
    account_id: fake.uuid(),
    type: 'credit',
    statement_id: fake.uuid(),
    statement_month: monthBefore(occurredAt),
    closing_balance: money(-owed),
    minimum_payment: money(Math.ceil(owed / 10)),
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
    description: 'A statement of an account was created.',
    causedBy: 'The end of a month of a credit account.',
    dueIn: 25,
  }),
  'account.statements.ready': statement('account.statements.ready', {
    description: 'A statement of an account is ready to read.',
    causedBy: 'A statement was created.',
    dueIn: 25,
  }),
  'account.statements.late_payment': statement('account.statements.late_payment', {
    description: 'A statement is overdue.',
    causedBy:
      'The due day passes, and the payments since the end of the month are below the minimum payment.',
    dueIn: -1,
  }),
}
