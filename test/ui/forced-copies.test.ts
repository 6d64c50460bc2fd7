import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import type { Event } from '../../server/wire.ts'
import { runAgainst } from '../capture/export/wire.ts'
import { ownFolder } from '../helpers/folder.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'

vi.stubGlobal('addEventListener', () => {})

/** Copies of an event whose payload its schema refuses, and what its receiver has had so far. */
async function forced(payload: Record<string, unknown> | string = { event: 'card.created', odd: true }) {
  const sandbox = await startSandbox()
  vi.stubGlobal('location', new URL(sandbox.url))
  const receiver = await startReceiver()
  await sandbox.subscribe(receiver.url)
  const { events } = await sandbox.trigger('card.created', { payload, force: true })
  await sandbox.settle()
  const event = await sandbox.event(events[0]?.id ?? '')
  const { copiesOf } = await import('../../ui/detail/copy-as.ts')
  const copied = (title: string) => {
    const text = copiesOf({ kind: 'event', data: event }).find((one) => one.title === title)?.text
    return typeof text === 'string' ? text : expect.fail(`no ${title}`)
  }
  const sent = async () => {
    await sandbox.settle()
    return receiver.requests.map(({ body }) => body.toString())
  }
  return { sandbox, event, payload, copied, sent }
}

/** Runs code for Node, as a test where it is one; answers what it printed. */
async function runNode(code: string, flags: string[]): Promise<string> {
  const file = resolve(ownFolder(), 'copied.test.mjs')
  writeFileSync(file, code)
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const done = promisify(execFile)(process.execPath, [...flags, file], { env })
  return done.then(
    ({ stdout }) => stdout,
    ({ stdout }) => `failed: ${stdout}`,
  )
}

test('each copy of a forced event forces the event again', async () => {
  const { payload, copied, sent } = await forced()
  await runAgainst(copied('as curl').replace('curl ', 'curl --fail '), { from: 0, to: 0 })
  expect(await runNode(copied('as code'), [])).toMatch(/^201 /)
  expect(await runNode(copied('as test'), ['--test'])).not.toContain('failed:')
  expect(await sent()).toEqual(Array(4).fill(JSON.stringify(payload)))
})

test('a test refused by the sandbox says why', async () => {
  const { sandbox, event } = await forced()
  const { eventTest } = await import('../../ui/detail/as-test.ts')
  const unknown: Event = { ...event, event: 'card.made' }
  const said = await runNode(eventTest(unknown, sandbox.url), ['--test'])
  expect(said).toContain('failed:')
  expect(said).toMatch(/card\.made is no event|no event.*card\.made/i)
})

test('a payload that JSON would change is sent, copied and edited unchanged', async () => {
  const text = '{"event":"card.created","big":12345678901234567890,"price":1.00,"e":1e2}'
  const { event, copied, sent } = await forced(text)
  expect(event.payload_text).toBe(text)
  expect(copied('payload')).toBe(text)
  await runAgainst(copied('as curl').replace('curl ', 'curl --fail '), { from: 0, to: 0 })
  expect(await sent()).toEqual([text, text])
})
