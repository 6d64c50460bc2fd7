import { describe, expect, test } from 'vitest'
import { sample } from '../helpers/long.ts'
import { type Actor, startStory } from '../stories/world.ts'

interface Made {
  account_id: string
  /** Empty where there is none. */
  card_id: string
  restriction_id: string
}
type State = [name: string, make: (me: Actor) => Promise<Partial<Made>>]
/** A request, and how it is answered in each state: the code of its refusal, or `done`. */
interface Row {
  verb: string
  ask(made: Made): [method: string, path: string, body?: Record<string, unknown>]
  answers: string[]
}

const everywhere = (answer: string, count: number) => Array.from({ length: count }, () => answer)

/** The answers to requests in each state. All requests use one object of that state, in turn. A refused request emits no event. */
async function answersOf(states: readonly State[], rows: readonly Row[]): Promise<string[][]> {
  const { me, sandbox } = await startStory()
  const answers: string[][] = rows.map(() => [])
  for (const [state, make] of states) {
    const made = { account_id: '', card_id: '', restriction_id: '', ...(await make(me)) }
    if (state === 'expired') await sandbox.clock({ set: '2029-02-01T00:00:00Z' })
    for (const [at, { ask }] of rows.entries()) {
      await me.listen()
      const { status, body } = await me.ask(...ask(made))
      answers[at]?.push(status < 300 ? 'done' : String(body.Code))
      if (status >= 300) await me.hears()
    }
  }
  return answers
}

/** In `npm test` all rows use one object of each state, in this order. In the long form each row has objects of its own. */
function testRows(states: readonly State[], rows: readonly Row[]) {
  const groups = sample(
    [rows],
    rows.map((row) => [row]),
  )
  test.for(groups.map((group) => ({ verbs: group.map(({ verb }) => verb).join(', '), group })))(
    '$verbs',
    async ({ group }) => {
      expect(await answersOf(states, group)).toEqual(group.map(({ answers }) => answers))
    },
  )
}

async function emptyAccount(me: Actor, over: Record<string, unknown> = {}) {
  const customer_id = await me.verifiedCustomer()
  const { account_id } = await me.made('/accounts', { customer_id, ...over })
  return { account_id: String(account_id) }
}
async function withCard(me: Actor, over: Record<string, unknown> = {}) {
  const { account_id } = await emptyAccount(me)
  const { card_id } = await me.made('/cards', { account_id, ...over })
  return { account_id, card_id: String(card_id) }
}

describe('an account that is empty, has money, has an open card, takes no money, gives credit, is closed', () => {
  const states: State[] = [
    ['empty', emptyAccount],
    ['with money', (me) => me.funded('50.00')],
    ['with a card', withCard],
    [
      'without loading',
      async (me) => {
        const made = await emptyAccount(me)
        await me.changed(`/accounts/${made.account_id}`, { load_funds: false })
        return made
      },
    ],
    ['credit', (me) => emptyAccount(me, { type: 'credit' })],
    [
      'closed',
      async (me) => {
        const made = await emptyAccount(me)
        await me.removed(`/accounts/${made.account_id}`)
        return made
      },
    ],
  ]
  /** The same in all states but closed. */
  const whileOpen = (answer: string) => [...everywhere(answer, 5), 'resource_conflict']
  const onlyCredit = (code: string) => [...everywhere(code, 4), 'done', 'resource_conflict']
  const incoming = ['done', 'done', 'done', 'load_funds_dis', 'done', 'resource_conflict']
  const change = (verb: string, body: Record<string, unknown>, answers: string[]): Row => ({
    verb,
    ask: ({ account_id }) => ['PATCH', `/accounts/${account_id}`, body],
    answers,
  })
  const read = (verb: string, path: (id: string) => string): Row => ({
    verb,
    ask: ({ account_id }) => ['GET', path(account_id)],
    answers: everywhere('done', 6),
  })
  const numbers = { routing_number: '110000000', account_number: '000123456789' }

  testRows(states, [
    read('read', (id) => `/accounts/${id}`),
    read('history', (id) => `/accounts/${id}/history`),
    read('external accounts', (id) => `/accounts/external?account_id=${id}`),
    change('no change', {}, whileOpen('done')),
    change('description', { description: 'Holiday' }, whileOpen('done')),
    change('apr', { apr: '9.99' }, onlyCredit('apr_decline')),
    change('autopay', { autopay: true }, onlyCredit('service_disabled')),
    {
      verb: 'link an external account',
      ask: ({ account_id }) => ['POST', '/accounts/external', { account_id, ...numbers }],
      answers: whileOpen('done'),
    },
    {
      verb: 'deposit a check',
      ask: ({ account_id }) => ['POST', '/rdc', { account_id, amount: '5.00', front_image: 'iVBORw0KGgo=' }],
      answers: incoming,
    },
    change('load_funds', { load_funds: true }, whileOpen('done')),
  ])
  // Each of these leads to another state.
  testRows(states, [
    {
      verb: 'close',
      ask: ({ account_id }) => ['DELETE', `/accounts/${account_id}`],
      answers: ['done', 'resource_conflict', 'resource_conflict', 'done', 'done', 'resource_conflict'],
    },
  ])
  testRows(states, [
    {
      verb: 'issue a card',
      ask: ({ account_id }) => ['POST', '/cards', { account_id }],
      answers: whileOpen('done'),
    },
  ])

  test('a transfer to it', async () => {
    const { me } = await startStory()
    const payer = await me.funded('50.00')
    const answers: string[] = []
    for (const [, make] of states) {
      const { account_id } = await make(me)
      const transfer = { card_id: payer.card_id, amount: '1.00', destination_account_id: account_id }
      const { status, body } = await me.ask('POST', '/core/transfer', transfer)
      answers.push(status === 201 ? 'done' : String(body.Code))
    }
    expect(answers).toEqual(incoming)
    // Nothing was held or moved by what was refused.
    await me.listen()
    expect(await me.balances(payer.account_id)).toEqual(['46.00', '46.00'])
  })
})

describe('restrictions of a card that is active, inactive, not activated, reissued, closed, closed for fraud, expired', () => {
  const restriction = { restriction_type: 'amount', max_amount: '50.00' }
  async function restricted(me: Actor, over: Record<string, unknown> = {}) {
    const made = await withCard(me, over)
    const { restriction_id } = await me.made(`/cards/${made.card_id}/restrictions`, restriction)
    return { ...made, restriction_id: String(restriction_id) }
  }
  const closedFor = (reason: string) => async (me: Actor) => {
    const made = await restricted(me)
    await me.done(`/cards/${made.card_id}/close`, { reason })
    return made
  }
  const states: State[] = [
    ['active', restricted],
    [
      'inactive',
      async (me) => {
        const made = await restricted(me)
        await me.changed(`/cards/${made.card_id}`, { status: 'inactive' })
        return made
      },
    ],
    ['not activated', (me) => restricted(me, { card_type: 'physical' })],
    [
      'issued anew',
      async (me) => {
        const made = await restricted(me)
        await me.done(`/cards/${made.card_id}/reissue`, { reason: 'lost' })
        return made
      },
    ],
    ['closed', closedFor('lost')],
    ['closed for fraud', closedFor('fraud')],
    ['expired', restricted],
  ]
  const whileOpen = (answer: string) => [...everywhere(answer, 4), 'closed_card', 'card_fraud', answer]
  const one = ({ card_id, restriction_id }: Made) => `/cards/${card_id}/restrictions/${restriction_id}`
  const unknown = ({ card_id }: Made) => `/cards/${card_id}/restrictions/00000000-0000-4000-8000-000000000000`

  testRows(states, [
    {
      verb: 'list',
      ask: ({ card_id }) => ['GET', `/cards/${card_id}/restrictions`],
      answers: everywhere('done', 7),
    },
    {
      verb: 'add another',
      ask: ({ card_id }) => ['POST', `/cards/${card_id}/restrictions`, restriction],
      answers: whileOpen('done'),
    },
    { verb: 'replace', ask: (made) => ['PATCH', one(made), restriction], answers: whileOpen('done') },
    { verb: 'remove', ask: (made) => ['DELETE', one(made)], answers: whileOpen('done') },
    {
      verb: 'replace none',
      ask: (made) => ['PATCH', unknown(made), restriction],
      answers: whileOpen('rest_dne'),
    },
    { verb: 'remove none', ask: (made) => ['DELETE', unknown(made)], answers: whileOpen('rest_dne') },
  ])
})
