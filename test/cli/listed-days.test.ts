import { expect, test } from 'vitest'
import { startSandbox } from '../helpers/sandbox.ts'
import { runAt } from './here.ts'

test('lists print the date of records from another day, and the event of captures', async () => {
  const sandbox = await startSandbox()
  await sandbox.clock({ mode: 'manual', set: '2026-03-09T23:00:00Z' })
  const traffic = async () => {
    await sandbox.call('GET', '/webhooks')
    await sandbox.trigger('card.created')
    await sandbox.settle()
  }
  await sandbox.subscribe(`${sandbox.url}/in/demo`)
  await traffic()
  await sandbox.clock({ advance: '2h' })
  await traffic()
  for (const list of ['calls', 'deliveries', 'captures']) {
    const { code, out } = await runAt(sandbox, list)
    expect([code, out.slice(-2)], list).toEqual([
      0,
      [expect.stringMatching(/^2026-03-09 23:00:00\b/), expect.stringMatching(/^01:00:00\b/)],
    ])
  }
  const { out } = await runAt(sandbox, 'captures')
  expect(out.at(-1)).toMatch(/^01:00:00 ==> \/in\/demo \S.* {2}card\.created {2}cap_\w+$/)
})

test('captures names what says how a signature is mended, where one is doubtful', async () => {
  const sandbox = await startSandbox()
  await sandbox.subscribe(`${sandbox.url}/in/demo`)
  await sandbox.trigger('card.created')
  await sandbox.settle()
  expect((await runAt(sandbox, 'captures')).log).toEqual([])
  await sandbox.trigger('card.created', { fault: 'tamper(body)' })
  await sandbox.settle()
  const { id } = await sandbox.newestCapture()
  await sandbox.trigger('card.created')
  await sandbox.settle()
  expect((await runAt(sandbox, 'captures')).log).toEqual([
    `How to fix the signature: webhook-sandbox capture show ${id} --url ${sandbox.url}`,
  ])
  expect((await runAt(sandbox, 'captures', '--json')).log).toEqual([])
})
