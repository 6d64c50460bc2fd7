import { expect, test } from 'vitest'
import { startSandbox } from '../helpers/sandbox.ts'
import { runHere } from './here.ts'

test('subscriptions prints those of all identities with how each is delivered', async () => {
  const sandbox = await startSandbox()
  const at = ['subscriptions', '--url', sandbox.url]
  expect(await runHere(at)).toMatchObject({
    code: 0,
    out: ['nobody has subscribed yet'],
    log: [`subscribe a receiver: webhook-sandbox subscribe URL --url ${sandbox.url}`],
  })

  const first = await sandbox.subscribe('http://127.0.0.1:3000/a', { events: ['card*', 'kyc*'] })
  const second = await sandbox.subscribe('http://127.0.0.1:3000/b')
  await sandbox.request('PATCH', `/sandbox/subscriptions/${first.id}`, {
    scheme: 'stripe',
    fault: 'duplicate(2)',
    ordered: true,
    concurrency: 3,
  })
  await sandbox.call('PATCH', `/webhooks/${second.id}`, { status: 'STATUS_DISABLED' })
  const { code, out, log } = await runHere(at)
  expect([code, log]).toEqual([0, []])
  expect(out).toEqual([
    `${first.id} http://127.0.0.1:3000/a card*, kyc* by stripe with secret …${first.secret.slice(-4)} of demo; enabled, fault duplicate(2), in order, 3 at a time`,
    `${second.id} http://127.0.0.1:3000/b * by standard-webhooks with secret …${second.secret.slice(-4)} of demo; disabled`,
  ])
  const json = await runHere([...at, '--json'])
  expect(json.out.map((line) => JSON.parse(line))).toMatchObject([
    { id: first.id, secret: first.secret, scheme: 'stripe', status: 'enabled' },
    { id: second.id, secret: second.secret, status: 'disabled' },
  ])
})
