import { type Natural, outsideAccount, unknownId, ways } from '../world.ts'

export const accounts = {
  account_dne: ways(
    404,
    ...[
      'GET /accounts/ID',
      'PATCH /accounts/ID',
      'DELETE /accounts/ID',
      'GET /accounts/ID/history',
      'GET /accounts/ID/statements/2026/01',
    ].map((line) => () => {
      const [method = '', path = ''] = line.split(' ')
      const body = method === 'PATCH' ? {} : undefined
      return {
        ask: [method, path.replace('ID', unknownId), body] as [string, string, unknown],
        says: [unknownId],
      }
    }),
  ),
  acc_dne: ways(
    404,
    () => ({
      ask: ['POST', '/rdc', { account_id: unknownId, amount: '1.00', front_image: 'iVBORw0KGgo=' }],
      says: ['account_id', unknownId],
    }),
    () => ({
      ask: ['POST', '/accounts/external', { account_id: unknownId, ...outsideAccount }],
      says: ['account_id', unknownId],
    }),
    async ({ funded }) => {
      const { card_id } = await funded()
      return {
        ask: ['POST', '/core/transfer', { card_id, amount: '1.00', destination_account_id: unknownId }],
        says: ['destination_account_id', unknownId],
      }
    },
  ),
  create_account_schema: ways(
    400,
    () => ({ ask: ['POST', '/accounts', {}], says: ['customer_id', 'business_id'] }),
    () => ({ ask: ['POST', '/accounts', { customer_id: unknownId, type: 'secret' }], says: ['type'] }),
  ),
  edit_account_schema: ways(400, async ({ account }) => ({
    ask: ['PATCH', `/accounts/${await account()}`, { load_funds: 'no' }],
    says: ['load_funds'],
  })),
  account_history_schema: ways(400, async ({ account }) => ({
    ask: ['GET', `/accounts/${await account()}/history?linked_account_id=`],
    says: ['linked_account_id', 'empty'],
  })),
  apr_decline: ways(
    400,
    async ({ verified }) => ({
      ask: ['POST', '/accounts', { customer_id: await verified(), type: 'credit', apr: '36.01' }],
      says: ['apr', '36.01'],
    }),
    async ({ account }) => ({
      ask: ['PATCH', `/accounts/${await account({ type: 'credit' })}`, { apr: 37 }],
      says: ['apr', '37'],
    }),
    async ({ account }) => ({
      ask: ['PATCH', `/accounts/${await account()}`, { apr: '1.00' }],
      says: ['apr', 'deposit'],
    }),
  ),
  service_disabled: ways(424, async ({ account }) => ({
    ask: ['PATCH', `/accounts/${await account({ type: 'prepaid' })}`, { autopay: true }],
    says: ['autopay', 'prepaid'],
  })),
  query_params: ways(
    404,
    () => ({ ask: ['GET', '/accounts'], says: ['accounts'] }),
    async ({ account, customer }) => {
      await account()
      return { ask: ['GET', `/accounts?customer_id=${await customer()}`], says: ['accounts'] }
    },
  ),
  migrate_account_schema: ways(400, () => ({
    ask: ['POST', '/accounts/migrate', { linked_account_id: unknownId }],
    says: ['Missing', 'access_token'],
  })),
  statement_args_schema: ways(
    400,
    async ({ account }) => ({
      ask: ['GET', `/accounts/${await account()}/statements/year/01`],
      says: ['year/01'],
    }),
    async ({ account }) => ({
      ask: ['GET', `/accounts/${await account()}/statements/2026/13`],
      says: ['2026/13'],
    }),
  ),
  statement_dne: ways(404, async ({ account }) => {
    const id = await account()
    return { ask: ['GET', `/accounts/${id}/statements/2026/1`], says: [id, '2026-01'] }
  }),
  email_args_schema: ways(400, async ({ account, sandbox }) => {
    const id = await account()
    await sandbox.clock({ set: '2026-02-01T00:00:00Z' })
    return {
      ask: ['POST', `/accounts/${id}/statements/2026/01/email`, { email: 'nobody' }],
      says: ['email', 'e-mail address'],
    }
  }),
} satisfies Natural
