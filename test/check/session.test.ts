import { expect, test } from 'vitest'
import { startSandbox } from '../helpers/sandbox.ts'
import { replayOf, sessionOf, start } from '../session/world.ts'
import { checked, secret, startRight } from './world.ts'

test('a check is no part of the recorded session, which comes out the same without it', async () => {
  const sandbox = await startSandbox()
  const receiver = await startRight()
  await sandbox.clock({ mode: 'manual', set: start })
  await sandbox.subscribe(receiver.url)
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const { id } = await checked(sandbox, { url: receiver.url, secret, only: ['signature'] })
  await sandbox.request('POST', `/sandbox/checks/${id}/stop`)
  await sandbox.trigger('card.created')
  await sandbox.settle()
  const session = await sessionOf(sandbox)
  expect(session.outcome.deliveries.map(({ event }) => event)).toEqual(['card.created', 'card.created'])
  expect(await replayOf(session)).toMatchObject({ code: 0 })
})
