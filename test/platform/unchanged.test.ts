import { expect, test } from 'vitest'
import { type Actor, startStory } from '../stories/world.ts'

const person = { dob: '1990-04-12', names: [{ first_name: 'Ada', last_name: 'Quill' }] }
const outside = { routing_number: '110000000', account_number: '000123456789', bank_name: 'Harbour' }

interface Case {
  what: string
  make(me: Actor): Promise<string>
  same: Record<string, unknown>
  other: Record<string, unknown>
}
const cases: Case[] = [
  {
    what: 'an account',
    make: async (me) => `/accounts/${(await me.funded(undefined, { description: 'Rent' })).account_id}`,
    same: { description: 'Rent', load_funds: true },
    other: { description: 'Rent', load_funds: false },
  },
  {
    what: 'an external account',
    async make(me) {
      const { account_id } = await me.funded()
      const { linked_account_id } = await me.made('/accounts/external', { account_id, ...outside })
      return `/accounts/external/${linked_account_id}`
    },
    same: { bank_name: 'Harbour', account_type: 'checking' },
    other: { bank_name: 'Haven' },
  },
  {
    what: 'a customer',
    make: async (me) =>
      `/customers/${(await me.made('/customers', { ...person, email: 'a@b.example' })).customer_id}`,
    same: { dob: person.dob, email: 'a@b.example' },
    other: { email: 'c@d.example' },
  },
]

test.for(cases)('PATCH of $what with nothing, or with what it is, changes not even its time', async (one) => {
  const { me, advance } = await startStory()
  const path = await one.make(me)
  const before = await me.got(path)
  await advance('1h')
  for (const body of [{}, one.same]) expect(await me.changed(path, body)).toEqual(before)
  expect(await me.got(path)).toEqual(before)
  await me.hears()
  expect((await me.changed(path, one.other)).updated_time).toBe('2026-01-05T10:00:00.000000Z')
})
