import { z } from 'zod'

/** Fake people and numbers; the part of faker's interface that builders use. */
export interface Faked {
  uuid(): string
  digits(length: number): string
}

/** What an event is made from: its time as it stands in payloads, and fakes that follow from the seed. */
interface BuildContext {
  occurredAt: string
  fake: Faked
}

const id = () => z.uuid()
const time = z
  .string()
  .regex(
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/,
    'must be a time such as 2026-01-01T09:00:00.000000+00:00',
  )

/** The `0.1` envelope is flat: the event's name, its time, then the domain's own keys. */
const envelope = <const Name extends string, Shape extends z.ZodRawShape>(event: Name, shape: Shape) =>
  z.object({
    event: z.literal(event).meta({ description: 'The name of the event' }),
    occurred_at: time.meta({ description: 'When it happened, UTC, microseconds' }),
    ...shape,
  })

const cardStatus = z.enum(['Active', 'Inactive', 'Closed'])

const cardCreated = envelope('card.created', {
  card: z.object({
    status: cardStatus,
    card_account_id: id(),
    last_four: z.string().regex(/^\d{4}$/, 'must be four digits'),
    card_id: id(),
    customer_id: id(),
  }),
})

const historyReady = envelope('account.history.ready', {
  details: z.object({ account_id: id(), linked_account_id: id(), ready_time: time }),
})

/** What the catalogue holds of an event: how it is described, checked and made. */
export interface Kind {
  description: string
  causedBy: string
  schema: z.ZodObject
  build(context: BuildContext): Record<string, unknown>
}

const kyc = (event: `kyc.verification.${string}`, description: string, causedBy: string): Kind => ({
  description,
  causedBy,
  schema: envelope(event, { customer_id: id() }),
  build: ({ occurredAt, fake }) => ({ event, occurred_at: occurredAt, customer_id: fake.uuid() }),
})

/** Every event the sandbox can send. Source of the names and keys: the platform's reference and what is public of its envelope. */
export const kinds = {
  'card.created': {
    description: 'A card was created.',
    causedBy: 'Creating a card for a customer who passed KYC.',
    schema: cardCreated,
    build: ({ occurredAt, fake }): z.infer<typeof cardCreated> => ({
      event: 'card.created',
      occurred_at: occurredAt,
      card: {
        status: 'Active',
        card_account_id: fake.uuid(),
        last_four: fake.digits(4),
        card_id: fake.uuid(),
        customer_id: fake.uuid(),
      },
    }),
  },
  'kyc.verification.success': kyc(
    'kyc.verification.success',
    'A KYC verification succeeded.',
    'The checks of a customer ended well.',
  ),
  'kyc.verification.failure': kyc(
    'kyc.verification.failure',
    'A KYC verification failed.',
    'The checks of a customer ended badly.',
  ),
  'kyc.verification.error': kyc(
    'kyc.verification.error',
    'A KYC verification ended in an error.',
    'The checks could not be carried out.',
  ),
  'kyc.verification.timeout': kyc(
    'kyc.verification.timeout',
    'A KYC verification timed out.',
    'Documents that were asked for did not come in time.',
  ),
  'account.history.ready': {
    description: 'The history of a linked account is ready to be read.',
    causedBy: 'The first call for the history of a linked account, a minute or two later.',
    schema: historyReady,
    build: ({ occurredAt, fake }): z.infer<typeof historyReady> => ({
      event: 'account.history.ready',
      occurred_at: occurredAt,
      details: { account_id: fake.uuid(), linked_account_id: fake.uuid(), ready_time: occurredAt },
    }),
  },
} as const satisfies Record<string, Kind>

export type EventName = keyof typeof kinds
export const eventNames = Object.keys(kinds) as EventName[]
export const isEventName = (name: string): name is EventName => Object.hasOwn(kinds, name)
