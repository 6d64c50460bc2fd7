import { z } from 'zod'
import { described, kind, time, uuid, uuidOrNull } from './envelope.ts'

export const accounts = {
  'account.history.ready': kind('account.history.ready', {
    description: 'The history of an account is ready to be read.',
    causedBy: 'A minute or two pass after the first call for the history of an account.',
    keys: {
      details: z.object({
        account_id: uuid('The account'),
        linked_account_id: uuidOrNull(
          'The external account whose history it is; null for that of the account itself',
        ),
        ready_time: described(time, 'When it became ready'),
      }),
    },
    build: ({ occurredAt, fake }) => ({
      details: { account_id: fake.uuid(), linked_account_id: fake.uuid(), ready_time: occurredAt },
    }),
  }),
}
