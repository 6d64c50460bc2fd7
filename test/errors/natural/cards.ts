import { type Natural, unknownId, ways } from '../world.ts'

const png = 'iVBORw0KGgo='
const restriction = { restriction_type: 'amount', max_amount: '5.00' }

export const cards = {
  create_card_schema: ways(400, () => ({ ask: ['POST', '/cards', {}], says: ['Missing', 'account_id'] })),
  card_account_dne: ways(404, () => ({
    ask: ['POST', '/cards', { account_id: unknownId }],
    says: ['account_id', unknownId],
  })),
  card_active: ways(400, async ({ card }) => {
    const { card_id } = await card()
    return { ask: ['POST', `/cards/${card_id}/activate`, {}], says: [card_id] }
  }),
  invalid_aac: ways(400, async ({ card }) => {
    const { card_id } = await card({ card_type: 'physical' })
    return { ask: ['POST', `/cards/${card_id}/activate`, { aac: 'wrong' }], says: ['aac', 'wrong', card_id] }
  }),
  card_status_dne: ways(404, async ({ card }) => ({
    ask: ['PATCH', `/cards/${(await card()).card_id}`, { status: 'sleepy' }],
    says: ['status', 'sleepy'],
  })),
  card_fraud: ways(
    400,
    async ({ closed }) => {
      const card_id = await closed('fraud')
      return { ask: ['POST', '/core/transfer', { card_id, amount: '1.00' }], says: [card_id, 'fraud'] }
    },
    async ({ closed }) => {
      const card_id = await closed('fraud')
      return { ask: ['PATCH', `/cards/${card_id}`, { status: 'active' }], says: [card_id, 'fraud'] }
    },
  ),
  closed_card: ways(
    400,
    async ({ closed }) => {
      const card_id = await closed('lost')
      return { ask: ['POST', '/core/transfer', { card_id, amount: '1.00' }], says: [card_id, 'closed'] }
    },
    async ({ closed }) => {
      const card_id = await closed('lost')
      return { ask: ['POST', `/cards/${card_id}/reissue`, {}], says: [card_id, 'closed'] }
    },
    async ({ closed }) => {
      const card_id = await closed('lost')
      return { ask: ['POST', `/cards/${card_id}/restrictions`, restriction], says: [card_id] }
    },
  ),
  expired_card: ways(
    400,
    async ({ card, sandbox }) => {
      const { card_id } = await card()
      await sandbox.clock({ set: '2029-02-01T00:00:00Z' })
      return { ask: ['POST', `/cards/${card_id}/reset-pin`, {}], says: [card_id, '2029-01'] }
    },
    async ({ funded, sandbox }) => {
      const { card_id } = await funded()
      await sandbox.clock({ set: '2029-02-01T00:00:00Z' })
      return { ask: ['POST', '/core/transfer', { card_id, amount: '1.00' }], says: [card_id, '2029-01'] }
    },
  ),
  inactive_card: ways(400, async ({ funded, done }) => {
    const { card_id } = await funded()
    await done('PATCH', `/cards/${card_id}`, { status: 'inactive' })
    return { ask: ['POST', '/core/transfer', { card_id, amount: '1.00' }], says: [card_id, 'inactive'] }
  }),
  preactive_card: ways(
    400,
    async ({ card }) => {
      const { card_id } = await card({ card_type: 'physical' })
      return { ask: ['POST', '/core/transfer', { card_id, amount: '1.00' }], says: [card_id] }
    },
    async ({ card, make }) => {
      const { card_id } = await card()
      await make(`/cards/${card_id}/reissue`, { reason: 'lost' })
      return { ask: ['POST', `/cards/${card_id}/reset-pin`, {}], says: [card_id] }
    },
  ),
  invalid_card: ways(
    400,
    () => ({
      ask: ['POST', '/core/transfer', { card_id: 'first', amount: '1.00' }],
      says: ['card_id', 'first'],
    }),
    () => ({
      ask: ['POST', '/disputes', { card_id: 'first', transaction_id: unknownId }],
      says: ['card_id', 'first'],
    }),
    () => ({
      ask: ['POST', '/simulate/authorization', { card_id: 'first', amount: '1.00' }],
      says: ['card_id', 'first'],
    }),
  ),
  no_card_for_customer: ways(
    404,
    async ({ customer }) => {
      const id = await customer()
      return { ask: ['GET', `/cards?customer_id=${id}`], says: ['customer_id', id] }
    },
    () => ({ ask: ['GET', `/cards?customer_id=${unknownId}`], says: ['customer_id', unknownId] }),
  ),
  invalid_date: ways(
    400,
    async ({ card }) => ({
      ask: ['GET', `/cards/${(await card()).card_id}/transactions?from=yesterday`],
      says: ['from', 'yesterday'],
    }),
    async ({ card }) => ({
      ask: ['GET', `/cards/${(await card()).card_id}/transactions?to=2026-02-30`],
      says: ['to', '2026-02-30'],
    }),
  ),
  no_trans: ways(404, async ({ card }) => {
    const { card_id } = await card()
    return { ask: ['GET', `/cards/${card_id}/transactions`], says: [card_id] }
  }),
  no_trans_set: ways(404, async ({ funded }) => {
    const { card_id } = await funded()
    return { ask: ['GET', `/cards/${card_id}/transactions?from=2026-01-06`], says: [card_id, 'search'] }
  }),
  too_many_trans: ways(400, async ({ card, fund }) => {
    const { card_id } = await card()
    for (let count = 0; count < 251; count++) await fund(card_id, '0.01')
    return { ask: ['GET', `/cards/${card_id}/transactions`], says: ['250'] }
  }),
  rest_dne: ways(
    404,
    ...['PATCH', 'DELETE'].map(
      (method) =>
        async ({ card }: { card: () => Promise<{ card_id: string }> }) => ({
          ask: [
            method,
            `/cards/${(await card()).card_id}/restrictions/${unknownId}`,
            method === 'PATCH' ? restriction : undefined,
          ] as [string, string, unknown],
          says: [unknownId],
        }),
    ),
  ),
  restriction_types: ways(400, async ({ card }) => ({
    ask: ['POST', `/cards/${(await card()).card_id}/restrictions`, { max_amount: '5.00' }],
    says: ['restriction_type'],
  })),
  restriction_payload_schema: ways(
    400,
    async ({ card }) => ({
      ask: ['POST', `/cards/${(await card()).card_id}/restrictions`, { restriction_type: 'amount' }],
      says: ['Missing', 'max_amount'],
    }),
    async ({ card }) => ({
      ask: [
        'POST',
        `/cards/${(await card()).card_id}/restrictions`,
        { ...restriction, max_amount: '100000.01' },
      ],
      says: ['max_amount', '100000.01'],
    }),
    async ({ card }) => ({
      ask: ['POST', `/cards/${(await card()).card_id}/restrictions`, { ...restriction, max_amount: 'all' }],
      says: ['max_amount', 'all'],
    }),
  ),
  rdc_schema: ways(400, () => ({
    ask: ['POST', '/rdc', { account_id: unknownId, amount: '1.00' }],
    says: ['Missing', 'front_image'],
  })),
  rdc_process_err: ways(424, async ({ account }) => ({
    ask: [
      'POST',
      '/rdc',
      { account_id: await account(), amount: '1.00', front_image: png, back_image: 'R0lGODlh' },
    ],
    says: ['back_image'],
  })),
} satisfies Natural
