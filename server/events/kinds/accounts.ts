/** The events of account histories. */
import { z } from 'zod'
import { described, kind, time, uuid, uuidOrNull } from './envelope.ts'

export const accounts = {
  'account.history.ready': kind('account.history.ready', {
    description: 'The history of an account is ready.',
    causedBy: 'One or two minutes after the first request for the history of an account.',
    keys: {
      details: z.object({
        account_id: uuid('The account'),
        linked_account_id: uuidOrNull(
          'The external account with this history; null for the history of the account itself',
        ),
        ready_time: described(time, 'When the history became ready'),
      }),
    },
    build: ({ occurredAt, fake }) => ({
      details: { account_id: fake.uuid(), linked_account_id: fake.uuid(), ready_time: occurredAt },
    }),
  }),
}
