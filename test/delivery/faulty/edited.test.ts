import { expect, test } from 'vitest'
import { expectRefused } from '../../control/refused.ts'
import { startReceiver } from '../../helpers/receiver.ts'
import { startSandbox } from '../../helpers/sandbox.ts'
import { resend } from './world.ts'

/** A sandbox with one delivery by these settings, and what its resend is answered. */
async function startWorld(settings: Record<string, unknown>) {
  const receiver = await startReceiver()
  const sandbox = await startSandbox()
  const { id } = await sandbox.subscribe(receiver.url)
  const patched = await sandbox.request('PATCH', `/sandbox/subscriptions/${id}`, settings)
  expect(patched.status).toBe(200)
  const { deliveries } = await sandbox.trigger('card.created')
  await sandbox.settle()
  const delivery = deliveries[0]?.id ?? ''
  return {
    receiver,
    sandbox,
    delivery,
    answered: (body: object, to = delivery) =>
      sandbox.request('POST', `/sandbox/deliveries/${to}/resend`, body),
  }
}

const standard = { scheme: 'standard-webhooks' }
const custom = {
  scheme: 'custom',
  scheme_options: { headers: { 'X-Own': '{ts}:{signature}' }, signs: '{ts}.{body}' },
}

test.each([
  [standard, 'skew(-10m)', 'webhook-timestamp'],
  [standard, 'skew(-10m)', 'webhook-signature'],
  [standard, 'replay(1h)', 'Webhook-Timestamp'],
  [standard, 'replay(1h)', 'webhook-id'],
  [standard, 'unsigned', 'Webhook-Signature'],
  [standard, 'wrong_secret', 'webhook-signature'],
  [standard, 'content_type(application/xml)', 'Content-Type'],
  [standard, 'charset(utf-16)', 'content-type'],
  [standard, 'delay(1s) | charset(utf-16) | sticky', 'content-type'],
  [{ scheme: 'stripe' }, 'skew(-10m)', 'stripe-signature'],
  [{ scheme: 'github' }, 'unknown_event', 'x-github-event'],
  [{ scheme: 'github' }, 'replay(1h)', 'x-github-delivery'],
  [{ scheme: 'github' }, 'replay(1h)', 'x-github-event'],
  [{ scheme: 'basic' }, 'wrong_secret', 'authorization'],
  [{ scheme: 'platform', scheme_options: { header: 'X-Plat' } }, 'unsigned', 'x-plat'],
  [custom, 'skew(-10m)', 'x-own'],
  [{ scheme: 'http-message-signatures' }, 'skew(-10m)', 'signature-input'],
])('by %j %s sets the header %s: both at once are refused by name', async (settings, fault, header) => {
  const { sandbox, answered } = await startWorld(settings)
  const refusal = {
    status: 422,
    code: 'fault_invalid',
    message: new RegExp(`^[^ ]+ sets the header ${header}, and would replace your value`),
    fix: /Leave out the fault or the header/,
  } as const
  expectRefused(await answered({ headers: { [header]: 'x' }, fault }), refusal)
  expect(await sandbox.deliveries()).toHaveLength(1)
  expect((await answered({ headers: { [header]: 'x' } })).status).toBe(201)
  expect((await answered({ headers: { 'x-trace': 'x' }, fault })).status).toBe(201)
})

test('headers that an earlier resend was given count as well, until they are left out', async () => {
  const { sandbox, delivery, answered } = await startWorld(standard)
  const edited = await resend(sandbox, delivery, { headers: { 'content-type': 'text/plain' } })
  const fault = 'content_type(application/xml)'
  expectRefused(await answered({ fault }, edited), {
    status: 422,
    code: 'fault_invalid',
    message: /^content_type\(application\/xml\) sets the header content-type/,
    fix: /"headers": \{\}/,
  })
  expect((await answered({ fault, headers: {} }, edited)).status).toBe(201)
})

test.each([
  [{ 'webhook-timestamp': 'now' }, 'tamper(header)', /^webhook-(?:timestamp|id): byte/],
  [
    { 'webhook-signature': 'v1,b3duLW93bi1vd24tb3duLW93bg==' },
    'tamper(signature)',
    /^webhook-signature: byte/,
  ],
  [{ 'webhook-timestamp': 'now' }, 'wrong_secret', /^signed with a secret that no receiver has/],
  [{ 'content-type': 'text/plain' }, 'unknown_event', /^event "card.created"/],
])('with %j edited, %s does what its record says', async (headers, fault, detail) => {
  const { receiver, sandbox, delivery } = await startWorld(standard)
  const now = String(Math.floor(Date.now() / 1000) - 5)
  const sent = Object.entries(headers).map(([name, value]) => [name, value === 'now' ? now : value])
  const id = await resend(sandbox, delivery, { headers: sent, fault })
  await sandbox.settle()
  const [attempt] = await sandbox.attempts(id)
  expect(attempt?.changes).toEqual([{ fault, detail: expect.stringMatching(detail) }])
  const came = receiver.requests.at(-1)?.rawHeaders ?? []
  expect(attempt?.request.headers.flat()).toEqual(came)
})
