/** The events of cards. */
import { z } from 'zod'
import { type Faked, kind, uuid, uuidOrNull } from './envelope.ts'

const status = z.enum(['Active', 'Inactive', 'Closed']).meta({ description: 'The status of the card' })
const lastFour = z
  .string()
  .regex(/^\d{4}$/, 'must be four digits')
  .meta({ description: 'The last digits of its number', examples: ['4242'] })
const created = z.object({
  status,
  card_account_id: uuid('The account of the card'),
  last_four: lastFour,
  card_id: uuid('The card'),
  customer_id: uuidOrNull("Whose card it is; null for the card of a business's account"),
})
const card = z.object({ card_id: uuid('The card'), status, last_four: lastFour })
const wallet = z.object({
  wallet_provider: z.enum(['apple_pay', 'google_pay']).meta({ description: 'The provider of the wallet' }),
})
const walletReasons = ['device_not_eligible', 'verification_failed', 'declined_by_issuer'] as const

const fakeCreated = (fake: Faked): z.infer<typeof created> => ({
  status: 'Active',
  card_account_id: fake.uuid(),
  last_four: fake.digits(4),
  card_id: fake.uuid(),
  customer_id: fake.uuid(),
})
const fakeCard = <const Status extends z.infer<typeof status>>(fake: Faked, cardStatus: Status) => ({
  card_id: fake.uuid(),
  status: cardStatus,
  last_four: fake.digits(4),
})
const fakeWallet = (fake: Faked) => ({
  wallet_provider: fake.pick(['apple_pay', 'google_pay'] as const),
})

/** An event that always leaves a card in the same status. */
const cardStatus = <const Name extends `card.status.${string}`, const Status extends z.infer<typeof status>>(
  event: Name,
  told: { description: string; causedBy: string; status: Status },
) =>
  kind(event, {
    ...told,
    keys: {
      card: card.extend({
        status: z.literal(told.status).meta({ description: 'The status of the card' }),
      }),
    },
    build: ({ fake }) => ({ card: fakeCard(fake, told.status) }),
  })

export const cards = {
  'card.created': kind('card.created', {
    description: 'A card was created.',
    causedBy: 'Creating a card on an account.',
    keys: { card: created },
    build: ({ fake }) => ({ card: fakeCreated(fake) }),
  }),
  'card.status.active': cardStatus('card.status.active', {
    description: 'A card became active.',
    causedBy: 'Activating a card, or resuming a paused card.',
    status: 'Active',
  }),
  'card.status.inactive': cardStatus('card.status.inactive', {
    description: 'A card was paused.',
    causedBy: 'Setting the status of an active card to inactive.',
    status: 'Inactive',
  }),
  'card.status.closed': cardStatus('card.status.closed', {
    description: 'A card was closed permanently.',
    causedBy: 'Closing a card of an empty account, or closing any card because of fraud.',
    status: 'Closed',
  }),
  'card.status.reissue': cardStatus('card.status.reissue', {
    description: 'A card was reissued and is not active yet.',
    causedBy: 'Requesting a new card for an existing card.',
    status: 'Inactive',
  }),
  'card.wallet.add': kind('card.wallet.add', {
    description: 'A card was added to the wallet of a phone.',
    causedBy:
      'The holder adds the card to Apple Pay or Google Pay. In the sandbox, only a trigger sends this event.',
    keys: { card, wallet },
    build: ({ fake }) => ({ card: fakeCard(fake, 'Active'), wallet: fakeWallet(fake) }),
  }),
  'card.wallet.add_failure': kind('card.wallet.add_failure', {
    description: 'A card could not be added to the wallet of a phone.',
    causedBy:
      'The wallet or the issuer refuses to add the card. In the sandbox, only a trigger sends this event.',
    keys: { card, wallet: wallet.extend({ reason: z.enum(walletReasons).meta({ description: 'Why not' }) }) },
    build: ({ fake }) => ({
      card: fakeCard(fake, 'Active'),
      wallet: {
        ...fakeWallet(fake),
        reason: fake.pick(walletReasons),
      },
    }),
  }),
}
