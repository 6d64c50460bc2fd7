import { expect, test } from 'vitest'
import type { Capture, DeliveryRow } from '../../server/wire.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { runAt, startHere } from './here.ts'

/** A sandbox with a record of each kind that commands name by its id. */
async function world() {
  const sandbox = await startSandbox()
  const { url } = await startReceiver()
  const subscription = await sandbox.subscribe(url)
  await sandbox.trigger('card.created')
  await sandbox.request('POST', '/in/demo', 'hello')
  await sandbox.post('/sandbox/armed-errors', { code: 'card_dne' })
  await sandbox.post('/sandbox/fault-rules', { fault: 'drop', event: 'kyc.*' })
  await sandbox.post('/sandbox/scenarios/onboarding-passes/run', { paused: true, subscription_id: 'last' })
  return { sandbox, url, subscription }
}

test('every command that takes an id takes last', async () => {
  const { sandbox } = await world()
  for (const words of [
    'deliveries last',
    'deliveries --subscription last',
    'resend last',
    'resend --subscription last',
    'capture show last',
    'capture body last',
    'capture curl last',
    'capture har last',
    'capture diff last last',
    'capture pin last',
    'capture unpin last',
    'capture note last seen',
    'capture delete last',
    'code node-express --subscription last',
    'wait delivery --subscription last --since start --timeout 5s',
    'trigger card.created --subscription last',
    'fault-rule add drop --event kyc.* --subscription last',
    'traffic --rate 1 --count 1 --subscription last',
    'scenario runs last',
    'scenario stop last',
    'disarm last',
    'fault-rule remove last',
    'subscription show last',
    'subscription set last --description mine',
    'rotate last',
    'unsubscribe last',
  ]) {
    const { code, log } = await runAt(sandbox, ...words.split(' '))
    expect(code, `${words}: ${log.join()}`).toBe(0)
  }
})

test('a command prints the whole id of what a short id named', async () => {
  const { sandbox } = await world()
  const { captures } = await sandbox.get<{ captures: Capture[] }>('/sandbox/captures')
  expect((await runAt(sandbox, 'capture', 'pin', 'last')).out).toEqual([
    expect.stringContaining(`${captures[0]?.id}`),
  ])
})

test('a beginning that several ids have is refused with these ids', async () => {
  const { sandbox } = await world()
  await sandbox.trigger('card.created')
  const { deliveries } = await sandbox.get<{ deliveries: DeliveryRow[] }>('/sandbox/deliveries?event=card.*')
  const { code, out, log } = await runAt(sandbox, 'deliveries', 'dlv_')
  expect([code, out]).toEqual([1, []])
  for (const { id } of deliveries.slice(0, 2)) expect(log.join()).toContain(id)
})

test('a subscription is named by its URL', async () => {
  const { sandbox, url, subscription } = await world()
  for (const typed of [url, url.replace('http://', ''), url.replace(/^.*:/, ':')]) {
    const { out } = await runAt(sandbox, 'subscription', 'show', typed)
    expect(out[0]).toMatch(new RegExp(`^${subscription.id} `))
  }
})

test('deliveries --follow prints only those to the subscription that a short id named', async () => {
  const sandbox = await startSandbox()
  const mine = await sandbox.subscribe((await startReceiver()).url)
  const other = await sandbox.subscribe((await startReceiver()).url)
  await sandbox.trigger('card.created')
  const words = ['deliveries', '--follow', '--json', '--subscription', mine.id.slice(0, 13)]
  const following = startHere([...words, '--url', sandbox.url])
  await following.until(() => following.out.length > 0)
  await sandbox.trigger('customer.updated')
  await following.until(() => following.out.some((line) => line.includes('customer.updated')))
  expect(following.out.filter((line) => line.includes(other.id))).toEqual([])
})
