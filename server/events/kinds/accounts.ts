import { z } from 'zod'
import { kind, time, uuid } from './envelope.ts'

export const accounts = {
  'account.history.ready': kind('account.history.ready', {
    description: 'The history of an account is ready to be read.',
    causedBy: 'The first call for the history, a minute or two later.',
    keys: {
      details: z.object({ account_id: uuid(), linked_account_id: uuid().nullable(), ready_time: time }),
    },
    build: ({ occurredAt, fake }) => ({
      details: { account_id: fake.uuid(), linked_account_id: fake.uuid(), ready_time: occurredAt },
    }),
  }),
}
