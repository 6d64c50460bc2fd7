import type { TestSandbox } from '../helpers/sandbox.ts'
import { createMakers, doerOf, type Makers } from './makers.ts'

/** The real ids, and whatever else stands for itself in a documented example, by field or part of the path. */
type Ids = Record<string, string>
interface World extends Makers {
  sandbox: TestSandbox
}

const customer = async ({ customer: make }: World) => ({ customer_id: await make() })
const account = async ({ account: make }: World) => ({ account_id: await make() })
const card = ({ card: make }: World) => make()
const funded = ({ funded: make }: World) => make()
const external = ({ external: make }: World) => make()
const restriction = ({ restriction: make }: World) => make()
const business = async ({ business: make }: World) => ({ business_id: await make() })
const webhook = async ({ webhook: make }: World) => ({ webhook_id: await make() })
const transfer = async ({ transfer: make }: World) => ({ transfer_id: await make() })
const none = async () => ({})

async function vendors({ external: make }: World) {
  const { linked_account_id } = await make({ link_type: 'vendor' })
  return { linked_account_id }
}

/** An account whose first month is over. */
async function statement({ account: make, sandbox }: World) {
  const account_id = await make()
  const [yyyy = '', mm = ''] = sandbox.now().split('-')
  await sandbox.clock({ mode: 'manual', advance: '32d' })
  return { account_id, yyyy, mm }
}

async function inactiveCard({ card: make }: World) {
  const { card_id } = await make({ card_type: 'physical' })
  return { card_id }
}

/** What makes each operation succeed with its documented example: the state it needs, and whose ids it is about. */
export const successes: Record<string, (world: World) => Promise<Ids>> = {
  createWebhook: none,
  listWebhooks: webhook,
  updateWebhook: webhook,
  deleteWebhook: webhook,
  createTemporaryKey: none,
  createCustomer: none,
  listCustomers: customer,
  getCustomer: customer,
  editCustomer: customer,
  async deleteCustomer(world) {
    const { customer_id } = await customer(world)
    return { customer_id, p_id: customer_id, target_id: customer_id }
  },
  createRelatedPerson: customer,
  listRelatedPersons: ({ related }) => related(),
  async deleteRelatedPerson({ related }) {
    const { customer_id, p_id } = await related()
    return { customer_id, p_id, target_id: p_id }
  },
  startKyc: customer,
  getKyc: async ({ passed }) => ({ customer_id: await passed() }),
  async sendKycDocuments({ verification, sandbox }) {
    const customer_id = await verification('111-11-1111')
    await sandbox.settle()
    return { customer_id }
  },
  async decideKyc({ verification, sandbox }) {
    const customer_id = await verification('000-00-0000')
    await sandbox.settle()
    return { customer_id }
  },
  createBusiness: none,
  getBusiness: business,
  startKyb: business,
  createExternalAccount: account,
  listExternalAccounts: external,
  exchangeToken: vendors,
  migrateAccount: external,
  getExternalAccount: external,
  editExternalAccount: external,
  removeExternalAccount: external,
  reinitializeExternalAccount: vendors,
  createAccount: async ({ passed }) => ({ customer_id: await passed() }),
  listAccounts: account,
  getAccount: account,
  editAccount: account,
  closeAccount: account,
  getAccountHistory: account,
  getStatement: statement,
  emailStatement: statement,
  listCardPrograms: none,
  async getCardProgram({ act }) {
    const { card_programs } = (await act('GET', '/card-programs')) as unknown as {
      card_programs: { program_id: string }[]
    }
    return { program_id: card_programs[0]?.program_id ?? '' }
  },
  createCard: account,
  listCards: card,
  getCard: card,
  editCard: card,
  listCardTransactions: funded,
  activateCard: inactiveCard,
  reissueCard: card,
  closeCard: card,
  resetPin: card,
  createRestriction: card,
  listRestrictions: restriction,
  replaceRestriction: restriction,
  deleteRestriction: restriction,
  createTransfer: funded,
  getTransfer: transfer,
  cancelTransfer: transfer,
  createDispute: ({ payment }) => payment('settled'),
  depositCheck: account,
  createHosted: customer,
  simulateKycPass: customer,
  simulateKycFail: customer,
  simulateAuthorization: funded,
  simulateSettlement: card,
}

/** A path and a body with real ids in them. */
export function withIds(path: string, body: Record<string, unknown> | undefined, ids: Ids) {
  const own = Object.fromEntries(
    Object.entries(body ?? {}).map(([name, value]) => [name, Object.hasOwn(ids, name) ? ids[name] : value]),
  )
  return {
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? ''),
    body: body && own,
  }
}

export const createWorld = (sandbox: TestSandbox): World => ({
  ...createMakers(doerOf(sandbox)),
  sandbox,
})
