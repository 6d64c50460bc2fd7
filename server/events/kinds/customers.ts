import { z } from 'zod'
import { kind, uuid } from './envelope.ts'

export const customers = {
  'customer.updated': kind('customer.updated', {
    description: 'The data of a customer changed.',
    causedBy: 'Changing a customer.',
    keys: {
      customer_id: uuid(),
      details: z.object({
        fields: z.array(z.string()).meta({ description: 'The names of the fields that changed' }),
      }),
    },
    build: ({ fake }) => ({
      customer_id: fake.uuid(),
      details: { fields: [fake.pick(['names', 'dob'])] },
    }),
  }),
}
