import { type Natural, unknownId, ways } from '../world.ts'

export const kyc = {
  create_kyc_schema: ways(
    400,
    async ({ customer }) => ({
      ask: ['POST', `/customers/${await customer()}/verification-kyc`, { ssn: 'secret' }],
      says: ['ssn'],
    }),
    async ({ customer }) => ({
      ask: ['POST', `/customers/${await customer({ ssn: undefined })}/verification-kyc`, {}],
      says: ['Missing', 'ssn'],
    }),
  ),
  get_kyc_schema: ways(400, async ({ customer }) => ({
    ask: ['GET', `/customers/${await customer()}/verification-kyc?program_id=first`],
    says: ['program_id', 'UUID'],
  })),
  kyc_webhook_schema: ways(400, async ({ customer }) => ({
    ask: ['POST', '/kyc/webhook', { customer_id: await customer(), decision: 'perhaps' }],
    says: ['decision', 'approved'],
  })),
  email_error: ways(403, async ({ customer, make }) => {
    const customer_id = await customer({ ssn: '000-00-0000' })
    await make(`/customers/${customer_id}/verification-kyc`, {})
    const decision = { customer_id, decision: 'approved', reviewer_email: 'eve@elsewhere.example' }
    return { ask: ['POST', '/kyc/webhook', decision], says: ['reviewer_email', 'eve@elsewhere.example'] }
  }),
  kyc_customer: ways(400, async ({ verified }) => {
    const id = await verified()
    return { ask: ['PATCH', `/customers/${id}`, { email: 'a@b.example' }], says: [id] }
  }),
  customer_bsa: ways(400, async ({ customer }) => {
    const customer_id = await customer()
    return { ask: ['POST', '/accounts', { customer_id }], says: [customer_id] }
  }),
  kyc_dne: ways(
    404,
    async ({ customer }) => {
      const id = await customer()
      return { ask: ['GET', `/customers/${id}/verification-kyc`], says: [id] }
    },
    async ({ customer, make }) => {
      const customer_id = await customer()
      await make('/simulate/kyc-fail', { customer_id })
      return { ask: ['POST', '/accounts', { customer_id }], says: [customer_id, 'failure'] }
    },
  ),
  kyc_requests: ways(
    400,
    async ({ customer, make, sandbox }) => {
      const id = await customer({ ssn: '000-00-0000' })
      await make(`/customers/${id}/verification-kyc`, {})
      await sandbox.settle()
      return { ask: ['POST', `/customers/${id}/verification-kyc`, {}], says: [id, 'under_review'] }
    },
    async ({ verified }) => {
      const id = await verified()
      return { ask: ['POST', `/customers/${id}/verification-kyc`, {}], says: [id, 'passed'] }
    },
  ),
  kyc_retries: ways(400, async ({ customer, make, sandbox }) => {
    const id = await customer({ ssn: '999-99-0000' })
    for (let attempt = 0; attempt < 3; attempt++) {
      await make(`/customers/${id}/verification-kyc`, {})
      await sandbox.settle()
    }
    return { ask: ['POST', `/customers/${id}/verification-kyc`, {}], says: [id, '3 times'] }
  }),
  business_dne: ways(
    404,
    () => ({ ask: ['POST', `/businesses/${unknownId}/verification-kyb`, {}], says: [unknownId] }),
    () => ({ ask: ['GET', '/businesses/nonsense'], says: ['nonsense'] }),
  ),
  kyb_dne: ways(400, async ({ business }) => {
    const business_id = await business()
    return { ask: ['POST', '/accounts', { business_id }], says: [business_id, 'not started'] }
  }),
} satisfies Natural
