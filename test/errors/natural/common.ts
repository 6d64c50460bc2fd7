import { expect } from 'vitest'
import { ada, type Natural, unknownId, ways, withConfig } from '../world.ts'

export const common = {
  auth_err: [
    ...ways(
      403,
      () => ({ ask: ['GET', '/webhooks'], headers: { identity: 'demo' }, says: ['Authorization'] }),
      () => ({ ask: ['GET', '/webhooks'], headers: { authorization: 'demo' }, says: ['Identity'] }),
    ),
    ...withConfig(
      { auth: { keys: [{ authorization: 'demo', identity: 'demo' }] } },
      ways(403, () => ({
        ask: ['GET', '/webhooks'],
        headers: { authorization: 'demo', identity: 'stranger' },
        says: ['stranger'],
      })),
    ),
  ],
  input_error: ways(
    400,
    () => ({ ask: ['POST', '/webhooks', { events: ['*'] }], says: ['Missing', 'url'] }),
    () => ({ ask: ['POST', '/webhooks', '{'], says: ['Malformed JSON'] }),
    () => ({ ask: ['PATCH', `/webhooks/${unknownId}`, { status: 'on' }], says: ['status'] }),
  ),
  webhooks_err: ways(
    404,
    () => ({ ask: ['PATCH', `/webhooks/${unknownId}`, {}], says: [unknownId] }),
    () => ({ ask: ['DELETE', `/webhooks/${unknownId}`], says: [unknownId] }),
  ),
  idempotency_key_exists: ways(400, async ({ sandbox }) => {
    const headers = { authorization: 'demo', identity: 'demo', 'idempotency-key': 'once-only' }
    expect((await sandbox.call('POST', '/customers/', ada, headers)).status).toBe(201)
    return { ask: ['POST', '/customers/', ada], headers, says: ['once-only'] }
  }),
  invalid_request: ways(
    400,
    () => ({ ask: ['GET', '/cards?page=0'], says: ['page'] }),
    () => ({ ask: ['GET', '/accounts?per_page=0'], says: ['per_page'] }),
  ),
  resource_conflict: ways(
    400,
    async ({ funded }) => {
      const { card_id, account_id } = await funded()
      return { ask: ['POST', `/cards/${card_id}/close`, {}], says: [account_id, 'money'] }
    },
    async ({ funded }) => {
      const { account_id } = await funded()
      return { ask: ['DELETE', `/accounts/${account_id}`], says: [account_id, 'money'] }
    },
    async ({ card }) => {
      const { card_id, account_id } = await card()
      return { ask: ['DELETE', `/accounts/${account_id}`], says: [card_id] }
    },
    async ({ account, verified }) => {
      const p_id = await verified()
      const account_id = await account({ customer_id: p_id })
      return {
        ask: ['DELETE', `/customers/${p_id}`, { p_id, target_type: 'customer', target_id: p_id }],
        says: [account_id],
      }
    },
  ),
  create_hosted_schema: ways(400, () => ({
    ask: ['POST', '/hosted', { customer_id: unknownId, flow: 'river' }],
    says: ['flow', 'onboarding'],
  })),
  user_ref_dne: ways(404, () => ({
    ask: ['POST', '/hosted', { customer_id: unknownId }],
    says: ['customer_id', unknownId],
  })),
} satisfies Natural
