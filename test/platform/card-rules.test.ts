import { describe, expect, test } from 'vitest'
import { startStory } from '../stories/world.ts'

const program = {
  program_id: '22222222-0000-4000-8000-000000000000',
  name: 'Family',
  bin: '500000',
  parent_child: true,
}

describe('a child card', () => {
  const { program_id } = program

  /** A card of a program that allows children, and its account. */
  async function family() {
    const { me } = await startStory({ card_programs: [program] })
    async function parent() {
      const customer_id = await me.verifiedCustomer()
      const { account_id } = await me.made('/accounts', { customer_id })
      const { card_id } = await me.made('/cards', { account_id, program_id })
      await me.listen()
      return { account_id, parent_card_id: card_id, program_id }
    }
    return { me, parent }
  }

  test('has a parent of its own account', async () => {
    const { me, parent } = await family()
    const [own, other] = [await parent(), await parent()]
    expect(await me.made('/cards', own)).toMatchObject({ parent_card_id: own.parent_card_id })
    await me.hears('card.created')
    await me.refused('invalid_reference', 'POST', '/cards', { ...own, account_id: other.account_id })
    await me.refused('invalid_reference', 'POST', '/cards', { ...other, account_id: own.account_id })
    await me.hears()
  })

  test.for([
    ['lost', 'closed_card'],
    ['fraud', 'card_fraud'],
  ] as const)('has no parent that was closed: %s', async ([reason, code]) => {
    const { me, parent } = await family()
    const child = await parent()
    await me.done(`/cards/${child.parent_card_id}/close`, { reason })
    await me.hears('card.status.closed')
    await me.refused(code, 'POST', '/cards', child)
    await me.hears()
  })
})

describe('restrictions', () => {
  const restriction = { restriction_type: 'amount', max_amount: '50.00' }

  test.for([
    ['lost', 'closed_card'],
    ['fraud', 'card_fraud'],
  ] as const)('of a card closed for %s stay as they are', async ([reason, code]) => {
    const { me } = await startStory()
    const { card_id } = await me.funded()
    const path = `/cards/${card_id}/restrictions`
    const made = await me.made(path, restriction)
    await me.done(`/cards/${card_id}/close`, { reason })
    const one = `${path}/${made.restriction_id}`
    await me.refused(code, 'PATCH', one, { ...restriction, max_amount: '60.00' })
    await me.refused(code, 'DELETE', one)
    expect(await me.got(path)).toEqual({ restrictions: [made] })
  })

  test('without a type have a code of their own; a type that there is not is a wrong body', async () => {
    const { me } = await startStory()
    const { card_id } = await me.funded()
    const path = `/cards/${card_id}/restrictions`
    const { restriction_id } = await me.made(path, restriction)
    for (const [method, at] of [
      ['POST', path],
      ['PATCH', `${path}/${restriction_id}`],
    ] as const) {
      for (const body of [{}, { max_amount: '5.00' }, { max_amount: [] }])
        await me.refused('restriction_types', method, at, body)
      for (const restriction_type of ['shoes', '', 5, null])
        await me.refused('restriction_payload_schema', method, at, { ...restriction, restriction_type })
    }
  })
})
