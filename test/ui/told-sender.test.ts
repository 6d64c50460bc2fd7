import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { stepsOf } from '../../ui/lanes/steps.ts'
import { type Entry, entryOf } from '../../ui/live/entries.ts'
import { replyBeside } from '../../ui/verdict/capture-sign.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { startSandbox } from '../helpers/sandbox.ts'

const world = {
  origin: '',
  successes: [200],
  runName: () => '',
  receiverName: ({ url }: { url: string }) => url.replace('http://', ''),
  capturesOf: () => [],
}

test.each([
  ['hang', 'no answer'],
  ['reset', 'reset'],
])('a capture without a response by rule (%s) says so, without a status', async (outcome, text) => {
  const sandbox = await startSandbox()
  await sandbox.post('/sandbox/endpoints', { name: 'mute', reply: [{ status: 503 }, { outcome }] })
  const leaving = new AbortController()
  const send = (query = '') =>
    fetch(`${sandbox.url}/in/mute${query}`, { method: 'POST', body: 'x', signal: leaving.signal })
  await send()
  const unanswered = [send(), send(`?reply=${outcome}`)].map((sent) => sent.catch(() => undefined))
  await expect.poll(() => sandbox.captures()).toHaveLength(3)
  const rows = await sandbox.captures('?order=oldest')
  leaving.abort()
  await Promise.all(unanswered)
  expect(rows.map((row) => replyBeside(row))).toEqual([
    { tone: 'bad', text: '503', title: 'Answered 503' },
    { tone: 'bad', text, title: text === 'reset' ? 'Reset' : 'No answer' },
    { tone: 'bad', text, title: text === 'reset' ? 'Reset' : 'No answer' },
  ])
  const entries = rows.map((row): Entry => entryOf('capture', row))
  expect(stepsOf(entries, world).map(({ sentence }) => sentence)).toEqual(
    ['answered 503', text, text].map(
      (told) => `other senders send POST /in/mute to /in/mute, unsigned, ${told}`,
    ),
  )
})

test('a failed forwarding is shown, though the endpoint’s own reply replaced it', async () => {
  const sandbox = await startSandbox()
  const receiver = await startReceiver([204])
  await sandbox.post('/sandbox/endpoints', {
    name: 'tap',
    reply: { status: 200 },
    forward_to: [receiver.url],
  })
  const send = () => fetch(`${sandbox.url}/in/tap`, { method: 'POST', body: 'x' })
  await send()
  await receiver.close()
  expect((await send()).status).toBe(200)
  const [passed, failed] = await sandbox.captures('?order=oldest')
  expect(passed && replyBeside(passed)).toBeNull()
  expect(failed && replyBeside(failed)).toEqual({
    tone: 'bad',
    text: 'not forwarded',
    title: expect.stringMatching(/^Forwarding to /),
  })
})

test('a capture being forwarded has no response yet', async () => {
  const sandbox = await startSandbox()
  const held: ServerResponse[] = []
  const { url } = await startReceiver([(response) => held.push(response)])
  await sandbox.post('/sandbox/endpoints', { name: 'tap', forward_to: [url] })
  const sent = fetch(`${sandbox.url}/in/tap`, { method: 'POST', body: 'x' })
  await expect.poll(() => held).toHaveLength(1)
  const [row] = await sandbox.captures()
  expect(row && replyBeside(row)).toEqual({
    tone: 'wait',
    text: 'not answered yet',
    title: 'Not answered yet',
  })
  for (const response of held) response.end()
  await sent
  const [answered] = await sandbox.captures()
  expect(answered && replyBeside(answered)).toBeNull()
})
