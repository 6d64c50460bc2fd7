import { type Natural, outsideAccount, unknownId, type World, ways } from '../world.ts'

type Accounts = Pick<World, 'account'>

export const externalAccounts = {
  account_post_schema: ways(
    400,
    () => ({
      ask: ['POST', '/accounts/external', { account_id: unknownId }],
      says: ['routing_number', 'account_number'],
    }),
    () => ({
      ask: ['POST', '/accounts/external', { account_id: unknownId, link_type: 'magic' }],
      says: ['link_type'],
    }),
  ),
  routing_invalid: ways(
    400,
    async ({ account }) => ({
      ask: [
        'POST',
        '/accounts/external',
        { account_id: await account(), ...outsideAccount, routing_number: '110000001' },
      ],
      says: ['routing_number', '110000001', 'checksum'],
    }),
    async ({ account }) => ({
      ask: [
        'POST',
        '/accounts/external',
        { account_id: await account(), ...outsideAccount, routing_number: '11000' },
      ],
      says: ['routing_number', '11000', 'nine digits'],
    }),
  ),
  invalid_bank_info: ways(
    400,
    ...['123', '123456789012345678', '12a4'].map((account_number) => async ({ account }: Accounts) => ({
      ask: [
        'POST',
        '/accounts/external',
        { account_id: await account(), ...outsideAccount, account_number },
      ] as [string, string, unknown],
      says: ['account_number', account_number],
    })),
  ),
  duplicate_account: ways(400, async ({ account, link }) => {
    const account_id = await account()
    const twin = await link(account_id)
    return { ask: ['POST', '/accounts/external', { account_id, ...outsideAccount }], says: [twin] }
  }),
  list_external_accounts_schema: ways(400, () => ({
    ask: ['GET', '/accounts/external?per_page=251'],
    says: ['per_page', '250'],
  })),
  ext_acc_unknown: ways(424, () => ({
    ask: ['GET', `/accounts/external?account_id=${unknownId}`],
    says: ['account_id', unknownId],
  })),
  linked_dne: ways(
    404,
    () => ({ ask: ['GET', `/accounts/external/${unknownId}`], says: ['linked_account_id', unknownId] }),
    () => ({ ask: ['PATCH', `/accounts/external/${unknownId}`, {}], says: [unknownId] }),
    () => ({ ask: ['DELETE', `/accounts/external/${unknownId}`], says: [unknownId] }),
    async ({ funded }) => {
      const { card_id } = await funded()
      return {
        ask: ['POST', '/core/transfer', { card_id, amount: '1.00', linked_account_id: unknownId }],
        says: ['linked_account_id', unknownId],
      }
    },
  ),
  linked_closed: ways(
    400,
    async ({ account, link, done }) => {
      const id = await link(await account())
      await done('DELETE', `/accounts/external/${id}`)
      return { ask: ['GET', `/accounts/external/${id}`], says: [id] }
    },
    async ({ funded, link, done }) => {
      const { card_id, account_id } = await funded()
      const linked_account_id = await link(account_id)
      await done('DELETE', `/accounts/external/${linked_account_id}`)
      return {
        ask: ['POST', '/core/transfer', { card_id, amount: '1.00', linked_account_id }],
        says: [linked_account_id],
      }
    },
  ),
  account_not_linked_error: ways(
    424,
    async ({ funded, link }) => {
      const { card_id, account_id } = await funded()
      const linked_account_id = await link(account_id, { link_type: 'vendor' })
      return {
        ask: ['POST', '/core/transfer', { card_id, amount: '1.00', linked_account_id }],
        says: [linked_account_id, 'pending'],
      }
    },
    async ({ account, link }) => {
      const account_id = await account()
      const id = await link(account_id, { link_type: 'vendor' })
      return {
        ask: ['GET', `/accounts/${account_id}/history?linked_account_id=${id}`],
        says: [id, 'pending'],
      }
    },
  ),
  invalid_account_id: ways(400, async ({ account, link }) => {
    const account_id = await account()
    const id = await link(account_id)
    return { ask: ['GET', `/accounts/${account_id}/history?linked_account_id=${id}`], says: [id, 'token'] }
  }),
  invalid_account_status: ways(400, async ({ account, link }) => {
    const id = await link(await account())
    return { ask: ['POST', `/accounts/external/${id}/reinitialize`], says: [id, 'verified'] }
  }),
  account_patch_schema: ways(400, async ({ account, link }) => ({
    ask: ['PATCH', `/accounts/external/${await link(await account())}`, { account_type: 'piggy' }],
    says: ['account_type', 'checking, savings'],
  })),
  token_exchange_post_schema: ways(400, () => ({
    ask: ['POST', '/accounts/external/token-exchange', { linked_account_id: unknownId }],
    says: ['Missing', 'public_token'],
  })),
} satisfies Natural
