import { expect, test } from 'vitest'
import { startSandbox } from '../helpers/sandbox.ts'
import { right, startAnswering } from '../subscriptions/vendor-receiver.ts'
import { runAt } from './here.ts'

test('the command line subscribes with a handshake and sends it again', async () => {
  const receiver = await startAnswering(() => ({}))
  const sandbox = await startSandbox()
  const failed = await runAt(sandbox, 'subscribe', receiver.url, '--handshake', 'slack', '--json')
  const { subscription, warnings } = JSON.parse(failed.out.join('\n'))
  expect([failed.code, subscription.disabled_reason_code, warnings.length]).toEqual([
    1,
    'handshake_failed',
    1,
  ])
  expect((await runAt(sandbox, 'subscription', 'handshake', subscription.id)).code).toBe(1)
  receiver.answers(right.slack)
  // The subscription that waits is kept.
  const passed = await runAt(sandbox, 'subscribe', receiver.url, '--handshake', 'slack', '--json')
  expect(JSON.parse(passed.out.join('\n')).subscription).toMatchObject({
    id: subscription.id,
    status: 'enabled',
  })
  const again = await runAt(sandbox, 'subscription', 'handshake', subscription.id, '--json')
  expect(again.code).toBe(0)
  expect(JSON.parse(again.out.join('\n')).subscription.last_handshake.verdict).toEqual({ code: 'ok' })
  const without = await runAt(sandbox, 'subscription', 'set', subscription.id, '--no-handshake', '--json')
  expect(JSON.parse(without.out.join('\n')).subscription.handshake).toBeNull()
})
