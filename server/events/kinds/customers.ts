import { z } from 'zod'
import { kind, uuid } from './envelope.ts'

export const customers = {
  'customer.updated': kind('customer.updated', {
    description: 'The data of a customer changed.',
    causedBy: 'Changing a customer, or a person related to one.',
    keys: {
      customer_id: uuid('The customer'),
      details: z.object({
        fields: z
          .array(z.string())
          .meta({ description: 'The names of the fields that changed', examples: [['names', 'dob']] }),
      }),
    },
    build: ({ fake }) => ({
      customer_id: fake.uuid(),
      details: { fields: [fake.pick(['names', 'dob'])] },
    }),
  }),
}
