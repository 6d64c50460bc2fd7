import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownFolder } from '../helpers/folder.ts'
import { startSandbox } from '../helpers/sandbox.ts'
import { replayOf, sessionOf, start } from './world.ts'

test('a sandbox that was started again says so, and whether that keeps it from being played', async () => {
  const data = join(ownFolder(), 'sandbox.db')
  const first = await startSandbox({ data })
  await first.clock({ mode: 'manual', set: start })
  await first.trigger('card.created')
  await first.close()
  const second = await startSandbox({ data, port: Number(new URL(first.url).port) })
  // The client may try a connection of the first once more.
  await second.get('/sandbox/health').catch(() => {})
  const session = await sessionOf(second)
  expect(session).toMatchObject({
    complete: true,
    notes: [
      'The sandbox was restarted once; records that a start creates from the configuration are not played.',
    ],
  })
  expect(session.inputs).toHaveLength(2)
  expect(await replayOf(session)).toMatchObject({ code: 0, log: session.notes[0] })
  await second.close()
  const third = await startSandbox({ data, delivery: { jitter: 0 } })
  expect(await sessionOf(third)).toMatchObject({
    complete: false,
    notes: [
      'The sandbox was restarted with another configuration.',
      'The sandbox was restarted at another address.',
      expect.stringContaining('restarted 2 times'),
    ],
  })
})

test('calls that are cut or never answered are played as such', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: start })
  await sandbox.post('/sandbox/armed-errors', { outcome: 'reset', path: '/cards*' })
  await sandbox.post('/sandbox/armed-errors', { outcome: 'hang', path: '/accounts*' })
  await expect(sandbox.overSocket('GET', '/api/v0.1/cards/a')).rejects.toThrow()
  const given = new AbortController()
  const headers = { authorization: 'demo', identity: 'demo' }
  const hanging = fetch(`${sandbox.url}/api/v0.1/accounts/a`, { headers, signal: given.signal })
  hanging.catch(() => {})
  await sandbox.waitFor('kind=call&path=/accounts/a')
  given.abort()
  const session = await sessionOf(sandbox)
  expect(session.inputs.slice(-2).map(({ status }) => status)).toEqual([0, 0])
  expect(await replayOf(session)).toMatchObject({ code: 0, log: '' })
})

test('a body over the limit is not kept, and is refused again', async () => {
  const sandbox = await startSandbox({ body_limit_bytes: 1000 })
  await sandbox.clock({ mode: 'manual', set: start })
  await sandbox.trigger('card.created', { set: { x: 'y'.repeat(2000) } })
  await sandbox.call('POST', '/customers/', { x: 'y'.repeat(2000) })
  const session = await sessionOf(sandbox)
  expect(session.inputs[1]).toMatchObject({ body: null, body_base64: null, status: 413 })
  expect(await replayOf(session)).toMatchObject({ code: 0, log: '' })
})

test('the file of a scenario of the user is in the session, so that it runs elsewhere', async () => {
  const scenarios = ownFolder()
  const text = ['title: Mine', 'steps:', '  - name: made', '    event: card.created', ''].join('\n')
  writeFileSync(join(scenarios, 'mine.yaml'), text)
  const sandbox = await startSandbox({ scenarios })
  await sandbox.clock({ mode: 'manual', set: start })
  await sandbox.post('/sandbox/scenarios/mine/run', {})
  await sandbox.waitFor('kind=delivery&event=card.created&state=succeeded')
  const session = await sessionOf(sandbox)
  expect(session.scenarios).toEqual({ mine: text })
  expect(session.config).toMatchObject({ scenarios: null })
  expect(session.config).not.toHaveProperty('data')
  rmSync(join(scenarios, 'mine.yaml'))
  expect(await replayOf(session)).toMatchObject({ code: 0, log: '' })
})

test('a run of a scenario whose name cannot be read is in the session like any request that is refused', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: start })
  expect((await sandbox.request('POST', '/sandbox/scenarios/%ff/run', {})).status).toBe(404)
  const session = await sessionOf(sandbox)
  expect(session.inputs.at(-1)).toMatchObject({ path: '/sandbox/scenarios/%ff/run', status: 404 })
  expect(await replayOf(session)).toMatchObject({ code: 0, log: '' })
})
