import { expect, test } from 'vitest'
import { cardholder, expectSuccess, play, startWith } from './world.ts'

test('where the config lists who is let in, a run is of its own all the same and nobody else acts as it', async () => {
  const keys = [{ authorization: 'secret', identity: 'acme' }]
  const sandbox = await startWith(
    {
      story: `${cardholder}
  - event: card.wallet.add
  - expect: capture
    exactly: 3
  - call: GET /cards
    headers: { Authorization: "wrong" }
    status: 403`,
    },
    { auth: { keys } },
  )
  const [acme] = keys
  await sandbox.call('POST', '/webhooks', { url: `${sandbox.url}/in/mine`, events: ['*'] }, acme)
  await sandbox.post('/sandbox/fault-rules', { fault: 'drop' })
  const run = await play(sandbox, 'story')
  expectSuccess(run)
  expect(run.identity).toBe(run.id)
  const again = await play(sandbox, 'story')
  expectSuccess(again)
  expect(await sandbox.call('GET', '/webhooks', undefined, acme)).toMatchObject({
    body: { webhook_subscriptions: [{ url: `${sandbox.url}/in/mine` }] },
  })
  await sandbox.trigger('customer.kyc.success')
  expect(await sandbox.deliveries(`?subscription_id=${again.subscription_id}`)).toHaveLength(3)
  const asRun = { authorization: 'secret', identity: run.id, 'sandbox-run': run.id }
  expect(await sandbox.call('GET', '/cards', undefined, asRun)).toMatchObject({
    status: 403,
    body: { Code: 'auth_err' },
  })
})
