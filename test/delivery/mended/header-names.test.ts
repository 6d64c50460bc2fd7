import { describe, expect, test } from 'vitest'
import { parseConfig } from '../../../server/config.ts'
import { expectRefused } from '../../control/refused.ts'
import { startReceiver } from '../../helpers/receiver.ts'
import { startSandbox } from '../../helpers/sandbox.ts'

async function startWorld() {
  const receiver = await startReceiver()
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-01-01T00:00:00Z' })
  const { id } = await sandbox.subscribe(receiver.url)
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  return { receiver, sandbox, id, delivery: deliveries[0]?.id ?? '' }
}

const recipe = (name: string) => ({ headers: { [name]: '{signature}' }, signs: '{body}' })

describe.each(['Host', 'content-length', 'Transfer-Encoding', 'CONNECTION', 'upgrade', 'Trailer'])(
  'the header %s, which frames the message,',
  (name) => {
    test('is not allowed as a signature header: neither in the options of a scheme nor in the config', async () => {
      const { sandbox, id } = await startWorld()
      const before = await sandbox.get('/sandbox/subscriptions')
      for (const settings of [
        { scheme: 'platform', scheme_options: { header: name } },
        { scheme: 'custom', scheme_options: recipe(name) },
      ])
        expectRefused(await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, settings), {
          status: 422,
          code: 'invalid_field',
          message: /^scheme_options\.header/,
        })
      expect(await sandbox.get('/sandbox/subscriptions')).toEqual(before)
      expect(() => parseConfig({ signing: { platform_header: name } })).toThrow(/signing\.platform_header/)
      expect(() => parseConfig({ signing: { custom: recipe(name) } })).toThrow(/signing\.custom/)
    })

    test('is not allowed as a header of a resend', async () => {
      const { sandbox, receiver, delivery } = await startWorld()
      for (const headers of [{ [name]: '1' }, [[name, '1']]])
        expectRefused(await sandbox.request('POST', `/sandbox/deliveries/${delivery}/resend`, { headers }), {
          status: 422,
          code: 'invalid_field',
        })
      await sandbox.settle()
      expect(receiver.requests).toHaveLength(1)
    })
  },
)

test('any other header may carry a signature, one of unusual letters included', async () => {
  const { sandbox, receiver, id } = await startWorld()
  const options = { scheme: 'platform', scheme_options: { header: 'X_Signature.1' } }
  expect((await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, options)).status).toBe(200)
  await sandbox.trigger('card.created')
  await sandbox.settle()
  expect(receiver.requests.at(-1)?.rawHeaders).toContain('X_Signature.1')
  expect(parseConfig({ signing: { platform_header: 'X_Signature.1' } }).signing.platform_header).toBe(
    'X_Signature.1',
  )
})
