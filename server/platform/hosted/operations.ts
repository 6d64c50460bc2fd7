/** The operation that starts a hosted flow. */
import { z } from 'zod'
import { webAddress } from '../../schema/fields.ts'
import { toIso } from '../../words/time.ts'
import type { Books } from '../books.ts'
import { refuse } from '../errors.ts'
import { id, moment, oneOf, shown, uuid } from '../fields.ts'
import { answerOf } from '../objects/store.ts'
import { type OperationRow, operation } from '../operation.ts'
import type { World } from '../world.ts'

const flows = ['onboarding', 'kyc', 'link_account'] as const

/** How long the URL of a hosted flow is valid. */
const lifetimeUs = 30 * 60_000_000

const createHosted = z
  .object({
    customer_id: id('the customer of the flow'),
    flow: oneOf(flows).optional().meta({ description: 'onboarding by default', example: 'kyc' }),
    redirect_url: webAddress().max(2000).optional().meta({ example: 'https://example.com/done' }),
  })
  .meta({ id: 'CreateHosted' })
const hosted = z
  .object({
    hosted_id: uuid('The id of the flow'),
    customer_id: uuid('The customer'),
    flow: z.enum(flows),
    url: z.string().meta({ description: 'The URL for the customer; the sandbox has no page there' }),
    redirect_url: z.string().nullable(),
    expires_time: moment(),
  })
  .meta({ id: 'HostedFlow' })

/** Hosted flows: pages of the platform for a customer. */
export function hostedOperations(
  { collection }: World,
  { customers }: Pick<Books, 'customers'>,
): OperationRow[] {
  const flowsMade = collection<Pick<z.infer<typeof hosted>, 'customer_id' | 'flow' | 'redirect_url'>>(
    'hosted',
    { parent: 'customer_id' },
  )
  return [
    operation({
      method: 'POST',
      path: '/hosted',
      operationId: 'createHosted',
      summary: 'Start a flow that the platform hosts',
      body: createHosted,
      example: { customer_id: '3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10', flow: 'kyc' },
      malformed: 'create_hosted_schema',
      success: { status: 201, description: 'The flow', schema: hosted },
      errors: ['user_ref_dne'],
      run(call) {
        const { customer_id, flow = 'onboarding', redirect_url = null } = call.body
        const customer =
          customers.customers.find(call, customer_id) ??
          refuse('user_ref_dne', `customer_id: no user has the id ${shown(customer_id)}`)
        const made = flowsMade.create(call, { customer_id: customer.id, flow, redirect_url })
        return answerOf(hosted, {
          ...made,
          hosted_id: made.id,
          url: `https://hosted.example/${made.flow}/${made.id}`,
          expires_time: toIso(made.createdAt + lifetimeUs),
        })
      },
    }),
  ]
}
