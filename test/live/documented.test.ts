import { expect, test } from 'vitest'
import type { FrameKind } from '../../server/wire.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { load } from '../vocabulary/documented.ts'
import { watch } from './world.ts'

/** All that a frame may be, so that a kind that is added is missed here. */
const kinds = {
  hello: true,
  gap: true,
  reset: true,
  event: true,
  delivery: true,
  attempt: true,
  capture: true,
  call: true,
  clock: true,
  endpoint: true,
  subscription: true,
  armed_error: true,
  fault_rule: true,
  run: true,
  traffic: true,
  check: true,
} satisfies Record<FrameKind, true>

test('messages of the live socket fit what is documented, whatever kind of frame is in them', async () => {
  const sandbox = await startSandbox()
  const { checkAnswer } = await load(sandbox, 'sandbox')
  const client = await watch(sandbox.url)
  const make = async (path: string, body: unknown) =>
    (await sandbox.request<Record<string, { id: string }>>('POST', `/sandbox${path}`, body)).body
  const remove = (path: string) => sandbox.request('DELETE', `/sandbox${path}`)

  await sandbox.clock({ mode: 'manual' })
  const subscription = await sandbox.subscribe(`${sandbox.url}/in/mine`)
  await make('/checks', { url: `${sandbox.url}/in/checked`, only: ['accepts-valid'] })
  await make('/scenarios/onboarding-passes/run', {})
  await sandbox.waitFor('kind=delivery&event=kyc.verification.success&state=succeeded')
  await make('/traffic', { rate: 1, for: '1s' })
  await remove('/traffic')
  const { armed_error } = await make('/armed-errors', { code: 'card_dne' })
  await remove(`/armed-errors/${armed_error?.id}`)
  const { fault_rule } = await make('/fault-rules', { fault: 'drop', event: 'kyc.*' })
  await remove(`/fault-rules/${fault_rule?.id}`)
  await remove(`/captures/${(await sandbox.newestCapture()).id}`)
  await sandbox.call('DELETE', `/webhooks/${subscription.id}`)
  await remove('/endpoints/mine')
  await make('/reset', { keep: ['endpoints'] })
  await client.until(() => client.frames.some(({ kind }) => kind === 'reset'))
  const late = await watch(sandbox.url, { since: 1e9 })
  await late.until(() => late.frames.some(({ kind }) => kind === 'gap'))

  const messages = [...client.messages, ...late.messages]
  for (const body of messages) checkAnswer('GET', '/live', { status: 101, body })
  expect(new Set(messages.flat().map(({ kind }) => kind))).toEqual(new Set(Object.keys(kinds)))
  const gone = messages.flat().filter(({ data }) => 'deleted' in data)
  expect(new Set(gone.map(({ kind }) => kind))).toEqual(
    new Set(['armed_error', 'fault_rule', 'capture', 'subscription', 'endpoint']),
  )
  expect(() =>
    checkAnswer('GET', '/live', { status: 101, body: [{ seq: 1, kind: 'event', data: {} }] }),
  ).toThrow()
})
