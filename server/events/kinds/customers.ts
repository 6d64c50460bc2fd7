/** The events of customers. */
import { z } from 'zod'
import { kind, uuid } from './envelope.ts'

/** The fields of a customer that may change. `related` means the related persons. */
export const customerFields = ['names', 'dob', 'email', 'phone', 'addresses', 'ssn', 'related'] as const

export const customers = {
  'customer.updated': kind('customer.updated', {
    description: 'The data of a customer changed.',
    causedBy: 'Changing a customer, or a person related to a customer.',
    keys: {
      customer_id: uuid('The customer'),
      details: z.object({
        fields: z
          .array(z.enum(customerFields))
          .min(1, 'must be a list of at least one field')
          .meta({ description: 'The names of the fields that changed', examples: [['names', 'dob']] }),
      }),
    },
    build: ({ fake }) => ({
      customer_id: fake.uuid(),
      details: { fields: [fake.pick(['names', 'dob'] as const)] },
    }),
  }),
}
