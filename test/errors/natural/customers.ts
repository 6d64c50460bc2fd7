import { ada, type Natural, unknownId, ways } from '../world.ts'

const gone = { p_id: unknownId, target_type: 'names', target_id: unknownId }

export const customers = {
  create_customer_schema: ways(
    400,
    () => ({ ask: ['POST', '/customers/', { ...ada, ssn: '12' }], says: ['ssn', 'nine digits'] }),
    () => ({ ask: ['POST', '/customers/', '[]'], says: ['JSON object'] }),
  ),
  edit_customer_schema: ways(400, async ({ customer }) => ({
    ask: ['PATCH', `/customers/${await customer()}`, { email: 5 }],
    says: ['email'],
  })),
  delete_customer_schema: ways(400, async ({ customer }) => ({
    ask: ['DELETE', `/customers/${await customer()}`, { ...gone, target_type: 'shoes' }],
    says: ['target_type', 'customer, names, addresses'],
  })),
  get_customer_schema: ways(
    400,
    () => ({ ask: ['GET', '/customers/?page=0'], says: ['page'] }),
    () => ({ ask: ['GET', '/customers?per_page=many'], says: ['per_page'] }),
  ),
  customer_dne: ways(
    404,
    () => ({ ask: ['GET', `/customers/${unknownId}`], says: [unknownId] }),
    () => ({ ask: ['PATCH', `/customers/${unknownId}`, {}], says: [unknownId] }),
    () => ({ ask: ['DELETE', `/customers/${unknownId}`, gone], says: [unknownId] }),
    () => ({ ask: ['POST', `/customers/${unknownId}/related`, ada], says: [unknownId] }),
    () => ({ ask: ['POST', '/accounts', { customer_id: unknownId }], says: ['customer_id', unknownId] }),
  ),
  customer_invalid_uuid4: ways(
    400,
    () => ({ ask: ['PATCH', '/customers/nonsense', {}], says: ['customer_id', 'nonsense'] }),
    () => ({ ask: ['DELETE', '/customers/nonsense', gone], says: ['nonsense'] }),
    () => ({ ask: ['POST', '/customers/nonsense/related', ada], says: ['nonsense'] }),
  ),
  create_more_schema: ways(400, async ({ customer }) => ({
    ask: ['POST', `/customers/${await customer()}/related`, { ...ada, p_id: 'nonsense' }],
    says: ['p_id', 'UUID'],
  })),
  delete_related_schema: ways(400, async ({ customer }) => ({
    ask: ['DELETE', `/customers/${await customer()}/related`, { ...gone, p_id: 7 }],
    says: ['p_id'],
  })),
  person_id_dup: ways(
    400,
    async ({ customer, make }) => {
      const path = `/customers/${await customer()}/related`
      const p_id = '11111111-0000-4000-8000-000000000000'
      await make(path, { ...ada, p_id })
      return { ask: ['POST', path, { ...ada, p_id }], says: ['p_id', p_id] }
    },
    async ({ customer }) => {
      const p_id = await customer()
      return { ask: ['POST', `/customers/${p_id}/related`, { ...ada, p_id }], says: ['p_id', p_id] }
    },
  ),
} satisfies Natural
