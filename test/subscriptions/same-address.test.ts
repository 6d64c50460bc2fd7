/** Subscriptions that send the same events to one address are pointed out. */
import { expect, test } from 'vitest'
import type { Subscription } from '../../server/wire.ts'
import { sameAddressWords } from '../../server/words/same-address.ts'
import { runHere } from '../cli/here.ts'
import { startSandbox } from '../helpers/sandbox.ts'

async function world() {
  const sandbox = await startSandbox()
  const sharing = async () => {
    const { subscriptions } = await sandbox.get<{ subscriptions: Subscription[] }>('/sandbox/subscriptions')
    return Object.fromEntries(subscriptions.map(({ id, same_address }) => [id, same_address]))
  }
  const add = async (url: string, events = ['*']) =>
    await sandbox.post<{ subscription: Subscription; warnings: string[] }>('/sandbox/subscriptions', {
      url,
      events,
    })
  const set = (id: string, change: object) =>
    sandbox.request<{ warnings: string[] }>('PATCH', `/sandbox/subscriptions/${id}`, change)
  return { sandbox, sharing, add, set }
}

test('both name the other, and the one that comes later warns', async () => {
  const { sandbox, sharing, add } = await world()
  const first = await add('http://127.0.0.1:3000/hook')
  const second = await add('http://localhost:3000/hook#x', ['card.*'])
  const [a, b] = [first.subscription.id, second.subscription.id]
  expect(await sharing()).toEqual({ [a]: [b], [b]: [a] })
  expect([first.warnings, second.warnings]).toEqual([[], [sameAddressWords([a])]])
  const { out } = await runHere(['subscriptions', '--url', sandbox.url])
  expect(out[0]).toContain(sameAddressWords([b]))
})

test('another path, other events and a disabled subscription share nothing', async () => {
  const { sandbox, sharing, add, set } = await world()
  const { id } = (await add('http://127.0.0.1:3000/hook', ['card.*'])).subscription
  const other = (await add('http://127.0.0.1:3000/other', ['*'])).subscription.id
  const account = (await add('http://127.0.0.1:3000/hook', ['account.*'])).subscription.id
  const none = { [id]: [], [other]: [], [account]: [] }
  expect(await sharing()).toEqual(none)
  const { body } = await set(other, { url: 'http://[::1]:3000/hook' })
  expect(await sharing()).toEqual({ [id]: [other], [other]: [id, account], [account]: [other] })
  expect(body.warnings).toEqual([sameAddressWords([id, account])])
  await set(other, { status: 'disabled' })
  expect(await sharing()).toEqual(none)
  await set(other, { status: 'enabled' })
  expect((await sharing())[id]).toEqual([other])
  await sandbox.request('DELETE', `/sandbox/subscriptions/${other}`)
  expect((await sharing())[id]).toEqual([])
})
