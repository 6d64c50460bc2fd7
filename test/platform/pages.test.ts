import { expect, test } from 'vitest'
import { startStory } from '../stories/world.ts'

test('beyond the last page a list is empty; that there is nothing at all is said on the first only', async () => {
  const { me } = await startStory()
  const { customer_id, account_id } = await me.funded()
  await me.made('/cards', { account_id })
  const nobody = await me.verifiedCustomer()
  const pages = async (path: string, list: string) => {
    const lengths: number[] = []
    for (const page of [1, 2, 3])
      lengths.push(((await me.got(`${path}&per_page=1&page=${page}`))[list] as unknown[]).length)
    return lengths
  }
  expect(await pages(`/cards?customer_id=${customer_id}`, 'cards')).toEqual([1, 1, 0])
  expect(await pages(`/cards?account_id=${account_id}`, 'cards')).toEqual([1, 1, 0])
  expect(await pages(`/accounts?customer_id=${customer_id}`, 'accounts')).toEqual([1, 0, 0])
  expect(await pages('/accounts?', 'accounts')).toEqual([1, 0, 0])

  await me.refused('no_card_for_customer', 'GET', `/cards?customer_id=${nobody}`)
  await me.refused('no_card_for_customer', 'GET', `/cards?customer_id=${nobody}&page=1`)
  await me.refused('query_params', 'GET', `/accounts?customer_id=${nobody}`)
  await me.refused('query_params', 'GET', `/accounts?customer_id=${nobody}&page=1`)
  expect(await me.got(`/cards?customer_id=${nobody}&page=2`)).toEqual({ cards: [] })
  expect(await me.got(`/accounts?customer_id=${nobody}&page=2`)).toEqual({ accounts: [] })
})
