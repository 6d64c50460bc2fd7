import { type Natural, unknownId, type World, ways } from '../world.ts'

/** A transfer of a card with money that lacks something. */
const ofCard =
  (over: Record<string, unknown>, ...says: string[]) =>
  async ({ funded }: Pick<World, 'funded'>) => {
    const { card_id } = await funded()
    const body = { card_id, amount: '1.00', ...over }
    return { ask: ['POST', '/core/transfer', body] as [string, string, unknown], says }
  }

export const transfers = {
  create_transfer_schema: ways(
    400,
    () => ({ ask: ['POST', '/core/transfer', { amount: '1.00' }], says: ['Missing', 'card_id'] }),
    ofCard({ amount: undefined }, 'Missing', 'amount'),
  ),
  invalid_amount: ways(
    400,
    ofCard({ amount: '0.00' }, 'amount', '0.00'),
    ofCard({ amount: '-1' }, 'amount', '-1'),
    ofCard({ amount: 1.005 }, 'amount', '1.005'),
    ofCard({ amount: 'much' }, 'amount', 'much'),
    ofCard({ amount: '9'.repeat(13) }, 'amount', '12 digits'),
  ),
  invalid_parameter: ways(
    400,
    ofCard({ direction: 'up' }, 'direction', 'up'),
    ofCard({ currency: 'EUR' }, 'currency', 'EUR'),
    async ({ funded }) => {
      const [{ card_id }, { account_id: destination_account_id }] = [await funded(), await funded()]
      return {
        ask: ['POST', '/core/transfer', { card_id, amount: '1.00', direction: 'in', destination_account_id }],
        says: ['destination_account_id', 'direction out'],
      }
    },
    async ({ funded, make }) => {
      const [{ card_id, account_id }, { account_id: destination_account_id }] = [
        await funded(),
        await funded(),
      ]
      const numbers = { routing_number: '110000000', account_number: '000123456789' }
      const { linked_account_id } = await make('/accounts/external', { account_id, ...numbers })
      return {
        ask: [
          'POST',
          '/core/transfer',
          { card_id, amount: '1.00', linked_account_id, destination_account_id },
        ],
        says: ['destination_account_id', 'no linked_account_id'],
      }
    },
  ),
  invalid_transfer_date: ways(
    400,
    ofCard({ date: '2026-01-04' }, 'date', '2026-01-04', 'past'),
    ofCard({ date: 'soon' }, 'date', 'soon'),
  ),
  insufficient_funds: ways(400, ofCard({ amount: '100.01' }, 'amount', '100.01', '100.00')),
  large_amount: ways(400, async ({ funded, done }) => {
    const { card_id } = await funded('1000000.00')
    await done('POST', '/simulate/settlement', { card_id, amount: '1.00', type: 'deposit' })
    return {
      ask: ['POST', '/core/transfer', { card_id, amount: '1000000.01' }],
      says: ['amount', '1000000.01', '1000000.00'],
    }
  }),
  load_funds_dis: ways(400, async ({ funded, done }) => {
    const { card_id, account_id } = await funded()
    await done('PATCH', `/accounts/${account_id}`, { load_funds: false })
    return {
      ask: ['POST', '/core/transfer', { card_id, amount: '1.00', direction: 'in' }],
      says: [account_id, 'load_funds'],
    }
  }),
  transfer_dne: ways(404, () => ({ ask: ['GET', `/transfers/${unknownId}`], says: [unknownId] })),
  transfer_ref_dne: ways(404, () => ({ ask: ['POST', `/transfers/${unknownId}/cancel`], says: [unknownId] })),
  invalid_transfer_status: ways(
    400,
    async ({ funded, transfer, make }) => {
      const id = await transfer((await funded()).card_id)
      await make(`/transfers/${id}/cancel`, {})
      return { ask: ['POST', `/transfers/${id}/cancel`], says: [id, 'cancelled'] }
    },
    async ({ funded, transfer, sandbox }) => {
      const id = await transfer((await funded()).card_id)
      await sandbox.clock({ advance: '1m' })
      return { ask: ['POST', `/transfers/${id}/cancel`], says: [id, 'completed'] }
    },
  ),
  create_dispute_schema: ways(400, () => ({
    ask: ['POST', '/disputes', { reason: 'fraud' }],
    says: ['Missing', 'transaction_id'],
  })),
  invalid_reference: ways(
    400,
    async ({ funded }) => {
      const { card_id, account_id: destination_account_id } = await funded()
      return {
        ask: ['POST', '/core/transfer', { card_id, amount: '1.00', destination_account_id }],
        says: ['destination_account_id', 'the account that pays'],
      }
    },
    () => ({
      ask: ['POST', '/disputes', { transaction_id: unknownId }],
      says: ['transaction_id', unknownId],
    }),
    async ({ funded, buy }) => {
      const [payer, other] = [await funded(), await funded()]
      const transaction_id = await buy(payer.card_id, '5.00')
      return {
        ask: ['POST', '/disputes', { transaction_id, card_id: other.card_id }],
        says: ['transaction_id', transaction_id],
      }
    },
  ),
  create_dispute_error: ways(
    400,
    async ({ funded, make }) => {
      const { card_id } = await funded()
      const { transaction_id = '' } = await make('/simulate/authorization', { card_id, amount: '5.00' })
      return { ask: ['POST', '/disputes', { transaction_id }], says: [transaction_id, 'pending'] }
    },
    async ({ funded, buy, make }) => {
      const transaction_id = await buy((await funded()).card_id, '5.00')
      await make('/disputes', { transaction_id })
      return { ask: ['POST', '/disputes', { transaction_id }], says: [transaction_id, 'disputed'] }
    },
  ),
} satisfies Natural
